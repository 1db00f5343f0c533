/** What an event did, as a list of stages to be shown one after the other. */

import type { Position, Update } from '$lib/api/types';
import { copy } from './sketch';
import { bonusStages, penaltyStages, tilingStages } from './settle';
import { dealStages } from './deal';
import { takeStages } from './take';
import { FLIGHT, type Stage } from './types';

export type { Flight, Note, Piece, Stage } from './types';

/** The part of an update that can be shown. */
export type Shown = Pick<Update, 'effects'> & { game: { position: Position | null } };

/**
 * The stages of an update, from the position before it. The last one's position is the server's,
 * except for whose turn it is; an update that moves no tile has no stages.
 */
export function stage(before: Position, update: Shown): Stage[] {
  const { effects } = update;
  const after = update.game.position;
  if (!effects || !after) return [];
  if (effects.deal) return dealStages(before, effects, after);
  const stages = takeStages(before, effects, after);
  const now = () => stages.at(-1)?.position ?? before;
  const last = new Set(stages.at(-1)?.last);
  const moved = stages.length;
  stages.push(...tilingStages(now(), effects, after, last));
  stages.push(...penaltyStages(now(), effects, last));
  const start = stages.length;
  stages.push(...bonusStages(now(), effects));
  for (const made of stages.slice(start)) made.last = last;
  if (roundIsOver(after) && now().marker_in_centre) {
    // Nobody took the marker: it is put away until the next deal.
    const position = { ...copy(now()), marker_in_centre: false };
    stages.push({
      position,
      flights: [],
      lit: new Set(),
      badges: [],
      last,
      note: null,
      length: FLIGHT / 2,
    });
  }
  // While the round is being counted it is nobody's turn.
  for (const made of stages.slice(moved)) made.position.player = null;
  return stages;
}

function roundIsOver(position: Position): boolean {
  return position.phase === 'deal' || position.phase === 'over';
}
