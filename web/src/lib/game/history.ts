/** Events come by several ways, an answer and a stream; each is taken once and in order. */

import type { Position, Update } from '$lib/api/types';

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

/** The position after an event; before there is any, the first there will be. */
export function positionAt(history: readonly Update[], number: number): Position | null {
  const known = history[number - 1]?.game.position;
  return known ?? history.find(({ game }) => game.position)?.game.position ?? null;
}
