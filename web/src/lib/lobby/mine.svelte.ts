/** My games as lists: those where it is my turn, those that run, wait or are over. */

import { api } from '$lib/api/client';
import type { Summary } from '$lib/api/types';
import { findMe, isKnownHere, myName } from '$lib/people/me.svelte';

export interface Mine {
  turn: Summary[];
  running: Summary[];
  waiting: Summary[];
  finished: Summary[];
}

/** How many games are looked at one by one for whose turn it is. */
const LOOKS = 12;

/** Fetch my games; empty lists for somebody the server does not know. */
export async function fetchMine(): Promise<Mine> {
  if (!isKnownHere()) return sorted([], new Set());
  await findMe();
  if (myName() === null) return sorted([], new Set());
  const { games } = await api.myGames();
  return sorted(games, await whereIAct(games));
}

export function sorted(games: Summary[], mine: ReadonlySet<string>): Mine {
  const playing = games.filter((game) => game.status === 'playing');
  return {
    turn: playing.filter((game) => mine.has(game.id)),
    running: playing.filter((game) => !mine.has(game.id)),
    waiting: games.filter((game) => game.status === 'open'),
    finished: games.filter((game) => game.status === 'over'),
  };
}

/**
 * The games in which I am to act. A list says who acts but not who I am: at a table with one person
 * that person is me, at others the table itself is asked.
 */
async function whereIAct(games: Summary[]): Promise<Set<string>> {
  const found = new Set<string>();
  const asked: string[] = [];
  for (const game of games) {
    if (game.status !== 'playing' || game.acting === null) continue;
    if (game.seats[game.acting]?.kind === 'level') continue;
    const people = game.seats.filter((seat) => seat.kind === 'person').length;
    if (people <= 1) found.add(game.id);
    else if (asked.length < LOOKS) asked.push(game.id);
  }
  const looks = await Promise.allSettled(asked.map((id) => api.look(id, null)));
  for (const look of looks) {
    if (look.status === 'fulfilled' && look.value.game.can.includes('move')) {
      found.add(look.value.game.id);
    }
  }
  return found;
}
