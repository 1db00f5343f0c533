/** What happens in a game, in plain sentences: for the live region and the log. */

import type { Bonus, Effects, Game, Tiled, Update } from '$lib/api/types';
import { t, type Key } from '$lib/i18n/index.svelte';
import type { Params } from '$lib/i18n/plural';
import { bonusParts } from './breakdown';
import { addressed, isYou, listed, nameOf, nameOrYou, youMove } from './names';

/** Texts about somebody that there are for that somebody as well. */
type Told = { [K in Key]: `${K}.you` extends Key ? K : never }[Key];

/** What an update tells; empty if it is nothing to speak of. */
export function announce(update: Update): string {
  const { event, effects, game } = update;
  const seat = event?.seat ?? 0;
  const told = (key: Told, params?: Params) => tell(game, seat, key, params);
  switch (event?.kind) {
    case 'created':
      return t('story.created');
    case 'seated':
      return told('story.seated', event.name === null ? {} : { name: event.name });
    case 'left':
      return t('story.left', { seat: seat + 1 });
    case 'closed':
      return t('story.closed');
    case 'started':
      return t('story.started');
    case 'dealt':
      return spoken(dealt(game, effects));
    case 'moved':
      return effects ? spoken(moved(game, effects)) : '';
    case 'undo-asked':
      return told('story.undo-asked', { n: game.undo?.moves ?? 1 });
    case 'undo-granted':
      return told('story.undo-granted');
    case 'undo-refused':
      return told('story.undo-refused');
    case 'undone':
      return t('story.undone', { n: event.moves ?? 1 });
    case 'resigned':
      return spoken([told('story.resigned'), playsOn(game)]);
    case 'timed-out':
      return spoken([told('story.timed-out'), playsOn(game)]);
    case 'resumed':
      return t('story.resumed');
    case 'stood-in':
      return told('story.stood-in');
    case 'returned':
      return told('story.returned');
    case 'finished':
      return describeEnd(game);
    case 'rematched':
      return t('story.rematched');
    default:
      return '';
  }
}

/** Whose turn it is and what is asked of them. */
export function describeTurn(game: Game): string {
  if (game.status === 'open') return t('story.turn.waiting');
  if (game.status === 'closed') return t('story.closed');
  if (game.result) return describeEnd(game);
  if (!game.turn) return '';
  const { seat } = game.turn;
  if (!isYou(game.seats, seat)) {
    return t('story.turn.other', { name: nameOf(game.seats, seat) });
  }
  const choice = game.choices[0];
  if (game.position?.phase === 'tile' && choice?.line != null) {
    return t('story.turn.you.column', { line: choice.line + 1 });
  }
  return t('story.turn.you');
}

/** How the game ended, in one or two sentences. */
export function describeEnd(game: Game): string {
  const { result } = game;
  if (!result) return '';
  const names = result.winners.map((seat) => nameOrYou(game.seats, seat));
  const [first] = result.winners;
  if (first === undefined) return t('story.over');
  const n = result.scores[first] ?? 0;
  const shared = names.length > 1;
  const told = (key: Told, params?: Params) => tell(game, first, key, params);
  if (result.reason === 'conceded') {
    return shared
      ? t('story.shared.conceded', { names: listed(names) })
      : told('story.won.conceded');
  }
  if (shared) return t('story.shared', { names: listed(names), n });
  if (wonByRows(game)) return told('story.won.rows', { n });
  const others = result.scores.filter((_, seat) => seat !== first);
  if (others.length === 1) return told('story.won.two', { n, other: others[0] ?? 0 });
  return told('story.won', { n });
}

/** Whether somebody else who could win has as many points as the one winner. */
export function wonByRows(game: Game): boolean {
  const { result, seats } = game;
  const first = result?.winners[0];
  if (!result || first === undefined || result.winners.length > 1) return false;
  if (result.reason === 'conceded') return false;
  return result.scores.some(
    (score, seat) => seat !== first && seats[seat]?.out === null && score === result.scores[first],
  );
}

function dealt(game: Game, effects: Effects | null): string[] {
  const { position } = game;
  if (!position) return [];
  return [
    tell(game, position.start, 'story.round', { round: position.round }),
    effects?.refilled ? t('story.refilled') : '',
  ];
}

function moved(game: Game, effects: Effects): string[] {
  const said = [...taken(game, effects), ...effects.tiled.map((tile) => tiled(game, tile))];
  for (const { player, paid } of effects.penalties) {
    said.push(t('story.penalty', { name: addressed(game.seats, player), n: paid }));
  }
  said.push(...effects.bonuses.map((bonus) => bonuses(game, bonus)));
  if (game.position?.phase === 'deal' || game.position?.phase === 'over') {
    const list = effects.scores.map((points, seat) =>
      t('story.score', { name: nameOrYou(game.seats, seat), points }),
    );
    said.push(t('story.scores', { list: list.join(', ') }));
  }
  return said;
}

function taken(game: Game, { player, taken, placed }: Effects): string[] {
  if (!taken || !placed || player === null) return [];
  const you = youMove(game.seats, player);
  const params = { n: taken.count, path: path(taken, placed) };
  const said = [tell(game, player, `story.takes.${taken.colour}`, params, you)];
  if (taken.marker) said.push(tell(game, player, 'story.marker', {}, you));
  if (placed.line !== null && placed.fallen > 0) said.push(t('story.falls', { n: placed.fallen }));
  if (placed.discarded > 0) said.push(t('story.discards', { n: placed.discarded }));
  const cost = game.position?.boards[player]?.penalty ?? 0;
  if (cost > 0 && (placed.fallen > 0 || taken.marker)) said.push(t('story.cost', { n: cost }));
  return said;
}

function path(
  taken: NonNullable<Effects['taken']>,
  placed: NonNullable<Effects['placed']>,
): string {
  const display = (taken.source ?? 0) + 1;
  const line = (placed.line ?? 0) + 1;
  if (taken.source === null) {
    return placed.line === null
      ? t('story.path.centre.floor')
      : t('story.path.centre.line', { line });
  }
  return placed.line === null
    ? t('story.path.display.floor', { display })
    : t('story.path.display.line', { display, line });
}

function tiled(game: Game, tile: Tiled): string {
  const name = addressed(game.seats, tile.player);
  const line = tile.row + 1;
  if (tile.column === null) return t('story.dropped', { name, line, n: tile.fallen });
  const { points: n, across, down } = tile;
  const scored =
    game.settings.wall === 'gray'
      ? t('story.tiled.column', { name, line, column: tile.column + 1, n })
      : t('story.tiled', { name, line, n });
  return across > 1 && down > 1 ? `${scored} ${t('story.runs', { across, down })}` : scored;
}

function bonuses(game: Game, bonus: Bonus): string {
  const { rows, columns, colours } = bonusParts(bonus);
  const list = [
    rows.n ? t('story.bonus.rows', rows) : '',
    columns.n ? t('story.bonus.columns', columns) : '',
    colours.n ? t('story.bonus.colours', colours) : '',
  ].filter(Boolean);
  if (list.length === 0) return '';
  return tell(game, bonus.player, 'story.bonuses', { list: list.join(', ') });
}

/** With more than one left in the contest, and not only computers, it goes on without somebody. */
function playsOn(game: Game): string {
  const left = game.seats.filter((seat) => seat.out === null);
  const goesOn = left.length > 1 && left.some((seat) => seat.kind !== 'level');
  return goesOn ? t('story.plays-on') : '';
}

/** Tell something of somebody by name; readers are told it of themselves. */
function tell(
  game: Game,
  seat: number,
  key: Told,
  params: Params = {},
  you = isYou(game.seats, seat),
): string {
  return you ? t(`${key}.you`, params) : t(key, { name: nameOf(game.seats, seat), ...params });
}

function spoken(sentences: readonly string[]): string {
  return sentences.filter(Boolean).join(' ');
}
