/** What the pictures of the rules show; walls and lines in the letters of the notation. */

import type { WallKind } from '$lib/api/types';

const EMPTY = '...../...../...../...../.....';

export interface BoardPicture {
  kind: 'board';
  wall: WallKind;
  rows: string;
  /** Pattern lines, if they are shown: a count and a colour, or `-`. */
  lines?: string;
  floor?: string;
  /** Spaces that are pointed at, row and column from 0. */
  fresh?: readonly (readonly [number, number])[];
  /** Spaces that count. */
  lit?: readonly (readonly [number, number])[];
  /** Spaces where a tile may not go. */
  barred?: readonly (readonly [number, number])[];
  /** Lines that may take what is spoken of; 5 is the floor line. */
  open?: readonly number[];
  /** Numbers written on spaces: what a tile would score there. */
  marks?: readonly (readonly [row: number, column: number, text: string])[];
}
export interface FloorPicture {
  kind: 'floor';
  floor: string;
}
export interface TakePicture {
  kind: 'take';
  display: string;
  colour: string;
}
export interface PairPicture {
  kind: 'pair';
  before: BoardPicture;
  after: BoardPicture;
}
export type Picture = BoardPicture | FloorPicture | TakePicture | PairPicture;

const across = (row: number, columns: number[]) => columns.map((column) => [row, column] as const);
const down = (column: number, rows: number[]) => rows.map((row) => [row, column] as const);
const all = [0, 1, 2, 3, 4];

export const PICTURES = {
  'parts.coloured': { kind: 'board', wall: 'coloured', rows: EMPTY, lines: '-/-/-/-/-', floor: '' },
  'parts.gray': { kind: 'board', wall: 'gray', rows: EMPTY, lines: '-/-/-/-/-', floor: '' },
  take: { kind: 'take', display: 'BBYW', colour: 'B' },
  place: {
    kind: 'board',
    wall: 'coloured',
    rows: '...../..Y../...Y./...../.....',
    lines: '-/-/-/1B/-',
    floor: '',
    open: [0, 4, 5],
    lit: [
      [1, 2],
      [2, 3],
    ],
  },
  tiling: {
    kind: 'pair',
    before: { kind: 'board', wall: 'coloured', rows: EMPTY, lines: '-/2R/1Y/4B/3K', open: [1, 3] },
    after: {
      kind: 'board',
      wall: 'coloured',
      rows: '...../...R./...../...B./.....',
      lines: '-/-/1Y/-/3K',
      fresh: [
        [1, 3],
        [3, 3],
      ],
    },
  },
  'score.alone': {
    kind: 'board',
    wall: 'coloured',
    rows: 'B..../...../...Y./...../.R...',
    fresh: [[2, 3]],
  },
  'score.across': {
    kind: 'board',
    wall: 'coloured',
    rows: '...../.BYR./...../R..../.....',
    fresh: [[1, 2]],
    lit: across(1, [1, 3]),
  },
  'score.down': {
    kind: 'board',
    wall: 'coloured',
    rows: '...K./...../.W.../.K.../...W.',
    fresh: [[3, 1]],
    lit: down(1, [2]),
  },
  'score.both': {
    kind: 'board',
    wall: 'coloured',
    rows: '...../..Y../..B../RKWB./.....',
    fresh: [[3, 2]],
    lit: [...across(3, [0, 1, 3]), ...down(2, [1, 2])],
  },
  floor: { kind: 'floor', floor: 'xRRKW' },
  gray: {
    kind: 'board',
    wall: 'gray',
    rows: '..B.R/..KY./.B.W./..Y../.....',
    lines: '-/1W/3R/2K/-',
    lit: [[0, 4]],
    barred: [[2, 4]],
    marks: [
      [2, 0, '2'],
      [2, 2, '7'],
    ],
  },
  'bonus.row': {
    kind: 'board',
    wall: 'coloured',
    rows: '..R../...../KWBYR/.K.../.....',
    lit: across(2, all),
  },
  'bonus.column': {
    kind: 'board',
    wall: 'coloured',
    rows: '..R../.BY../..B../..WB./..K..',
    lit: down(2, all),
  },
  'bonus.colour': {
    kind: 'board',
    wall: 'coloured',
    rows: 'B.R../.B.../..BY./...B./....B',
    lit: all.map((n) => [n, n] as const),
  },
} satisfies Record<string, Picture>;

export type PictureName = keyof typeof PICTURES;
