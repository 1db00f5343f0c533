/** The eight computer players, weakest first, and the one chosen last on this device. */

import { recall, remember } from '$lib/memory';

export const LEVELS = [
  'beginner',
  'learner',
  'casual',
  'keen',
  'skilled',
  'strong',
  'expert',
  'master',
] as const;
export type LevelName = (typeof LEVELS)[number];

const REMEMBERED = 'azulejos.level';
const FIRST: LevelName = 'casual';

/** Whether a word, from an address or the server, is the name of one of the eight. */
export function isLevel(name: string | null | undefined): name is LevelName {
  return (LEVELS as readonly (string | null | undefined)[]).includes(name);
}

/** How strong a level is, 1 to 8. */
export function strength(level: LevelName): number {
  return LEVELS.indexOf(level) + 1;
}

/** The level somebody played last; a middling one at first. */
export function lastLevel(): LevelName {
  const found = recall(REMEMBERED);
  return isLevel(found) ? found : FIRST;
}

export function rememberLevel(level: LevelName): void {
  remember(REMEMBERED, level);
}
