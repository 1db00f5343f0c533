import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Summary } from '$lib/api/types';
import { speak } from '$lib/story/fixtures/speak';
import GameCard from './GameCard.svelte';

vi.mock('$lib/people/me.svelte', () => ({ myName: () => 'Ana' }));

const seat = (kind: string, name: string) => ({ kind, name });
const ANA = seat('person', 'Ana');
const BEA = seat('person', 'Bea');
const CARLA = seat('local', 'Carla');

beforeAll(() => speak('en'));
afterEach(cleanup);

/** What the card of a game says where I am to act. */
function said(seats: object[], acting: number): { line: string; button: string } {
  const game = { id: 'abc', status: 'playing', wall: 'gray', clock: 'none', at: 0, round: 2 };
  const summary = { ...game, seats, acting, scores: null, winners: null } as unknown as Summary;
  const { container } = render(GameCard, { game: summary, action: 'Your move', mine: true });
  const line = container.querySelector('p')?.textContent ?? '';
  const button = container.querySelector('a')?.firstChild?.textContent?.trim() ?? '';
  cleanup();
  return { line, button };
}

it('calls me to my move', () => {
  const { line, button } = said([ANA, BEA], 0);
  expect(line).toContain('Your turn');
  expect(button).toBe('Your move');
});

it.each([
  ['Carla to move', [ANA, CARLA], 1],
  ['Ana to move', [ANA, CARLA], 0],
  ['Carla to move', [ANA, CARLA, BEA], 1],
])('has several people on this device go on: %s', (words, seats, acting) => {
  const { line, button } = said(seats, acting);
  expect(line).toContain(words);
  expect(button).toBe('Go on');
});
