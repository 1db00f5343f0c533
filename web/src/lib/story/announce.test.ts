import { beforeAll, describe, expect, test } from 'vitest';
import type { Game } from '$lib/api/types';
import { announce, describeEnd, describeTurn } from './announce';
import { history, last, type Name } from './fixtures/games';
import { speak } from './fixtures/speak';

const GAMES: Name[] = ['duel', 'four', 'conceded', 'shared', 'tiebreak'];

beforeAll(() => speak('en'));

function said(name: Name): string[] {
  return history(name).map(announce);
}

describe('announcements', () => {
  test('the beginning of a game', () => {
    expect(said('duel').slice(0, 7)).toEqual([
      'The table is open.',
      '',
      'Bea sits down.',
      'The game begins.',
      'Round 1 begins. You start.',
      'You take 1 black tile from display 4 to line 1.',
      'Bea takes 2 white tiles from display 5 to line 2.',
    ]);
  });

  test('a wish refused, and a move taken back', () => {
    expect(said('duel').slice(8, 13)).toEqual([
      'You ask to take back 1 move.',
      'Bea does not agree.',
      'You ask to take back 1 move.',
      'Bea agrees.',
      '1 move is taken back.',
    ]);
  });

  test('several people on one device go by their names', () => {
    const [opening, move] = history('duel').slice(4, 6);
    for (const { game } of [opening!, move!]) game.seats.forEach((seat) => (seat.you = true));
    expect(announce(opening!)).toBe('Round 1 begins. Ana starts.');
    expect(announce(move!)).toBe('Ana takes 1 black tile from display 4 to line 1.');
  });

  test('what a computer does in your stead is not yours', () => {
    const move = history('duel')[5]!;
    move.game.seats[0]!.stand_in = 'casual';
    expect(announce(move)).toBe('Ana takes 1 black tile from display 4 to line 1.');
  });

  test('every key has a text and every place is filled', () => {
    for (const name of GAMES) {
      for (const sentence of said(name)) {
        expect(sentence).not.toMatch(/[{}]|story\./);
      }
    }
  });

  test('the end of a round: wall, floor and scores', () => {
    const end = history('duel').find((update) => update.effects?.penalties.length)!;
    expect(announce(end)).toMatch(
      /(You|Bea): line \d to the wall, \d points?\. .*floor line, minus \d points?\. Score: you \d+, Bea \d+\.$/,
    );
  });

  test('bonuses', () => {
    const end = history('duel').find((update) => update.effects?.bonuses.length)!;
    expect(announce(end)).toMatch(/Your bonuses: \d rows?, plus \d+.* Bea, bonuses: /);
  });

  test('a gray wall, somebody away, somebody who resigns, and a refilled bag', () => {
    const all = said('four').join('\n');
    expect(all).toMatch(/line \d to column \d, \d points?\./);
    expect(all).toContain('Bea is away. A computer player plays on.');
    expect(all).toContain('Bea is back.');
    expect(all).toContain('Ana resigns. A computer player plays on.');
    expect(all).toContain('The bag has been refilled from the lid.');
    expect(all).toMatch(/takes the starting marker\./);
  });

  test.each<[Name, string]>([
    ['duel', 'Game over. You win with 66 points to 48.'],
    ['four', 'Game over. Bea wins with 59 points.'],
    ['conceded', 'Game over. You win.'],
    ['shared', 'Game over. Shared victory with 40 points each: you and Bea.'],
    ['tiebreak', 'Game over. Bea wins with 46 points and more complete rows.'],
  ])('the end of %s', (name, words) => {
    const game = last(history(name));
    expect(said(name).at(-1)).toBe(words);
    expect(describeTurn(game)).toBe(words);
  });

  test('nobody is left to win', () => {
    const game = last(history('conceded'));
    game.result = { reason: 'conceded', winners: [], scores: [1, 2] };
    expect(describeEnd(game)).toBe('Game over.');
  });
});

describe('whose turn it is', () => {
  function playing(changes: Partial<Game> = {}): Game {
    return { ...history('duel')[4]!.game, ...changes };
  }
  const turn = (seat: number) => ({ seat, began_at: 0, deadline_at: null });

  test('yours, another’s, and nobody’s yet', () => {
    expect(describeTurn(playing({ turn: turn(0) }))).toBe('Your turn.');
    expect(describeTurn(playing({ turn: turn(1) }))).toBe('Bea is to move.');
    expect(describeTurn(playing({ status: 'open' }))).toBe('Waiting for players.');
  });

  test('several people on one device go by their names', () => {
    const seats = playing().seats.map((seat) => ({ ...seat, you: true }));
    expect(describeTurn(playing({ turn: turn(0), seats }))).toBe('Ana is to move.');
  });

  test('a column is to be chosen', () => {
    const game = playing({ turn: turn(0) });
    game.position = { ...game.position!, phase: 'tile' };
    game.choices = [{ line: 3, column: 1 } as Game['choices'][number]];
    expect(describeTurn(game)).toBe('Your turn: choose a column for the tile of line 4.');
  });

  test('computer players go by their characters', () => {
    const seats = playing().seats.map((seat) => ({ ...seat }));
    seats[1] = { ...seats[1]!, kind: 'level', name: 'casual', level: 'casual' };
    expect(describeTurn(playing({ turn: turn(1), seats }))).toBe('Rosa is to move.');
  });

  test('two of the same name are told apart', () => {
    const seats = playing().seats.map((seat) => ({ ...seat, name: 'Ana' }));
    expect(describeTurn(playing({ turn: turn(1), seats }))).toBe('Ana (2) is to move.');
  });
});
