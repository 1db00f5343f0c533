/** The order of the rules page; its words are texts whose keys begin with `rules.`. */

import type texts from '$texts/en/rules.json';
import type { PictureName } from './pictures';

type Without<Key> = Key extends `rules.${infer Rest}` ? Rest : never;
/** A text of the page, without the beginning that all keys share. */
export type Words = Without<keyof typeof texts>;

export type Block =
  | { text: Words }
  | { list: Words[]; numbered?: boolean }
  /** What is settled where the printed rules leave room for a question. */
  | { exact: Words[] }
  | { pictures: PictureName[] }
  | { displays: readonly (readonly [players: number, displays: number])[] };

export interface Section {
  id: string;
  title: Words;
  blocks: Block[];
}

export const SHORT: readonly (readonly [Words, Words])[] = [
  ['short.goal', 'short.goal.is'],
  ['short.turn', 'short.turn.is'],
  ['short.line', 'short.line.is'],
  ['short.marker', 'short.marker.is'],
  ['short.tiling', 'short.tiling.is'],
  ['short.end', 'short.end.is'],
];

export const SECTIONS: readonly Section[] = [
  {
    id: 'parts',
    title: 'parts.title',
    blocks: [
      { text: 'parts.tiles' },
      { text: 'parts.plates' },
      { text: 'parts.many' },
      {
        displays: [
          [2, 5],
          [3, 7],
          [4, 9],
        ],
      },
      { text: 'parts.board' },
      { text: 'parts.walls' },
      { pictures: ['parts.coloured', 'parts.gray'] },
    ],
  },
  {
    id: 'round',
    title: 'round.title',
    blocks: [
      { text: 'round.three' },
      { list: ['round.deal', 'round.offer', 'round.tiling'], numbered: true },
      { text: 'round.next' },
    ],
  },
  {
    id: 'deal',
    title: 'deal.title',
    blocks: [{ text: 'deal.four' }, { text: 'deal.refill' }, { exact: ['deal.exact'] }],
  },
  {
    id: 'take',
    title: 'take.title',
    blocks: [
      { text: 'take.turn' },
      { list: ['take.display', 'take.centre'] },
      { pictures: ['take'] },
      { text: 'take.marker' },
      { text: 'take.over' },
      { exact: ['take.exact.full', 'take.exact.alone'] },
    ],
  },
  {
    id: 'place',
    title: 'place.title',
    blocks: [
      { text: 'place.one' },
      { list: ['place.room', 'place.same', 'place.wall'] },
      { text: 'place.fall' },
      { pictures: ['place'] },
      { exact: ['place.exact.full', 'place.exact.split'] },
    ],
  },
  {
    id: 'tiling',
    title: 'tiling.title',
    blocks: [{ text: 'tiling.lines' }, { text: 'tiling.stay' }, { pictures: ['tiling'] }],
  },
  {
    id: 'score',
    title: 'score.title',
    blocks: [
      { text: 'score.alone' },
      { text: 'score.runs' },
      { pictures: ['score.alone', 'score.across', 'score.down', 'score.both'] },
      { exact: ['score.exact'] },
    ],
  },
  {
    id: 'floor',
    title: 'floor.title',
    blocks: [{ text: 'floor.cost' }, { pictures: ['floor'] }, { text: 'floor.zero' }],
  },
  {
    id: 'gray',
    title: 'gray.title',
    blocks: [
      { text: 'gray.choose' },
      { pictures: ['gray'] },
      { exact: ['gray.exact.none', 'gray.exact.order'] },
    ],
  },
  {
    id: 'end',
    title: 'end.title',
    blocks: [{ text: 'end.row' }, { exact: ['end.exact.several', 'end.exact.empty'] }],
  },
  {
    id: 'bonus',
    title: 'bonus.title',
    blocks: [
      { text: 'bonus.three' },
      { list: ['bonus.row', 'bonus.column', 'bonus.colour'] },
      { pictures: ['bonus.row', 'bonus.column', 'bonus.colour'] },
      { text: 'bonus.winner' },
      { exact: ['bonus.exact'] },
    ],
  },
];

export const WORDS: readonly (readonly [Words, Words])[] = [
  ['word.bag', 'word.bag.is'],
  ['word.centre', 'word.centre.is'],
  ['word.column', 'word.column.is'],
  ['word.display', 'word.display.is'],
  ['word.floor', 'word.floor.is'],
  ['word.lid', 'word.lid.is'],
  ['word.line', 'word.line.is'],
  ['word.marker', 'word.marker.is'],
  ['word.row', 'word.row.is'],
  ['word.run', 'word.run.is'],
  ['word.wall', 'word.wall.is'],
];
