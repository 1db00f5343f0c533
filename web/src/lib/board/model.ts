/**
 * What the board components are given, and the names of the places tiles can lie on.
 * They draw what they are told, report what is touched, and know no rules and no network.
 */

import type { Choice, Colour, Position, Seat } from '$lib/api/types';

/** A group of tiles that can be taken: a colour on a display, or in the centre (null). */
export interface Group {
  source: number | null;
  colour: Colour;
}

/** Something that happened or is being said about a place on the table. */
export interface Badge {
  /** The place it stands at, by its name. */
  slot: string;
  text: string;
  kind: 'gain' | 'loss' | 'bonus';
}

/** The table as it is to be drawn at one moment. */
export interface Scene {
  position: Position;
  /** Places whose tile is on its way: drawn empty. */
  hidden: ReadonlySet<string>;
  /** Places that glow: the run a tile scores with, a completed row. */
  lit: ReadonlySet<string>;
  badges: readonly Badge[];
  /** What happened last: the places tiles came from and went to. */
  last: ReadonlySet<string>;
}

/** What the player at the table may do now, and has begun to do. */
export interface Offer {
  /** The seat that acts, if it is the viewer's turn. */
  seat: number | null;
  choices: readonly Choice[];
  /** The group taken in hand. */
  picked: Group | null;
  /** The choice under the pointer or the keyboard focus. */
  aimed: Choice | null;
  /** A move recommended by a hint. */
  hint: string | null;
}

/** What is touched on the table. */
export interface Touch {
  pick(group: Group): void;
  aim(choice: Choice | null): void;
  /** The same choice that was aimed at, or touched directly. */
  place(choice: Choice): void;
  cancel(): void;
}

export interface Table {
  scene: Scene;
  seats: readonly Seat[];
  offer: Offer;
  /** The seat whose board lies nearest. */
  viewer: number;
  /** The game is over: nobody is to move, even if somebody was when it ended. */
  over?: boolean;
}

/** The names of places; each is the `data-slot` of the element drawn there. */
export const slot = {
  /** The n-th tile of a display, in the order drawn (colour order). */
  display: (display: number, n: number) => `d${display}.${n}`,
  displayWhole: (display: number) => `d${display}`,
  /** The n-th tile of a colour in the centre. */
  centre: (colour: Colour, n: number) => `c.${colour}${n}`,
  centreWhole: () => 'c',
  marker: () => 'c.x',
  /** Space n of a pattern line, 0 is the one nearest the wall. */
  line: (seat: number, row: number, n: number) => `p${seat}.l${row}.${n}`,
  wall: (seat: number, row: number, column: number) => `p${seat}.w${row}.${column}`,
  floor: (seat: number, n: number) => `p${seat}.f${n}`,
  score: (seat: number) => `p${seat}.s`,
  board: (seat: number) => `p${seat}`,
  bag: () => 'bag',
  lid: () => 'lid',
};
