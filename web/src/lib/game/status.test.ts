import { beforeAll, describe, expect, it } from 'vitest';
import type { Choice, Effects, Game, Update } from '$lib/api/types';
import { speak } from '$lib/story/fixtures/speak';
import { hintText } from './moves';
import { holderOf, noteText, shownText, turnText } from './status';

beforeAll(() => speak('en'));

const seat = (name: string, kind: string, you: boolean) => ({ name, kind, you });
const TWO_HERE = [seat('Ana', 'person', true), seat('Bea', 'local', true)];
const ONE_HERE = [seat('Ana', 'person', true), seat('Bea', 'person', false)];

function game(seats: object[], acting: number, over: object = {}): Game {
  return {
    status: 'playing',
    seats,
    turn: { seat: acting },
    position: { phase: 'draft' },
    choices: [],
    ...over,
  } as unknown as Game;
}
const column = { line: 2, column: 1, colour: 'B', source: null, count: 1 } as unknown as Choice;
const tiling = { position: { phase: 'tile' }, choices: [column] };
const moved = (seat: number) => ({ event: { kind: 'moved', seat } }) as unknown as Update;

describe('whose turn it is', () => {
  it('asks for the device only when it goes to somebody else', () => {
    const shared = game(TWO_HERE, 1);
    expect(turnText(shared, false, holderOf(shared, [moved(0)]))).toBe('Pass the device to Bea');
    expect(turnText(shared, false, holderOf(shared, [moved(1)]))).toBe('Bea to move');
    expect(holderOf(shared, [])).toBe(0);
    expect(turnText(game(ONE_HERE, 0))).toBe('Your turn');
  });
  it('says which tile a column is chosen for', () => {
    const text = 'hoose a column for the blue tile of line 3';
    expect(turnText(game(ONE_HERE, 0, tiling))).toBe(`C${text}`);
    expect(turnText(game(TWO_HERE, 1, tiling))).toBe(`Bea: c${text}`);
  });
});

describe('what is shown', () => {
  const move = { player: 0 } as Effects;
  it('speaks to the one who sees it, and of several on one device by name', () => {
    expect(shownText(game(ONE_HERE, 1), move)).toBe('You move');
    expect(shownText(game(TWO_HERE, 1), move)).toBe('Ana moves');
    const note = { kind: 'tile', seat: 0, points: 3 } as const;
    expect(noteText(game(ONE_HERE, 1), note)).toBe('You: 3 points for a tile');
    expect(noteText(game(TWO_HERE, 1), note)).toBe('Ana: 3 points for a tile');
  });
  it('does not say that you move where a computer does it for you', () => {
    const seats = [{ ...ONE_HERE[0], stand_in: 'casual' }, ONE_HERE[1]!];
    expect(shownText(game(seats, 1), move)).toBe('Ana moves');
  });
});

describe('a hint', () => {
  it('is said in a few words', () => {
    expect(hintText(column)).toBe('Hint: line 3 → column 2');
    const taken = { line: 2, column: null, colour: 'W', source: 3, count: 3 } as unknown as Choice;
    expect(hintText(taken)).toBe('Hint: 3 × white, display 4 → line 3');
    expect(hintText({ ...taken, source: null, line: null })).toBe(
      'Hint: 3 × white, centre → floor',
    );
  });
});
