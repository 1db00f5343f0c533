/** A move in words. */

import type { Choice } from '$lib/api/types';
import { choiceName, colourName, groupName } from '$lib/board/names';
import { t } from '$lib/i18n/index.svelte';

/** What is taken and where it goes, with what comes of it. */
export function spokenMove(choice: Choice): string {
  if (choice.column !== null) return choiceName(choice);
  const group = { source: choice.source, colour: choice.colour };
  const taken = groupName(group, choice.count, choice.marker);
  return t('game.move', { taken, placed: choiceName(choice) });
}

/** A hint in the fewest words, as the log has them. */
export function hintText(choice: Choice): string {
  const { source, count, line, column } = choice;
  const row = (line ?? 0) + 1;
  if (column !== null) {
    return t('game.hint.said', { move: t('story.log.column', { line: row, column: column + 1 }) });
  }
  const from = source === null ? 'centre' : 'display';
  const to = line === null ? 'floor' : 'line';
  const tiles = t('story.log.tiles', { n: count, colour: colourName(choice.colour) });
  const path = t(`story.log.${from}.${to}`, { display: (source ?? 0) + 1, line: row });
  return t('game.hint.short', { tiles, path });
}
