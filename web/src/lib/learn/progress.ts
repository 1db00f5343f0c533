/** How far somebody has come in the lesson; remembered on this device. */

import * as memory from '$lib/memory';
import { NAMES, type StepName } from './steps';

const REMEMBERED = 'azulejos.lesson';

export interface Progress {
  /** The step that was open last. */
  at: number;
  done: StepName[];
}

export function recall(): Progress {
  try {
    const found = JSON.parse(memory.recall(REMEMBERED) ?? '{}') as Partial<Progress>;
    const at = Number.isInteger(found.at) ? Math.max(0, Math.min(found.at ?? 0, NAMES.length)) : 0;
    const done = Array.isArray(found.done)
      ? NAMES.filter((name) => found.done?.includes(name))
      : [];
    return { at, done };
  } catch {
    return { at: 0, done: [] };
  }
}

export function remember(progress: Progress): void {
  memory.remember(REMEMBERED, JSON.stringify(progress));
}
