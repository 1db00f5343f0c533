/** What a step of the lesson asks for, and what a choice lacks to be it. */

import type { Choice } from '$lib/api/types';
import type { Group } from '$lib/board/model';

export interface Goal {
  /** Whether a touch of some tiles is enough, or a whole move is asked for. */
  do: 'pick' | 'move';
  source?: 'display' | 'centre';
  /** Any pattern line (not the floor), or a certain one, counted from 0. */
  line?: 'any' | number;
  full?: boolean;
  fallen?: number;
  /** The most points, or the least cost, of all the choices there are. */
  best?: 'points' | 'cost';
}

/** Why a choice is not the one asked for; each has a text that says so. */
export type Reason = 'source' | 'floor' | 'line' | 'fallen' | 'full' | 'best';

/** What a choice lacks, null if it is as good as any. */
export function missing(goal: Goal, choice: Choice, all: readonly Choice[]): Reason | null {
  if (goal.source && !isFrom(goal.source, choice.source)) return 'source';
  if (goal.line !== undefined && choice.line === null) return 'floor';
  if (typeof goal.line === 'number' && choice.line !== goal.line) return 'line';
  if (goal.fallen !== undefined && choice.fallen > goal.fallen) return 'fallen';
  if (goal.full === true && !choice.full) return 'full';
  if (goal.best === 'points' && points(choice) < Math.max(...all.map(points))) return 'best';
  if (goal.best === 'cost' && choice.cost > Math.min(...all.map(cost))) return 'best';
  return null;
}

/** Whether tiles taken in hand can still lead to what is asked for. */
export function leadsOn(goal: Goal, group: Group, all: readonly Choice[]): boolean {
  if (goal.source && !isFrom(goal.source, group.source)) return false;
  if (goal.do === 'pick') return true;
  return all.some(
    (choice) =>
      choice.source === group.source &&
      choice.colour === group.colour &&
      missing(goal, choice, all) === null,
  );
}

function isFrom(wanted: 'display' | 'centre', source: number | null): boolean {
  return (wanted === 'centre') === (source === null);
}

const points = (choice: Choice) => choice.points ?? 0;
const cost = (choice: Choice) => choice.cost;
