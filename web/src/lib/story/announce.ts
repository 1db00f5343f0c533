/** What happens in a game, in plain sentences: for the live region and the log. */

import type { Bonus, Effects, Game, Tiled, Update } from '$lib/api/types';
import { t } from '$lib/i18n/index.svelte';
import { bonusParts } from './breakdown';
import { listed, nameOf } from './names';

/** What an update tells; empty if it is nothing to speak of. */
export function announce(update: Update): string {
  const { event, effects, game } = update;
  const seat = event?.seat ?? 0;
  const name = nameOf(game.seats, seat);
  switch (event?.kind) {
    case 'created':
      return t('story.created');
    case 'seated':
      return t('story.seated', { name: event.name ?? name });
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
      return t('story.undo-asked', { name, n: game.undo?.moves ?? 1 });
    case 'undo-granted':
      return t('story.undo-granted', { name });
    case 'undo-refused':
      return t('story.undo-refused', { name });
    case 'undone':
      return t('story.undone', { n: event.moves ?? 1 });
    case 'resigned':
      return spoken([t('story.resigned', { name }), playsOn(game)]);
    case 'timed-out':
      return spoken([t('story.timed-out', { name }), playsOn(game)]);
    case 'resumed':
      return t('story.resumed');
    case 'stood-in':
      return t('story.stood-in', { name });
    case 'returned':
      return t('story.returned', { name });
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
  const own = game.seats.filter((other) => other.you).length;
  // Several people on one device: "you" would be anybody.
  if (!game.seats[seat]?.you || own > 1) {
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
  const names = result.winners.map((seat) => nameOf(game.seats, seat));
  const [first] = result.winners;
  const name = names[0];
  if (first === undefined || name === undefined) return t('story.over');
  const n = result.scores[first] ?? 0;
  const shared = names.length > 1;
  if (result.reason === 'conceded') {
    return shared
      ? t('story.shared.conceded', { names: listed(names) })
      : t('story.won.conceded', { name });
  }
  if (shared) return t('story.shared', { names: listed(names), n });
  if (wonByRows(game)) return t('story.won.rows', { name, n });
  const others = result.scores.filter((_, seat) => seat !== first);
  if (others.length === 1) return t('story.won.two', { name, n, other: others[0] ?? 0 });
  return t('story.won', { name, n });
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
  const name = nameOf(game.seats, position.start);
  return [
    t('story.round', { round: position.round, name }),
    effects?.refilled ? t('story.refilled') : '',
  ];
}

function moved(game: Game, effects: Effects): string[] {
  const said = [...taken(game, effects), ...effects.tiled.map((tile) => tiled(game, tile))];
  for (const { player, paid } of effects.penalties) {
    said.push(t('story.penalty', { name: nameOf(game.seats, player), n: paid }));
  }
  said.push(...effects.bonuses.map((bonus) => bonuses(game, bonus)));
  if (game.position?.phase === 'deal' || game.position?.phase === 'over') {
    const list = effects.scores.map((points, seat) =>
      t('story.score', { name: nameOf(game.seats, seat), points }),
    );
    said.push(t('story.scores', { list: list.join(', ') }));
  }
  return said;
}

function taken(game: Game, { player, taken, placed }: Effects): string[] {
  if (!taken || !placed || player === null) return [];
  const name = nameOf(game.seats, player);
  const said = [
    t(`story.takes.${taken.colour}`, { name, n: taken.count, path: path(taken, placed) }),
  ];
  if (taken.marker) said.push(t('story.marker', { name }));
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
  const name = nameOf(game.seats, tile.player);
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
  return t('story.bonuses', { name: nameOf(game.seats, bonus.player), list: list.join(', ') });
}

/** With more than one left in the contest, and not only computers, it goes on without somebody. */
function playsOn(game: Game): string {
  const left = game.seats.filter((seat) => seat.out === null);
  const goesOn = left.length > 1 && left.some((seat) => seat.kind !== 'level');
  return goesOn ? t('story.plays-on') : '';
}

function spoken(sentences: readonly string[]): string {
  return sentences.filter(Boolean).join(' ');
}
