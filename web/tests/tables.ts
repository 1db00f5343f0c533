/** Tables set up over the API, for tests that are about what comes later. */

import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Choice, Game, SeatPlan, Study, TableSettings, Update } from '../src/lib/api/types';

const nonce = () => randomBytes(32).toString('hex');

/** Ask the server as whoever sits before the page. */
export async function ask<T>(page: Page, method: string, path: string, data?: object): Promise<T> {
  const response = await page.request.fetch(`/api/v1${path}`, {
    method,
    ...(data ? { data } : {}),
  });
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
  return (await response.json()) as T;
}

/** Be somebody, if nobody is there yet. */
export async function becomeGuest(page: Page, name: string): Promise<void> {
  const known = await page.request.get('/api/v1/me');
  if (known.ok()) return;
  await ask(page, 'POST', '/guests', { name });
  await page.context().addInitScript((name) => {
    if (location.origin !== 'null') localStorage.setItem('azulejos.name', name);
  }, name);
}

/** The others on the host's device. */
export const locals = (...names: string[]): SeatPlan[] =>
  names.map((name) => ({ kind: 'local', name }));

/** Open a table and begin at once if nobody has to come; the first seat is ours. */
export async function openTable(
  page: Page,
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

export async function look(page: Page, id: string): Promise<Game> {
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
  page: Page,
  id: string,
  enough: (game: Game) => boolean = () => false,
): Promise<Game> {
  for (;;) {
    const game = await look(page, id);
    if (game.status !== 'playing' || enough(game)) return game;
    if (game.choices.length === 0) continue;
    const { move } = quickest(game.choices);
    await ask(page, 'POST', `/games/${id}/moves`, { number: game.number, move });
  }
}

/** Whoever is at the device to play all seats on positions of our own choosing. */
export async function showPosition(
  page: Page,
  position: string,
  names: string[] = ['Bruno', 'Carla', 'Davi'],
): Promise<Game> {
  await becomeGuest(page, 'Ana');
  const study = await ask<Study>(page, 'POST', '/study', { position, event: null });
  const others = locals(...names.slice(0, study.position.boards.length - 1));
  const game = await openTable(page, others, { wall: study.position.wall });
  const { player } = study.position;
  const patch = (update: Update): void => {
    update.effects = null;
    update.game.position = study.position;
    update.game.legal = study.legal;
    update.game.choices = study.choices;
    if (update.game.turn && player !== null) update.game.turn.seat = player;
  };
  await page.route(
    (url) => url.pathname === `/api/v1/games/${game.id}`,
    async (route) => {
      const response = await route.fetch();
      const update = (await response.json()) as Update;
      patch(update);
      await route.fulfill({ response, json: update });
    },
  );
  await page.route(
    (url) => url.pathname === `/api/v1/games/${game.id}/updates`,
    async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { updates: Update[] };
      const last = answer.updates.at(-1);
      if (last) patch(last);
      await route.fulfill({ response, json: answer });
    },
  );
  return game;
}
