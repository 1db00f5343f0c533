/** A position that can be changed step by step while a motion is being planned. */

import { slot } from '$lib/board/model';
import { COLOURS, type Board, type Colour, type Effects, type Position } from '$lib/api/types';
import type { Flight, Piece } from './types';

/** A copy that shares nothing with the original. */
export function copy(position: Position): Position {
  return {
    ...position,
    displays: [...position.displays],
    bag: [...position.bag],
    lid: [...position.lid],
    boards: position.boards.map((board) => ({
      ...board,
      lines: board.lines.map((line) => line && { ...line }),
      wall: [...board.wall],
    })),
  };
}

export function board(position: Position, seat: number): Board {
  const found = position.boards[seat];
  if (!found) throw new Error(`no board ${seat}`);
  return found;
}

/**
 * What a floor line costs after an event, before it is swept: the server's to say; at the end of a
 * round its penalties say it.
 */
export function floorCost(effects: Effects, after: Position, seat: number): number {
  const settled = effects.penalties.find((penalty) => penalty.player === seat);
  return settled?.cost ?? board(after, seat).penalty;
}

/** Letters in colour order, as the server writes displays and the centre. */
export function sorted(letters: string): string {
  return COLOURS.map((colour) => letters.replaceAll(new RegExp(`[^${colour}]`, 'g'), '')).join('');
}

export function count(letters: string, colour: Colour): number {
  return letters.split(colour).length - 1;
}

/** Tiles go to the lid. */
export function discard(position: Position, colour: Colour, tiles: number): void {
  const n = COLOURS.indexOf(colour);
  position.lid[n] = (position.lid[n] ?? 0) + tiles;
}

/** Put a letter into a row of the wall. */
export function setWall(position: Position, seat: number, row: number, column: number, c: Colour) {
  const { wall } = board(position, seat);
  const letters = wall[row] ?? '.....';
  wall[row] = letters.slice(0, column) + c + letters.slice(column + 1);
}

/** Flights of equal pieces to places one after the other. */
export function fan(
  piece: Piece,
  from: readonly string[],
  to: readonly string[],
  start: number,
  step: number,
): Flight[] {
  return to.map((place, n) => ({
    piece,
    from: from[n] ?? from.at(-1) ?? place,
    to: place,
    delay: start + n * step,
  }));
}

/** The places around a space of the wall that belong to its runs. */
export function runs(position: Position, seat: number, row: number, column: number): Set<string> {
  const { wall } = board(position, seat);
  const filled = (r: number, c: number) => (wall[r]?.[c] ?? '.') !== '.';
  const lit = new Set([slot.wall(seat, row, column)]);
  for (const [dr, dc] of [
    [0, 1],
    [0, -1],
    [1, 0],
    [-1, 0],
  ] as const) {
    for (let r = row + dr, c = column + dc; filled(r, c); r += dr, c += dc)
      lit.add(slot.wall(seat, r, c));
  }
  return lit;
}
