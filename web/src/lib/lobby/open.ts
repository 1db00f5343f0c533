/** Opening a table, from the settings to the page of the game. */

import { api, gamePage, newNonce } from '$lib/api/client';
import type { TableSettings } from '$lib/api/types';
import { ensureMe } from '$lib/people/me.svelte';
import { go } from '$lib/router.svelte';
import { type LevelName, rememberLevel } from './levels';
import { newPlan, settingsOf } from './plan';

/**
 * Open a table and go to it. Our share in the seed follows only now that the server has committed
 * itself to its own; with it a table that waits for nobody begins.
 */
export async function openTable(settings: TableSettings): Promise<void> {
  // Only where others come does it matter what we are called.
  await ensureMe({ quietly: settings.seats.every((seat) => seat.kind !== 'open') });
  const { game } = await api.open(settings);
  // If it gets lost, the waiting room gives another one.
  await api.giveNonce(game.id, game.key, null, newNonce()).catch(() => {});
  go(gamePage(game.id, null));
}

/** One press: a game of two against a level. */
export async function playNow(level: LevelName): Promise<void> {
  rememberLevel(level);
  await openTable(settingsOf(newPlan('level', 2, level, 'coloured'), () => ''));
}
