/**
 * Checking a finished game in the browser: that the server seed is the one it was bound to, and
 * that the starting player and every deal follow from the seed and the nonces of all seats.
 */

import { COLOURS, type Game, type Position, type Update } from '$lib/api/types';
import { fromHex, join, sha256, toHex } from './sha256';
import { drawDeal, Stream } from './stream';

const SEED_SIZE = 32;
const TILES_OF_A_COLOUR = 20;

export type Verdict =
  /** The seeds are not known before the game is over. */
  | { kind: 'early' }
  | {
      kind: 'fair';
      seed: string;
      deals: number;
      /** Whether the starting player was drawn; otherwise the table fixed one. */
      startDrawn: boolean;
      /** The seats that gave no nonce. */
      withoutNonce: number[];
    }
  /** The seeds are not 32 bytes each, or do not fit the commitment. */
  | { kind: 'seeds' }
  | { kind: 'commitment' }
  | { kind: 'start' }
  /** The bag or the lid before a deal is not what the deals before have left. */
  | { kind: 'bag'; round: number }
  | { kind: 'deal'; round: number };

/** Check a whole game from its updates. */
export function verify(history: readonly Update[]): Verdict {
  const game = history.at(-1)?.game;
  if (!game?.fairness.server_seed || !game.fairness.nonces) return { kind: 'early' };
  const { commitment, server_seed, nonces } = game.fairness;
  const serverSeed = fromHex(server_seed);
  const shares = nonces.map((nonce) =>
    nonce === null ? new Uint8Array(SEED_SIZE) : fromHex(nonce),
  );
  const parts = [serverSeed, ...shares];
  if (!parts.every((part) => part !== null && part.length === SEED_SIZE)) return { kind: 'seeds' };
  const bound = toHex(sha256(serverSeed!));
  // It has to be the same from the first moment on, before any nonce was given.
  if (commitment !== bound || history.some((u) => u.game.fairness.commitment !== bound)) {
    return { kind: 'commitment' };
  }
  const seed = sha256(join(...(parts as Uint8Array[])));
  const fault = checkDeals(history, game, new Stream(seed));
  if (fault) return fault;
  return {
    kind: 'fair',
    seed: toHex(seed),
    deals: history.filter((update) => update.event?.kind === 'dealt').length,
    startDrawn: game.settings.start === null,
    withoutNonce: nonces.flatMap((nonce, seat) => (nonce === null ? [seat] : [])),
  };
}

function checkDeals(history: readonly Update[], game: Game, stream: Stream): Verdict | null {
  const start = game.settings.start ?? stream.uniform(game.seats.length);
  let bag = COLOURS.map(() => TILES_OF_A_COLOUR);
  for (const [index, update] of history.entries()) {
    if (update.event?.kind === 'started' && update.event.start !== start) return { kind: 'start' };
    const before = history[index - 1]?.game.position;
    const after = update.game.position;
    if (update.event?.kind !== 'dealt' || !before || !after) continue;
    const { round } = before;
    if (round === 1 && before.start !== start) return { kind: 'start' };
    if (!same(before.bag, bag) || !same(before.lid, lidOf(before))) return { kind: 'bag', round };
    const drawn = drawDeal(stream, before.displays.length, before);
    if (drawn.displays.map(letters).join('/') !== after.displays.join('/')) {
      return { kind: 'deal', round };
    }
    bag = drawn.bag;
  }
  return null;
}

/** What has to be in the lid between two rounds: all that is not in the bag or on a board. */
function lidOf(position: Position): number[] {
  return COLOURS.map((colour, index) => {
    let left = TILES_OF_A_COLOUR - (position.bag[index] ?? 0);
    for (const board of position.boards) {
      left -= board.wall.join('').split(colour).length - 1;
      for (const line of board.lines) if (line?.colour === colour) left -= line.count;
    }
    return left;
  });
}

function letters(display: readonly number[]): string {
  return COLOURS.map((colour, index) => colour.repeat(display[index] ?? 0)).join('');
}

function same(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((n, index) => n === other[index]);
}
