import { expect, it } from 'vitest';
import type { Summary } from '$lib/api/types';
import { sorted } from './mine.svelte';

const game = (id: string, status: Summary['status']) => ({ id, status }) as Summary;

it('puts the games where it is my turn first and leaves out those called off', () => {
  const games = [
    game('a', 'playing'),
    game('b', 'over'),
    game('c', 'playing'),
    game('d', 'open'),
    game('e', 'closed'),
  ];
  const mine = sorted(games, new Set(['c']));
  expect(mine.turn.map(({ id }) => id)).toEqual(['c']);
  expect(mine.running.map(({ id }) => id)).toEqual(['a']);
  expect(mine.waiting.map(({ id }) => id)).toEqual(['d']);
  expect(mine.finished.map(({ id }) => id)).toEqual(['b']);
});
