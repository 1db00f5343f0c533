/**
 * Who is at this device. Nobody signs up: the first time somebody has to be somebody, they become
 * a guest with a name, which a cookie of the server's proves from then on.
 */

import { api, ApiError } from '$lib/api/client';
import { recall, remember } from '$lib/memory';

const REMEMBERED = 'azulejos.name';
export const MAX_NAME = 32;

/** Towns known for their tiles: a friendly name for those who have not said theirs. */
const TOWNS = (
  'Abrantes Alcobaça Amarante Aveiro Barcelos Batalha Beja Braga Cascais Chaves Coimbra Elvas Évora Faro ' +
  'Funchal Guarda Lagos Lamego Leiria Lisboa Loulé Mafra Monção Nazaré Óbidos Olhão Ovar Palmela ' +
  'Porto Sagres Santarém Seia Sesimbra Setúbal Silves Sines Sintra Tavira Tomar Trancoso Viana Viseu'
).split(' ');

const me = $state({
  /** The name the server knows us by, null as long as it does not. */
  name: null as string | null,
  /** Whether somebody is being asked for a name just now. */
  asking: false,
});
let suggestion = recall(REMEMBERED) ?? TOWNS[Math.floor(Math.random() * TOWNS.length)] ?? 'Porto';
let known: Promise<void> | undefined;
let making: Promise<void> | undefined;
let answered: ((name: string | null) => void) | undefined;

/** Thrown when somebody was asked for a name and would rather not say. */
export class NotNow extends Error {}

/** The name of whoever is here, null if the server does not know them. */
export function myName(): string | null {
  return me.name;
}

/** The name to offer to somebody who has not said one. */
export function suggestedName(): string {
  return suggestion;
}

/** Whether somebody has been here before, as far as this device remembers. */
export function isKnownHere(): boolean {
  return me.name !== null || recall(REMEMBERED) !== null;
}

/** Ask the server who we are; once is enough. Somebody unknown is no error. */
export function findMe(): Promise<void> {
  known ??= api.me().then(
    (guest) => keep(guest.name),
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 'identity') return;
      known = undefined;
      throw error;
    },
  );
  return known;
}

/** On a new page: somebody who was here before is recognised; strangers are left alone. */
export function greet(): void {
  if (recall(REMEMBERED) !== null) findMe().catch(() => {});
}

/**
 * Be somebody. Those the server does not know yet are asked for a name, with a suggestion;
 * `quietly` takes the suggestion without asking. Rejects with `NotNow` if they close the question.
 */
export async function ensureMe({ quietly = false } = {}): Promise<void> {
  await findMe();
  if (me.name !== null) return;
  const name = quietly ? suggestion : await ask();
  if (name === null) throw new NotNow();
  await becomeMe(name);
}

/** Become a guest of this name, or take it if we are one already. */
export async function becomeMe(name: string): Promise<void> {
  await findMe();
  if (me.name !== null) return rename(name);
  // Two taps in a row must not make two guests.
  making ??= api.becomeGuest(name).then(
    (guest) => keep(guest.name),
    (error: unknown) => {
      making = undefined;
      throw error;
    },
  );
  await making;
}

/** Take another name, for tables from now on. */
export async function rename(name: string): Promise<void> {
  if (name.trim() === me.name) return;
  keep((await api.rename(name)).name);
}

/** Be on this device who we are on another. */
export async function claim(code: string): Promise<void> {
  const guest = await api.claimDevice(code);
  known = Promise.resolve();
  keep(guest.name);
}

/** For the dialog that asks: whether to be open, and what came of it (null: closed). */
export const question = {
  get open(): boolean {
    return me.asking;
  },
  answer(name: string | null): void {
    me.asking = false;
    answered?.(name);
    answered = undefined;
  },
};

function ask(): Promise<string | null> {
  answered?.(null);
  me.asking = true;
  return new Promise((resolve) => (answered = resolve));
}

function keep(name: string): void {
  me.name = suggestion = name;
  remember(REMEMBERED, name);
}
