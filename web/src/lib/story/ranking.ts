/** Who came first, second, third. */

import type { Game } from '$lib/api/types';

export interface Place {
  seat: number;
  /** 1 is first; those who share a place have the same. */
  place: number;
  score: number;
  /** Complete rows: they decide between equal scores. */
  rows: number;
}

/** The seats of a finished game, best first; whoever is out of the contest comes last. */
export function ranking(game: Game): Place[] {
  const { result, seats } = game;
  if (!result) return [];
  const rank = (seat: number) => {
    if (result.winners.includes(seat)) return 0;
    return seats[seat]?.out === null ? 1 : 2;
  };
  const order = seats
    .map((_, seat) => ({
      seat,
      place: 0,
      score: result.scores[seat] ?? 0,
      rows: rowsOf(game, seat),
    }))
    .sort(
      (a, b) =>
        rank(a.seat) - rank(b.seat) || b.score - a.score || b.rows - a.rows || a.seat - b.seat,
    );
  order.forEach((entry, index) => {
    const above = order[index - 1];
    const equal =
      above &&
      rank(above.seat) === rank(entry.seat) &&
      (rank(entry.seat) === 0 || (above.score === entry.score && above.rows === entry.rows));
    entry.place = equal ? above.place : index + 1;
  });
  return order;
}

function rowsOf(game: Game, seat: number): number {
  const wall = game.position?.boards[seat]?.wall ?? [];
  return wall.filter((row) => !row.includes('.')).length;
}
