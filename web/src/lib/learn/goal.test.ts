import { describe, expect, it } from 'vitest';
import type { Choice } from '$lib/api/types';
import { leadsOn, missing } from './goal';
import { NAMES, STEPS } from './steps';

function choice(move: string, changes: Partial<Choice> = {}): Choice {
  return {
    move,
    source: 0,
    colour: 'B',
    count: 2,
    marker: false,
    line: 1,
    column: null,
    on_line: 2,
    fallen: 0,
    discarded: 0,
    full: true,
    points: 1,
    cost: 0,
    ...changes,
  };
}

describe('what a choice lacks', () => {
  const fits = choice('1B2');
  const falls = choice('1B1', { line: 0, on_line: 1, fallen: 1, cost: 1 });
  const waits = choice('1B3', { line: 2, full: false, points: null });
  const floor = choice('1B-', { line: null, on_line: 0, fallen: 2, full: false, cost: 2 });
  const all = [fits, falls, waits, floor];

  it('is nothing if it does all that is asked for', () => {
    expect(missing({ do: 'move', line: 'any', full: true, fallen: 0 }, fits, all)).toBeNull();
    expect(missing({ do: 'move' }, floor, all)).toBeNull();
  });

  it('is told by the first thing that is wrong', () => {
    const goal = { do: 'move', line: 'any', full: true, fallen: 0 } as const;
    expect(missing(goal, floor, all)).toBe('floor');
    expect(missing(goal, falls, all)).toBe('fallen');
    expect(missing(goal, waits, all)).toBe('full');
    expect(missing({ do: 'move', line: 2 }, fits, all)).toBe('line');
    expect(missing({ do: 'move', source: 'centre' }, fits, all)).toBe('source');
  });

  it('compares with all choices where the best is asked for', () => {
    const rich = choice('1B4', { line: 3, points: 7 });
    expect(missing({ do: 'move', best: 'points' }, fits, [...all, rich])).toBe('best');
    expect(missing({ do: 'move', best: 'points' }, rich, [...all, rich])).toBeNull();
    expect(missing({ do: 'move', best: 'cost' }, falls, all)).toBe('best');
    expect(missing({ do: 'move', best: 'cost' }, fits, all)).toBeNull();
  });

  it('is seen as soon as tiles are taken that lead nowhere', () => {
    const goal = { do: 'move', line: 2 } as const;
    expect(leadsOn(goal, { source: 0, colour: 'B' }, all)).toBe(true);
    expect(leadsOn(goal, { source: 0, colour: 'R' }, all)).toBe(false);
    expect(leadsOn({ do: 'pick', source: 'display' }, { source: null, colour: 'R' }, all)).toBe(
      false,
    );
  });
});

it('has ten steps with the names the texts know', () => {
  expect(STEPS.map(({ name }) => name)).toEqual([...NAMES]);
  expect(STEPS).toHaveLength(10);
});
