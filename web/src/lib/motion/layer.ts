/** Where pieces in flight are drawn: found by the names of places, in the window's measures. */

import type { Flight } from './types';

/** The layer above the table, as the motion sees it. */
export interface Layer {
  /** Note where the pieces start, before the table changes. */
  measure(flights: readonly Flight[]): Departure[];
  /** Let them fly to where the table, changed by now, has their places. */
  launch(departures: readonly Departure[], pace: number): Promise<void>;
  clear(): void;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Departure extends Flight {
  box: Box | null;
}

/** Places that hold no single piece: only their middle matters. */
export function isWhole(place: string): boolean {
  return /^(bag|lid|c|d\d+|p\d+)$/.test(place);
}

/** A place to use instead of one that is not drawn: the display, the board, the centre as a whole. */
export function wider(place: string): string | null {
  if (isWhole(place)) return null;
  return place.split('.')[0] ?? null;
}

/** The box of a place, or of what it lies in; null if neither is drawn. */
export function find(
  place: string,
  root: ParentNode = document,
): { box: Box; whole: boolean } | null {
  for (let name: string | null = place; name !== null; name = wider(name)) {
    for (const element of root.querySelectorAll(`[data-slot="${name}"]`)) {
      const { left, top, width, height } = element.getBoundingClientRect();
      if (width > 0 && height > 0)
        return { box: { left, top, width, height }, whole: isWhole(name) };
    }
  }
  return null;
}

/** A box of a piece's size in the middle of a larger one. */
export function middle(box: Box, size: number): Box {
  return {
    left: box.left + (box.width - size) / 2,
    top: box.top + (box.height - size) / 2,
    width: size,
    height: size,
  };
}

/** The way from one box to another as keyframes of an element that lies at the second. */
export function path(from: Box, to: Box): Keyframe[] {
  const x = from.left - to.left;
  const y = from.top - to.top;
  const scale = from.width / to.width;
  const lift = Math.min(26, 6 + Math.hypot(x, y) * 0.05);
  const half = (scale + 1) / 2;
  return [
    { transform: `translate(${x}px, ${y}px) scale(${scale})` },
    { transform: `translate(${x / 2}px, ${y / 2 - lift}px) scale(${half * 1.1})` },
    { transform: 'none' },
  ];
}
