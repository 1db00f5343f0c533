import { describe, expect, test } from 'vitest';
import { breakdown, scoresByRound, standing } from './breakdown';
import { history, last, type Name } from './fixtures/games';

const GAMES: Name[] = ['duel', 'four', 'conceded', 'shared', 'tiebreak'];

describe.each(GAMES)('%s', (name) => {
  const game = history(name);

  test('the parts come to the score', () => {
    const parts = breakdown(game);
    const scores = last(game).result!.scores;
    expect(parts.map((part) => part.total)).toEqual(scores);
    for (const { wall, floor, rows, columns, colours, total } of parts) {
      expect(wall - floor + rows.points + columns.points + colours.points).toBe(total);
    }
  });

  test('the scores of the rounds end with the result', () => {
    expect(scoresByRound(game).at(-1)).toEqual(last(game).result!.scores);
  });

  test('half a game adds up as well', () => {
    const half = game.slice(0, Math.floor(game.length / 2));
    const boards = last(half).position!.boards;
    expect(breakdown(half).map((part) => part.total)).toEqual(boards.map((board) => board.score));
  });
});

test('moves that were taken back do not count', () => {
  const game = history('duel');
  const played = game.filter((update) => update.event?.kind === 'moved');
  expect(standing(game).length).toBe(played.length - 1);
});

test('tiling that was taken back does not count', () => {
  const game = history('four');
  const at = game.findIndex((update) => update.effects?.tiled.length);
  const undone = structuredClone(game[at]!);
  undone.event = { ...undone.event!, kind: 'undone', moves: 1 };
  undone.effects = null;
  const after = [...game.slice(0, at + 1), undone];
  expect(breakdown(after).every((part) => part.wall === 0)).toBe(true);
});

test('nothing has been played', () => {
  expect(breakdown([])).toEqual([]);
  expect(scoresByRound([])).toEqual([]);
});
