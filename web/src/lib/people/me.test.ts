import { beforeEach, expect, it, vi } from 'vitest';

const api = vi.hoisted(() => ({
  me: vi.fn(),
  becomeGuest: vi.fn(),
  rename: vi.fn(),
  claimDevice: vi.fn(),
}));
vi.mock('$lib/api/client', () => {
  class ApiError extends Error {
    constructor(
      readonly status: number,
      readonly code: string,
    ) {
      super(code);
    }
  }
  return { api, ApiError };
});

type Me = typeof import('./me.svelte');
let me: Me;

/** A page that is loaded anew, by somebody the server knows or does not. */
async function arrive(known: string | null): Promise<void> {
  vi.resetModules();
  const { ApiError } = await import('$lib/api/client');
  const Refusal = ApiError as unknown as new (status: number, code: string) => Error;
  if (known) api.me.mockResolvedValue({ name: known });
  else api.me.mockImplementation(() => Promise.reject(new Refusal(401, 'identity')));
  me = await import('./me.svelte');
}

beforeEach(() => {
  localStorage.clear();
  vi.resetAllMocks();
  api.becomeGuest.mockImplementation((name: string) => Promise.resolve({ name }));
  api.rename.mockImplementation((name: string) => Promise.resolve({ name: name.trim() }));
});

it('lets a stranger play at once under the suggested name', async () => {
  await arrive(null);
  await me.ensureMe({ quietly: true });
  expect(api.becomeGuest).toHaveBeenCalledExactlyOnceWith(me.suggestedName());
  expect(me.myName()).toBe(me.suggestedName());
  expect(localStorage.getItem('azulejos.name')).toBe(me.myName());
});

it('makes one guest of two hurried taps', async () => {
  await arrive(null);
  await Promise.all([me.ensureMe({ quietly: true }), me.ensureMe({ quietly: true })]);
  expect(api.becomeGuest).toHaveBeenCalledTimes(1);
});

it('makes nobody new of somebody the server knows', async () => {
  await arrive('Ana');
  await me.ensureMe();
  expect(me.myName()).toBe('Ana');
  expect(api.becomeGuest).not.toHaveBeenCalled();
});

it('asks for a name and takes the answer', async () => {
  await arrive(null);
  const sure = me.ensureMe();
  await vi.waitFor(() => expect(me.question.open).toBe(true));
  me.question.answer('Bela');
  await sure;
  expect(me.question.open).toBe(false);
  expect(api.becomeGuest).toHaveBeenCalledWith('Bela');
});

it('does nothing if the question is closed', async () => {
  await arrive(null);
  const sure = me.ensureMe();
  await vi.waitFor(() => expect(me.question.open).toBe(true));
  me.question.answer(null);
  await expect(sure).rejects.toBeInstanceOf(me.NotNow);
  expect(api.becomeGuest).not.toHaveBeenCalled();
});

it('leaves strangers alone until they need a name', async () => {
  await arrive(null);
  me.greet();
  expect(api.me).not.toHaveBeenCalled();
});

it('renames, and asks the server only if the name is another', async () => {
  await arrive('Ana');
  await me.ensureMe();
  await me.becomeMe('Ana');
  expect(api.rename).not.toHaveBeenCalled();
  await me.becomeMe(' Anna ');
  expect(me.myName()).toBe('Anna');
});

it('is on this device who it is on another', async () => {
  await arrive(null);
  api.claimDevice.mockResolvedValue({ name: 'Cili' });
  await me.claim('code');
  expect(me.myName()).toBe('Cili');
});

it('tries again when the server could not be reached', async () => {
  await arrive(null);
  api.me.mockRejectedValueOnce(new Error('offline')).mockResolvedValue({ name: 'Ana' });
  await expect(me.ensureMe()).rejects.toThrow('offline');
  await me.ensureMe();
  expect(me.myName()).toBe('Ana');
});
