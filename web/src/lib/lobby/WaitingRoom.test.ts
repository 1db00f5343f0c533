import { cleanup, fireEvent, render, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Game, Seat } from '$lib/api/types';
import WaitingRoom from './WaitingRoom.svelte';

const me = vi.hoisted(() => ({ name: null as string | null, became: vi.fn() }));
vi.mock('$lib/people/me.svelte', () => ({
  MAX_NAME: 32,
  NotNow: class extends Error {},
  myName: () => me.name,
  suggestedName: () => 'Sintra',
  becomeMe: me.became,
  ensureMe: me.became,
}));

const seat = (changes: Partial<Seat>): Seat => ({
  kind: 'open',
  name: null,
  level: null,
  stand_in: null,
  out: null,
  reserved: false,
  has_nonce: true,
  bank_ms: null,
  you: false,
  ...changes,
});
const HOST = seat({ kind: 'person', name: 'Ana' });

function roomOf(seats: Seat[], changes: Partial<Game> = {}) {
  const settings = { wall: 'gray', clock: { kind: 'none' }, start: null, begins: 'by-host' };
  const game = { seats, settings, can: [], is_host: false, key: null, ...changes };
  return {
    id: 'abc',
    key: 'secret',
    game: game as unknown as Game,
    busy: false,
    refusal: null,
    open: vi.fn(() => Promise.resolve()),
    close: vi.fn(),
    join: vi.fn(() => Promise.resolve()),
    leave: vi.fn(() => Promise.resolve()),
    start: vi.fn(() => Promise.resolve()),
  };
}

afterEach(cleanup);
beforeEach(() => {
  me.name = null;
  me.became.mockReset().mockResolvedValue(undefined);
});

it('lets a stranger say a name and sit down, known to the table from then on', async () => {
  const room = roomOf([HOST, seat({})]);
  const { getByRole } = render(WaitingRoom, { room });
  await fireEvent.input(getByRole('textbox'), { target: { value: 'Bela' } });
  await fireEvent.click(getByRole('button', { name: /wait.sit/ }));
  await vi.waitFor(() => expect(room.join).toHaveBeenCalledWith(1));
  expect(me.became).toHaveBeenCalledWith('Bela');
  expect(room.close.mock.invocationCallOrder[0]).toBeLessThan(
    room.open.mock.invocationCallOrder[0]!,
  );
});

it('gives the host the link with the key, and the start when all are there', async () => {
  me.name = 'Ana';
  const host = seat({ kind: 'person', name: 'Ana', you: true });
  const waiting = roomOf([host, seat({})], { is_host: true, key: 'secret', can: ['leave'] });
  const { getByRole, unmount } = render(WaitingRoom, { room: waiting });
  expect((getByRole('textbox') as HTMLInputElement).value).toMatch(/\/game\/abc\?key=secret$/);
  unmount();
  const full = roomOf([host, HOST], { is_host: true, can: ['leave', 'start'] });
  const table = render(WaitingRoom, { room: full });
  await fireEvent.click(table.getByRole('button', { name: 'wait.start' }));
  expect(full.start).toHaveBeenCalled();
});

it('asks before the table is cleared', async () => {
  me.name = 'Ana';
  const host = seat({ kind: 'person', name: 'Ana', you: true });
  const room = roomOf([host, seat({})], { is_host: true, can: ['leave'] });
  const { getByRole, queryByRole } = render(WaitingRoom, { room });
  const clear = { name: 'wait.close' };
  await fireEvent.click(getByRole('button', clear));
  await fireEvent.click(getByRole('button', { name: 'wait.close.no' }));
  expect(queryByRole('dialog')).toBeNull();
  expect(room.leave).not.toHaveBeenCalled();
  await fireEvent.click(getByRole('button', clear));
  await fireEvent.click(within(getByRole('dialog')).getByRole('button', clear));
  expect(room.leave).toHaveBeenCalled();
});

it('lets those who come too late stay and watch', () => {
  const { queryByRole, getByText } = render(WaitingRoom, { room: roomOf([HOST, HOST]) });
  expect(getByText('wait.full')).toBeTruthy();
  expect(queryByRole('button')).toBeNull();
});

it('lets whoever a rematch waits for sit down on the seat kept for them, and nobody else', async () => {
  me.name = 'Bela';
  const seats = ['Bela', 'Cili'].map((name) => seat({ name, reserved: true }));
  const room = roomOf([HOST, ...seats], { can: ['join'] });
  const { getAllByRole, getByText, unmount } = render(WaitingRoom, { room });
  expect(getByText('wait.kept')).toBeTruthy();
  const [sit, ...more] = getAllByRole('button', { name: /wait.sit/ });
  expect(more).toEqual([]);
  await fireEvent.click(sit!);
  await vi.waitFor(() => expect(room.join).toHaveBeenCalledWith(1));
  unmount();
  const { queryByRole } = render(WaitingRoom, { room: roomOf([HOST, ...seats]) });
  expect(queryByRole('button', { name: /wait.sit/ })).toBeNull();
});
