/** What the server says, field by field; seats, displays, lines and columns count from 0. */

export type Colour = 'B' | 'Y' | 'R' | 'K' | 'W';
export const COLOURS: readonly Colour[] = ['B', 'Y', 'R', 'K', 'W'];

export type WallKind = 'coloured' | 'gray';
export type Phase = 'draft' | 'tile' | 'deal' | 'over';
export type Status = 'open' | 'playing' | 'over' | 'closed';
export type SeatKind = 'open' | 'person' | 'local' | 'level';

export interface Line {
  colour: Colour;
  count: number;
}

export interface Board {
  score: number;
  lines: (Line | null)[];
  /** Five rows of five letters, `.` for an empty space. */
  wall: string[];
  /** Occupied spaces from the left, `x` for the marker. */
  floor: string;
  marker_beside: boolean;
  penalty: number;
}

export interface Position {
  text: string;
  wall: WallKind;
  round: number;
  phase: Phase;
  player: number | null;
  start: number;
  displays: string[];
  centre: string;
  marker_in_centre: boolean;
  bag: number[];
  lid: number[];
  boards: Board[];
}

/** A legal move and what it would do: enough to show it before it is played. */
export interface Choice {
  move: string;
  /** The display, null for the centre; for a column choice null as well. */
  source: number | null;
  colour: Colour;
  /** How many tiles are taken (a column choice: 1). */
  count: number;
  /** The marker comes with them. */
  marker: boolean;
  /** The pattern line, null for the floor; for a column choice the row. */
  line: number | null;
  /** The column of a gray wall that is chosen; null for a move of the offer. */
  column: number | null;
  on_line: number;
  fallen: number;
  discarded: number;
  /** The line is full after it. */
  full: boolean;
  /** What its tile would score as the wall stands (best column on a gray wall); null if not full. */
  points: number | null;
  /** How many more points the floor line costs after it. */
  cost: number;
}

export interface Taken {
  source: number | null;
  colour: Colour;
  count: number;
  marker: boolean;
  to_centre: string;
}

export interface Placed {
  line: number | null;
  on_line: number;
  fallen: number;
  discarded: number;
  marker_beside: boolean;
}

export interface Tiled {
  player: number;
  row: number;
  /** Null if the whole line fell to the floor. */
  column: number | null;
  colour: Colour;
  across: number;
  down: number;
  points: number;
  fallen: number;
  discarded: number;
}

export interface Penalty {
  player: number;
  num_spaces: number;
  cost: number;
  paid: number;
}

export interface Bonus {
  player: number;
  rows: number[];
  columns: number[];
  colours: string;
  points: number;
}

export interface Effects {
  player: number | null;
  deal: string[] | null;
  refilled: boolean;
  taken: Taken | null;
  placed: Placed | null;
  tiled: Tiled[];
  penalties: Penalty[];
  bonuses: Bonus[];
  scores: number[];
}

export interface Seat {
  kind: SeatKind;
  name: string | null;
  level: string | null;
  stand_in: string | null;
  out: 'resigned' | 'timed-out' | null;
  reserved: boolean;
  has_nonce: boolean;
  bank_ms: number | null;
  you: boolean;
}

export type Clock =
  | { kind: 'none' }
  | { kind: 'move'; seconds: number }
  | { kind: 'bank'; seconds: number; increment: number }
  | { kind: 'days'; days: number };

export type SeatPlan =
  | { kind: 'host' }
  | { kind: 'open' }
  | { kind: 'level'; level: string }
  | { kind: 'local'; name: string };

export interface TableSettings {
  seats: SeatPlan[];
  wall: WallKind;
  public: boolean;
  clock: Clock;
  start: number | null;
  begins: 'by-host' | 'when-full';
  stand_in: { level: string; after_seconds: number } | null;
  hints: boolean;
}

export type Ability =
  | 'join'
  | 'leave'
  | 'start'
  | 'nonce'
  | 'rematch'
  | 'resign'
  | 'move'
  | 'hint'
  | 'return'
  | 'undo'
  | 'answer-undo';

export interface Turn {
  seat: number;
  began_at: number;
  deadline_at: number | null;
}

export interface Result {
  reason: 'played' | 'conceded';
  winners: number[];
  scores: number[];
}

export interface Fairness {
  commitment: string;
  server_seed: string | null;
  nonces: (string | null)[] | null;
}

export interface Game {
  id: string;
  number: number;
  at: number;
  created_at: number;
  status: Status;
  settings: TableSettings;
  seats: Seat[];
  position: Position | null;
  turn: Turn | null;
  legal: string[];
  choices: Choice[];
  can: Ability[];
  undo: { seat: number; moves: number; granted: number[] } | null;
  result: Result | null;
  fairness: Fairness;
  rematch_of: string | null;
  rematch: string | null;
  is_host: boolean;
  key: string | null;
}

export type EventKind =
  | 'created'
  | 'seated'
  | 'nonce'
  | 'left'
  | 'closed'
  | 'started'
  | 'dealt'
  | 'moved'
  | 'undo-asked'
  | 'undo-granted'
  | 'undo-refused'
  | 'undone'
  | 'resigned'
  | 'timed-out'
  | 'resumed'
  | 'stood-in'
  | 'returned'
  | 'finished'
  | 'rematched';

export interface GameEvent {
  kind: EventKind;
  seat: number | null;
  name: string | null;
  move: string | null;
  deal: string | null;
  start: number | null;
  moves: number | null;
  level: string | null;
  reason: Result['reason'] | null;
  winners: number[] | null;
  scores: number[] | null;
  game: string | null;
}

export interface Update {
  number: number;
  at: number;
  event: GameEvent | null;
  effects: Effects | null;
  game: Game;
}

export interface Summary {
  id: string;
  number: number;
  status: Status;
  at: number;
  wall: WallKind;
  public: boolean;
  clock: Clock['kind'];
  seats: { kind: SeatKind; name: string | null }[];
  round: number | null;
  scores: number[] | null;
  winners: number[] | null;
  acting: number | null;
}

export interface Hint {
  number: number;
  move: string;
  level: string;
}

export interface Verified {
  players: number;
  result: string;
  num_rounds: number;
  num_moves: number;
  commitment: string;
  seed: string;
  start_was_drawn: boolean;
  num_deals: number;
  without_nonce: number[];
}

/** A position anybody may study: what it looks like and what can be done in it. */
export interface Study {
  position: Position;
  legal: string[];
  choices: Choice[];
  /** What the move or deal that was asked for did, if one was. */
  effects: Effects | null;
}
