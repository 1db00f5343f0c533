import { cleanup, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '$lib/api/client';
import Problem from './Problem.svelte';
import { noteReached } from './server.svelte';

afterEach(() => {
  cleanup();
  noteReached(true);
  vi.useRealTimers();
});

it('takes back that the server is gone when it is there again, until it is gone anew', async () => {
  vi.useFakeTimers();
  const gone = () => new ApiError(0, 'offline', 'gone', null);
  noteReached(false);
  const { getByRole, rerender } = render(Problem, { error: gone() });
  const said = () => getByRole('alert').textContent?.trim();
  expect(said()).not.toBe('');
  vi.advanceTimersByTime(1000);
  await tick();
  // Now the banner of the page says it.
  expect(said()).toBe('');
  noteReached(true);
  await tick();
  expect(said()).toBe('');
  await rerender({ error: gone() });
  expect(said()).not.toBe('');
});
