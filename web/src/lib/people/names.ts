/** What those at a table are called. */

import { t } from '$lib/i18n/index.svelte';
import { isLevel } from '$lib/lobby/levels';

/** The name of somebody on a seat: of computer players by their character, null for a free seat. */
export function seatName(seat: { kind: string; name: string | null }): string | null {
  if (seat.kind === 'level' && isLevel(seat.name)) return t(`level.${seat.name}.title`);
  return seat.name;
}

/** Names in a row as the language joins them. */
export function joined(names: string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}
