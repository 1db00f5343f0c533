/** The steps of the lesson: positions that can come up in a game, and what to do in them. */

import type { Goal } from './goal';
import steps from './steps.json';

export const NAMES = [
  'table',
  'take',
  'line',
  'floor',
  'centre',
  'refuse',
  'tiling',
  'neighbours',
  'end',
  'gray',
] as const;
export type StepName = (typeof NAMES)[number];

export interface Step {
  name: StepName;
  /** In the notation; the player who learns sits on the first seat. */
  position: string;
  goal: Goal;
  /** The move that "Show me" plays. */
  show: string;
}

export const STEPS = steps as Step[];
