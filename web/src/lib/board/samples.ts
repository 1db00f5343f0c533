/** Positions from real games, for tests of the table and for showing it. */

import type { Board, Choice, Colour, Phase, Position, Seat } from '$lib/api/types';
import { FLOOR_COSTS } from './places';
import type { Table } from './model';

/** A move, and count, on_line, fallen, points (null: the line is not full), cost. */
type Row = [string, number, number, number, number | null, number];

interface Sample {
  position: Position;
  choices: Choice[];
}

/** Two players, the end of a round: only the centre is left. */
export const LATE: Sample = sample(
  'c 3 d1 s1 -/-/-/-/- BBBYYKKKW 8,8,9,7,8 3,3,1,5,4 10:1W/2K/3R/2Y/3B:..RK./..YR./K..../...../.....:R 16:1R/2Y/3R/-/4W:BY.../WB.../..BY./.KW../.....:x',
  [
    ['cB5', 3, 2, 1, 1, 1],
    ['cB-', 3, 0, 3, null, 5],
    ['cY4', 2, 2, 0, 4, 0],
    ['cY-', 2, 0, 2, null, 3],
    ['cK-', 3, 0, 3, null, 5],
    ['cW-', 1, 0, 1, null, 1],
  ],
);

/** Three players in the middle of a round; the choices of one display and of the centre. */
export const MIDDLE: Sample = sample(
  'c 3 d2 s1 -/YYYK/YRRK/BYRK/-/-/- xBYRRKKKW 7,2,3,1,3 4,1,7,8,8 10:1R/2Y/-/3Y/2B:BY.../WB.../KW.../...../.....:- 13:-/2Y/1K/-/1B:.Y.K./.B.R./.W.../.K.../.....:- 12:-/-/3W/-/2W:.YR../.BY../....R/.K.../.R...:-',
  [
    ['2Y4', 3, 3, 0, null, 0],
    ['2Y-', 3, 0, 3, null, 4],
    ['2K3', 1, 1, 0, null, 0],
    ['2K-', 1, 0, 1, null, 1],
    ['cR1', 2, 1, 1, 3, 2],
    ['cR4', 2, 2, 0, null, 1],
    ['cR-', 2, 0, 2, null, 4],
    ['cK3', 3, 2, 1, 2, 2],
    ['cK-', 3, 0, 3, null, 6],
  ],
);

/** Two players, gray wall: the second chooses a column for line 3. */
export const TILING: Sample = sample(
  'g 3 t2 s2 -/-/-/-/- - 7,8,10,7,8 1,4,3,6,4 9:1Y/2R/3B/3Y/2B:..KW./.BY../.K.../...../.....:- 25:-/-/3B/4R/4W:..WYB/..YKW/..R.Y/W...K/.....:xBBKKK',
  [
    ['3@1', 1, 0, 0, 2, 0],
    ['3@2', 1, 0, 0, 2, 0],
    ['3@4', 1, 0, 0, 6, 0],
  ],
);

/** A table at which the player to act may do anything. */
export function tableOf({ position, choices }: Sample, changes: Partial<Table> = {}): Table {
  return {
    scene: { position, hidden: new Set(), lit: new Set(), badges: [], last: new Set() },
    seats: position.boards.map((_, seat) => person(seat, seat === position.player)),
    offer: { seat: position.player, choices, picked: null, aimed: null, hint: null },
    viewer: position.player ?? 0,
    ...changes,
  };
}

function person(seat: number, you: boolean): Seat {
  return {
    kind: 'person',
    name: ['Ana', 'Bence', 'Cilla', 'Dirk'][seat] ?? null,
    level: null,
    stand_in: null,
    out: null,
    reserved: false,
    has_nonce: true,
    bank_ms: null,
    you,
  };
}

function sample(text: string, rows: Row[]): Sample {
  const position = read(text);
  const choices = rows.map(([move, count, on_line, fallen, points, cost]): Choice => {
    const column = move[1] === '@' ? Number(move[2]) - 1 : null;
    const line = column === null ? move[2]! : move[0]!;
    return {
      move,
      source: column !== null || move[0] === 'c' ? null : Number(move[0]) - 1,
      colour: column === null ? (move[1] as Colour) : position.boards[1]!.lines[2]!.colour,
      count,
      marker: column === null && move[0] === 'c' && position.marker_in_centre,
      line: line === '-' ? null : Number(line) - 1,
      column,
      on_line,
      fallen,
      discarded: 0,
      full: points !== null,
      points,
      cost,
    };
  });
  return { position, choices };
}

/** Read a position of the notation. */
function read(text: string): Position {
  const [wall, round, phase, start, displays, centre, bag, lid, ...boards] = text.split(' ') as [
    string,
    ...string[],
  ];
  const phases: Record<string, Phase> = { d: 'draft', t: 'tile', r: 'deal', e: 'over' };
  return {
    text,
    wall: wall === 'g' ? 'gray' : 'coloured',
    round: Number(round),
    phase: phases[phase![0]!]!,
    player: phase![1] ? Number(phase![1]) - 1 : null,
    start: Number(start![1]) - 1,
    displays: displays!.split('/').map(tiles),
    centre: tiles(centre!).replace('x', ''),
    marker_in_centre: centre!.includes('x'),
    bag: bag!.split(',').map(Number),
    lid: lid!.split(',').map(Number),
    boards: boards.map(readBoard),
  };
}

function readBoard(text: string): Board {
  const [score, lines, wall, floor] = text.split(':') as [string, string, string, string];
  const spaces = tiles(floor.replace('+x', ''));
  return {
    score: Number(score),
    lines: lines
      .split('/')
      .map((line) => (line === '-' ? null : { count: Number(line[0]), colour: line[1] as Colour })),
    wall: wall.split('/'),
    floor: spaces,
    marker_beside: floor.endsWith('+x'),
    penalty: FLOOR_COSTS.slice(0, spaces.length).reduce((sum, cost) => sum + cost, 0),
  };
}

function tiles(letters: string): string {
  return letters === '-' ? '' : letters;
}
