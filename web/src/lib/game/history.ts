/** Events come by several ways, an answer and a stream; each is taken once and in order. */

import type { Game, Position, Update } from '$lib/api/types';
import { stage } from '$lib/motion/stage';

export interface Merged {
  /** What is new and follows without a gap. */
  fresh: Update[];
  /** Something in between is missing. */
  gap: boolean;
}

/** Sort out what is new in what has come, if `known` is the number of the last event known. */
export function merge(known: number, incoming: readonly Update[]): Merged {
  const fresh: Update[] = [];
  const ordered = incoming
    .filter((update) => update.event !== null)
    .toSorted((a, b) => a.number - b.number);
  for (const update of ordered) {
    const next = known + fresh.length + 1;
    if (update.number > next) return { fresh, gap: true };
    if (update.number === next) fresh.push(update);
  }
  return { fresh, gap: false };
}

/**
 * The game after an event as it is to be shown. Who sits where is known from the first moment on,
 * who has gone only from then on. The event that ends a game is followed by one that says so, but
 * nothing comes in between: nobody is to move any more.
 */
export function gameAt(history: readonly Update[], number: number): Game | null {
  const then = history[number - 1]?.game;
  if (!then) return null;
  const seats = history.at(-1)!.game.seats.map((seat, n) => {
    const { out = null, stand_in = null } = then.seats[n] ?? {};
    return { ...seat, out, stand_in };
  });
  const ended = history[number]?.event?.kind === 'finished';
  return { ...then, seats, status: ended ? 'over' : then.status };
}

/** The position after an event; before there is any, the first there will be. */
export function positionAt(history: readonly Update[], number: number): Position | null {
  const known = history[number - 1]?.game.position;
  return known ?? history.find(({ game }) => game.position)?.game.position ?? null;
}

/** What lies marked after an event: where the last move came from and went to, if it still stands. */
export function marksAt(
  history: readonly Update[],
  number: number,
): ReadonlySet<string> | undefined {
  const latest = history
    .slice(0, number)
    .findLast(({ event }) => ['dealt', 'moved', 'undone'].includes(event?.kind ?? ''));
  const before = latest && history[latest.number - 2]?.game.position;
  if (!before || latest.event?.kind !== 'moved') return undefined;
  return stage(before, latest).at(-1)?.last;
}
