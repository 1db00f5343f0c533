/** Moves written by hand: read kindly, and if they are not possible, said what is. */

import { COLOURS } from '$lib/api/types';

export type Typed =
  | { move: string }
  /** `near`: the legal moves that come closest to what was meant. */
  | { problem: 'empty' | 'form' | 'illegal'; near: string[] };

const TAKE = new RegExp(`^([1-9c])([${COLOURS.join('').toLowerCase()}])([1-5-])$`);
const TILE = /^([1-5])@([1-5])$/;

/** Read a move of the notation; capitals, spaces and kinds of dashes do not matter. */
export function readMove(text: string, legal: readonly string[]): Typed {
  const plain = text
    .toLowerCase()
    .replace(/\s/g, '')
    .replace(/[\u2010-\u2015\u2212_]/g, '-');
  if (plain === '') return { problem: 'empty', near: [...legal] };
  const take = TAKE.exec(plain);
  const move = take ? `${take[1]}${take[2]?.toUpperCase()}${take[3]}` : plain;
  if (!take && !TILE.test(plain)) return { problem: 'form', near: [...legal] };
  if (legal.includes(move)) return { move };
  return { problem: 'illegal', near: nearest(move, legal) };
}

/** Moves that begin alike: the same tiles to somewhere else, or other tiles of the same place. */
function nearest(move: string, legal: readonly string[]): string[] {
  for (const length of [2, 1]) {
    const near = legal.filter((other) => other.slice(0, length) === move.slice(0, length));
    if (near.length) return near;
  }
  return [...legal];
}
