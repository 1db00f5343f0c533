/** Where the points of a game came from. */

import type { Bonus, Effects, Update } from '$lib/api/types';

const ROW = 2;
const COLUMN = 7;
const COLOUR = 10;

/** How many of something there were, and what they earned. */
export type Part = { n: number; points: number };

export interface Breakdown {
  /** Points of the tiles as they came to the wall. */
  wall: number;
  /** Points lost to the floor line, not below 0. */
  floor: number;
  rows: Part;
  columns: Part;
  colours: Part;
  total: number;
}

/** The parts of a bonus: how many of each, and what they earned. */
export function bonusParts(bonus: Bonus): Pick<Breakdown, 'rows' | 'columns' | 'colours'> {
  const part = (n: number, each: number) => ({ n, points: n * each });
  return {
    rows: part(bonus.rows.length, ROW),
    columns: part(bonus.columns.length, COLUMN),
    colours: part(bonus.colours.length, COLOUR),
  };
}

/** The updates of moves that were played and not taken back, in order. */
export function standing(history: readonly Update[]): Update[] {
  const moves: Update[] = [];
  for (const update of history) {
    if (update.event?.kind === 'moved') moves.push(update);
    if (update.event?.kind === 'undone') moves.splice(moves.length - (update.event.moves ?? 0));
  }
  return moves;
}

/** What each seat scored, by kind. */
export function breakdown(history: readonly Update[]): Breakdown[] {
  const seats = history.at(-1)?.game.seats.length ?? 0;
  const none = () => ({ n: 0, points: 0 });
  const found: Breakdown[] = Array.from({ length: seats }, () => ({
    wall: 0,
    floor: 0,
    rows: none(),
    columns: none(),
    colours: none(),
    total: 0,
  }));
  for (const { effects } of standing(history)) if (effects) add(found, effects);
  return found;
}

function add(found: Breakdown[], { tiled, penalties, bonuses }: Effects): void {
  const of = (player: number) => found[player]!;
  for (const tile of tiled) {
    of(tile.player).wall += tile.points;
    of(tile.player).total += tile.points;
  }
  for (const penalty of penalties) {
    of(penalty.player).floor += penalty.paid;
    of(penalty.player).total -= penalty.paid;
  }
  for (const bonus of bonuses) {
    Object.assign(of(bonus.player), bonusParts(bonus));
    of(bonus.player).total += bonus.points;
  }
}

/** The scores at the end of each round that was played to its end; bonuses are in the last. */
export function scoresByRound(history: readonly Update[]): number[][] {
  return standing(history)
    .filter(({ game }) => game.position?.phase === 'deal' || game.position?.phase === 'over')
    .map(({ effects }) => effects?.scores ?? []);
}
