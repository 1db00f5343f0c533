import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, ApiError, askAhead, gameAddress, gamePage } from './client';

const reached: boolean[] = [];
const note = (event: Event) => reached.push((event as CustomEvent<boolean>).detail);

beforeEach(() => {
  reached.length = 0;
  window.addEventListener('azulejos:server', note);
});
afterEach(() => {
  window.removeEventListener('azulejos:server', note);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('takes the key of a private table along', () => {
  expect(gamePage('g', null)).toBe('/game/g');
  expect(gamePage('g', 'a&b', 12)).toBe('/game/g/12?key=a%26b');
  expect(gameAddress('g', null)).toBe('/api/v1/games/g');
  expect(gameAddress('g', 'k', '/events', 3)).toBe('/api/v1/games/g/events?after=3&key=k');
});

it('gives up a request that nobody answers', async () => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  const asked = expect(api.me()).rejects.toMatchObject({ status: 0, code: 'offline' });
  await vi.advanceTimersByTimeAsync(30_000);
  await asked;
  expect(reached).toEqual([false]);
});

it.each([
  [200, true],
  [404, true],
  [502, false],
])('knows whether the server itself answered: %i', async (status, itself) => {
  vi.stubGlobal('fetch', async () => new Response('{"code": "missing"}', { status }));
  await api.me().catch((error: unknown) => expect(error).toBeInstanceOf(ApiError));
  expect(reached).toEqual([itself]);
});

it('asks ahead for a game once; every later question is a new one', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return new Response(JSON.stringify({ updates: [{ number: asked.length }] }));
  });
  await askAhead('g', 'k');
  expect(await api.updates('g', 'k')).toEqual({ updates: [{ number: 1 }] });
  expect(asked).toEqual(['/api/v1/games/g/updates?key=k']);
  expect(await api.updates('g', 'k')).toEqual({ updates: [{ number: 2 }] });
});

it('leaves it to whoever takes the answer that there is none', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('lost')));
  await askAhead('g', null);
  await expect(api.updates('g', null)).rejects.toMatchObject({ code: 'offline' });
});

it('tells of a record that cannot be had as of everything else', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('lost')));
  await expect(api.record('g', null)).rejects.toMatchObject({ code: 'offline' });
});
