/** Where things lie: displays around the centre, tiles on a display, motifs on the wall. */

import { COLOURS, type Colour } from '$lib/api/types';

/** The costs of the floor line, as printed on it. */
export const FLOOR_COSTS: readonly number[] = [1, 1, 2, 2, 2, 3, 3];

/** The motif of a space on the coloured wall. */
export function printed(row: number, column: number): Colour {
  return COLOURS[(column - row + 5) % 5]!;
}

/** A colour's tiles on a display or in the centre: which of all tiles they are. */
export interface Bunch {
  colour: Colour;
  /** Their numbers in the order of the display. */
  tiles: number[];
}

/** The tiles of a display or the centre by colour, in colour order. */
export function bunches(letters: string): Bunch[] {
  const found: Bunch[] = [];
  [...letters].forEach((letter, n) => {
    const bunch = found.find(({ colour }) => colour === letter);
    if (bunch) bunch.tiles.push(n);
    else found.push({ colour: letter as Colour, tiles: [n] });
  });
  return found;
}

/**
 * The quarter of a display each of its tiles lies in: 0 1 over 2 3.
 * Large bunches come first, so that two of a colour always lie side by side.
 */
export function quarters(letters: string): number[] {
  const order = bunches(letters).toSorted((a, b) => b.tiles.length - a.tiles.length);
  const quarter = [0, 1, 2, 3];
  order.flatMap(({ tiles }) => tiles).forEach((tile, n) => (quarter[tile] = n));
  return quarter;
}

/** A point in a frame, both from 0 to 1. */
export interface Point {
  x: number;
  y: number;
}

/** Displays in a full ring, the first at the top, clockwise; seen on wide tables. */
export function ring(count: number): Point[] {
  // An odd ring ends above its own lowest point; stretched, it fills its frame.
  const half = Math.PI / count;
  return Array.from({ length: count }, (_, n) => {
    const angle = 2 * half * n;
    return {
      x: 0.5 + (0.5 * Math.sin(angle)) / Math.cos(half / 2),
      y: (1 - Math.cos(angle)) / (1 + Math.cos(half)),
    };
  });
}

/**
 * Displays in an arch that is open towards the player; seen on narrow tables. As in the ring, the
 * first is at the top, or just right of it, and they go clockwise.
 */
export function arch(count: number): Point[] {
  const shapes: Record<number, [number, number][]> = {
    5: [
      [0.5, 0],
      [1, 0.14],
      [1, 1],
      [0, 1],
      [0, 0.14],
    ],
    7: [
      [0.5, 0],
      [0.75, 0.02],
      [1, 0.12],
      [1, 1],
      [0, 1],
      [0, 0.12],
      [0.25, 0.02],
    ],
    9: [
      [0.5, 0],
      [0.75, 0.02],
      [1, 0.1],
      [1, 0.55],
      [1, 1],
      [0, 1],
      [0, 0.55],
      [0, 0.1],
      [0.25, 0.02],
    ],
  };
  return (shapes[count] ?? []).map(([x, y]) => ({ x, y }));
}
