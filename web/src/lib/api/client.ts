/** The server's routes as functions. Every refusal becomes an `ApiError`. */

import type { Game, Hint, Study, Summary, TableSettings, Update, Verified } from './types';

const ROOT = '/api/v1';

export class ApiError extends Error {
  constructor(
    /** The HTTP status, 0 if the server could not be reached. */
    readonly status: number,
    readonly code: string,
    message: string,
    readonly field: string | null = null,
    /** The present state, where the request came too late. */
    readonly game: Game | null = null,
  ) {
    super(message);
  }
}

/** A request without any answer for so long is lost, though its line may not know it. */
const PATIENCE = 20_000;

/** Send a request and read the whole answer, whatever it says. */
async function send(
  path: string,
  init: RequestInit,
): Promise<{ response: Response; text: string }> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const response = await fetch(ROOT + path, {
      ...init,
      credentials: 'same-origin',
      signal: patience.signal,
    });
    // What has begun to come may take its time.
    clearTimeout(timer);
    setClock(response.headers.get('Date'));
    const text = await response.text();
    // A proxy answers for a server that is down.
    tellReached(response.status < 502 || response.status > 504);
    return { response, text };
  } catch {
    tellReached(false);
    throw new ApiError(0, 'offline', 'the server cannot be reached');
  } finally {
    clearTimeout(timer);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const { response, text } = await send(path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (response.status === 204) return undefined as T;
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new ApiError(response.status, 'broken', 'the answer cannot be read');
  }
  if (response.ok) return answer as T;
  const told = answer as { code?: string; message?: string; field?: string; game?: Game };
  throw new ApiError(
    response.status,
    told.code ?? 'broken',
    told.message ?? response.statusText,
    told.field ?? null,
    told.game ?? null,
  );
}

/** Clocks that differ by less count as equal: the server tells no more than the second. */
const NOTICEABLE = 2000;
let ahead = 0;

/** How far the server's clock is ahead of ours, in milliseconds. */
export function clockAhead(): number {
  return ahead;
}

function setClock(date: string | null): void {
  const differs = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(differs)) ahead = Math.abs(differs) > NOTICEABLE ? differs : 0;
}

/** Let the page know whether requests get through; it shows a banner while they do not. */
function tellReached(reached: boolean): void {
  window.dispatchEvent(new CustomEvent('azulejos:server', { detail: reached }));
}

/** The path of a game's route; a private table's key goes with every request. */
export function gamePath(
  id: string,
  key: string | null,
  route = '',
  after: number | null = null,
): string {
  const query = new URLSearchParams();
  if (after !== null) query.set('after', String(after));
  if (key !== null) query.set('key', key);
  const asked = query.toString();
  return `/games/${encodeURIComponent(id)}${route}${asked && `?${asked}`}`;
}

/** The whole address of a game's route, for streams and downloads. */
export function gameAddress(
  id: string,
  key: string | null,
  route = '',
  after: number | null = null,
): string {
  return ROOT + gamePath(id, key, route, after);
}

/** The address of a game's page, at one of its events or where it is now. */
export function gamePage(id: string, key: string | null, at: number | null = null): string {
  const moment = at === null ? '' : `/${at}`;
  const asked = key === null ? '' : `?key=${encodeURIComponent(key)}`;
  return `/game/${id}${moment}${asked}`;
}

/** 32 random bytes: a seat's share in the seed of the game. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

type Updates = { updates: Update[] };
type Games = { games: Summary[] };
type Guest = { name: string };

/** Questions asked before the page is there that will ask them, by their path. */
const begun = new Map<string, Promise<Updates>>();

/** Ask for a game while its page is still on its way; the first to want the answer has it. */
export function askAhead(id: string, key: string | null): Promise<unknown> {
  const answer = api.updates(id, key);
  begun.set(gamePath(id, key, '/updates'), answer);
  // Whoever takes it sees whether it failed.
  return answer.catch(() => {});
}

export const api = {
  me: () => ask<Guest>('GET', '/me'),
  becomeGuest: (name: string) => ask<Guest>('POST', '/guests', { name }),
  rename: (name: string) => ask<Guest>('PATCH', '/me', { name }),
  linkDevice: () => ask<{ code: string; expires_at: number }>('POST', '/me/link'),
  claimDevice: (code: string) => ask<Guest>('POST', '/guests/claim', { code }),
  myGames: () => ask<Games>('GET', '/me/games'),

  levels: () => ask<{ name: string; character: string }[]>('GET', '/levels'),
  lobby: () => ask<Games>('GET', '/lobby'),
  verify: (record: string) => ask<Verified>('POST', '/verify', { record }),
  study: (position: string, event: string | null = null) =>
    ask<Study>('POST', '/study', { position, event }),

  open: (settings: TableSettings) => ask<Update>('POST', '/games', settings),
  look: (id: string, key: string | null) => ask<Update>('GET', gamePath(id, key)),
  updates: (id: string, key: string | null, after: number | null = null): Promise<Updates> => {
    const path = gamePath(id, key, '/updates', after);
    const answer = begun.get(path) ?? ask<Updates>('GET', path);
    begun.delete(path);
    return answer;
  },
  join: (id: string, key: string | null, seat: number | null, nonce: string) =>
    ask<Updates>('POST', gamePath(id, key, '/join'), { seat, nonce }),
  giveNonce: (id: string, key: string | null, seat: number | null, nonce: string) =>
    ask<Updates>('POST', gamePath(id, key, '/nonce'), { seat, nonce }),
  leave: (id: string, key: string | null) => ask<Updates>('POST', gamePath(id, key, '/leave')),
  start: (id: string, key: string | null, nonce: string | null) =>
    ask<Updates>('POST', gamePath(id, key, '/start'), { nonce }),
  move: (id: string, key: string | null, number: number, move: string) =>
    ask<Updates>('POST', gamePath(id, key, '/moves'), { number, move }),
  undo: (id: string, key: string | null, number: number) =>
    ask<Updates>('POST', gamePath(id, key, '/undo'), { number }),
  answerUndo: (id: string, key: string | null, number: number, accept: boolean) =>
    ask<Updates>('POST', gamePath(id, key, '/undo/answer'), { number, accept }),
  resign: (id: string, key: string | null, number: number, seat: number | null) =>
    ask<Updates>('POST', gamePath(id, key, '/resign'), { number, seat }),
  comeBack: (id: string, key: string | null) => ask<Updates>('POST', gamePath(id, key, '/return')),
  rematch: (id: string, key: string | null, nonce: string) =>
    ask<Update>('POST', gamePath(id, key, '/rematch'), { nonce }),
  hint: (id: string, key: string | null) => ask<Hint>('GET', gamePath(id, key, '/hint')),
  record: async (id: string, key: string | null): Promise<string> => {
    const { response, text } = await send(gamePath(id, key, '/record'), {});
    if (!response.ok) throw new ApiError(response.status, 'missing', response.statusText);
    return text;
  },
};
