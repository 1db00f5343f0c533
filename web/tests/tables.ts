/** Tables set up over the API, for tests that are about what comes later. */

import { randomBytes } from 'node:crypto';
import { expect, request, type APIRequestContext, type Page } from '@playwright/test';
import type {
  Choice,
  Game,
  GameEvent,
  SeatPlan,
  Study,
  TableSettings,
  Update,
} from '../src/lib/api/types';

const nonce = () => randomBytes(32).toString('hex');

/** Whoever can ask the server: somebody before a page, or one who is there without it. */
export type Somebody = { request: APIRequestContext } & Partial<Pick<Page, 'context'>>;

/** Ask the server as somebody. */
export async function ask<T>(
  page: Somebody,
  method: string,
  path: string,
  data?: object,
): Promise<T> {
  const response = await page.request.fetch(`/api/v1${path}`, {
    method,
    ...(data ? { data } : {}),
  });
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
  return (await response.json()) as T;
}

/** Be somebody, if nobody is there yet. */
export async function becomeGuest(page: Somebody, name: string): Promise<void> {
  const known = await page.request.get('/api/v1/me');
  if (known.ok()) return;
  await ask(page, 'POST', '/guests', { name });
  await page.context?.().addInitScript((name) => {
    if (location.origin !== 'null') localStorage.setItem('azulejos.name', name);
  }, name);
}

/** Somebody else at the same server, without a page. */
export async function somebodyElse(page: Page, name: string): Promise<Somebody> {
  const { origin } = new URL((await page.request.get('/api/v1/levels')).url());
  const other = { request: await request.newContext({ baseURL: origin }) };
  await becomeGuest(other, name);
  return other;
}

/** The others on the host's device. */
export const locals = (...names: string[]): SeatPlan[] =>
  names.map((name) => ({ kind: 'local', name }));

/** Open a table and begin at once if nobody has to come; the first seat is ours. */
export async function openTable(
  page: Somebody,
  others: SeatPlan[],
  settings: Partial<TableSettings> = {},
): Promise<Game> {
  await becomeGuest(page, 'Ana');
  const { game } = await ask<Update>(page, 'POST', '/games', {
    seats: [{ kind: 'host' }, ...others],
    wall: 'coloured',
    public: false,
    clock: { kind: 'none' },
    start: 0,
    begins: 'when-full',
    stand_in: null,
    hints: true,
    ...settings,
  });
  await ask(page, 'POST', `/games/${game.id}/nonce`, { seat: null, nonce: nonce() });
  return look(page, game.id);
}

export async function look(page: Somebody, id: string): Promise<Game> {
  return (await ask<Update>(page, 'GET', `/games/${id}`)).game;
}

/** How a choice looks to somebody who wants to be done: short lines first, nothing wasted. */
function appeal({ line, column, full, fallen, discarded }: Choice): number {
  if (column !== null) return -column;
  if (line === null) return -100;
  return (full ? 20 : 10) - 2 * line - 10 * (fallen + discarded);
}

export function quickest(choices: readonly Choice[]): Choice {
  return [...choices].sort((a, b) => appeal(b) - appeal(a))[0]!;
}

/** Play moves of our own seats until something is the case, or the game is over. */
export async function playUntil(
  page: Somebody,
  id: string,
  enough: (game: Game) => boolean = () => false,
): Promise<Game> {
  let game = await look(page, id);
  while (game.status === 'playing' && !enough(game)) {
    if (game.choices.length === 0) {
      game = await look(page, id);
      continue;
    }
    const { move } = quickest(game.choices);
    const { updates } = await ask<{ updates: Update[] }>(page, 'POST', `/games/${id}/moves`, {
      number: game.number,
      move,
    });
    game = updates.at(-1)?.game ?? game;
  }
  return game;
}

interface Told {
  /** Who else is at the table; people at the same device unless told. */
  others?: SeatPlan[];
  /** Moves, and deals such as `=BBRK/…`, that led from the position to what is shown. */
  events?: string[];
  /** What happens after each of our moves. */
  replies?: string[][];
}

/** A game that stands as we say; moves are played there, but the server's game knows nothing of it. */
export async function showPosition(
  page: Page,
  position: string,
  { others = locals('Bruno', 'Carla', 'Davi'), events = [], replies = [] }: Told = {},
): Promise<Game> {
  await becomeGuest(page, 'Ana');
  const study = (from: string, event: string | null) =>
    ask<Study>(page, 'POST', '/study', { position: from, event });
  let shown = await study(position, null);
  const { boards, wall } = shown.position;
  const game = await openTable(page, others.slice(0, boards.length - 1), { wall });
  const { updates: story } = await ask<{ updates: Update[] }>(
    page,
    'GET',
    `/games/${game.id}/updates`,
  );
  // The server's own game ends with its first deal; ours begins instead of it.
  const last = story.pop()!;

  const add = (event: Partial<GameEvent>): void => {
    const { player } = shown.position;
    const ours = player !== null && game.seats[player]?.you;
    story.push({
      number: story.length + 1,
      at: game.at,
      event: { ...last.event!, ...event },
      effects: shown.effects,
      game: {
        ...game,
        number: story.length + 1,
        position: shown.position,
        legal: ours ? shown.legal : [],
        choices: ours ? shown.choices : [],
        can: game.can.filter((ability) => ability !== 'move' || ours),
        turn: player === null || !game.turn ? null : { ...game.turn, seat: player },
      },
    });
  };
  const happen = async (event: string): Promise<void> => {
    const seat = shown.position.player;
    shown = await study(shown.position.text, event);
    if (event.startsWith('=')) add({ kind: 'dealt', seat: null, deal: event.slice(1) });
    else add({ kind: 'moved', seat, move: event, deal: null });
  };
  if (events.length === 0) add({});
  for (const event of events) await happen(event);

  const at = (ending: string) => (url: URL) => url.pathname === `/api/v1/games/${game.id}${ending}`;
  await page.route(at(''), (route) => route.fulfill({ json: story.at(-1) }));
  await page.route(at('/updates'), (route) => {
    const after = Number(new URL(route.request().url()).searchParams.get('after') ?? 0);
    return route.fulfill({ json: { updates: story.slice(after) } });
  });
  await page.route(at('/moves'), async (route) => {
    const { number, move } = route.request().postDataJSON() as { number: number; move: string };
    for (const event of [move, ...(replies.shift() ?? [])]) await happen(event);
    await route.fulfill({ json: { updates: story.slice(number) } });
  });
  return game;
}
