/** Events come by several ways, an answer and a stream; each is taken once and in order. */

import type { Position, Update } from '$lib/api/types';
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
