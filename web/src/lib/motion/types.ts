/** The parts of a motion: what an event does is shown as a list of stages, one after the other. */

import type { Badge, Scene } from '$lib/board/model';
import type { Colour, Position } from '$lib/api/types';

/** A tile, or the starting-player marker. */
export type Piece = Colour | 'x';

/** A piece on its way from one place to another, by the names of the places. */
export interface Flight {
  piece: Piece;
  from: string;
  to: string;
  /** Milliseconds after the start of its stage. */
  delay: number;
}

/** What a stage is about, for a line of text beside the motion. */
export type Note =
  | { kind: 'refill' }
  | { kind: 'tile' | 'penalty' | 'row' | 'column' | 'colour'; seat: number; points: number }
  | { kind: 'drop'; seat: number };

export interface Stage {
  /** The table when the stage is over; pieces in flight are hidden until they land. */
  position: Position;
  flights: readonly Flight[];
  lit: ReadonlySet<string>;
  badges: readonly Badge[];
  last: ReadonlySet<string>;
  note: Note | null;
  /** Milliseconds at the normal speed. */
  length: number;
}

/** How long one flight takes. */
export const FLIGHT = 400;

/** A scene at rest: nothing moves, glows or is said. */
export function atRest(position: Position, last: ReadonlySet<string> = new Set()): Scene {
  return { position, hidden: new Set(), lit: new Set(), badges: [], last };
}

/** The scene of a stage while its pieces are in flight. */
export function sceneOf(stage: Stage): Scene {
  return {
    position: stage.position,
    hidden: new Set(stage.flights.map((flight) => flight.to)),
    lit: stage.lit,
    badges: stage.badges,
    last: stage.last,
  };
}
