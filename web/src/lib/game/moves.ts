/** A move in words. */

import type { Choice } from '$lib/api/types';
import { choiceName, groupName } from '$lib/board/names';
import { t } from '$lib/i18n/index.svelte';

/** What is taken and where it goes, with what comes of it. */
export function spokenMove(choice: Choice): string {
  if (choice.column !== null) return choiceName(choice);
  const group = { source: choice.source, colour: choice.colour };
  const taken = groupName(group, choice.count, choice.marker);
  return t('game.move', { taken, placed: choiceName(choice) });
}
