/** What those at a table are called. */

import { t } from '$lib/i18n/index.svelte';
import { isLevel } from '$lib/lobby/levels';

/** The name of somebody on a seat: of computer players by their character, null for a free seat. */
export function seatName(seat: { kind: string; name: string | null }): string | null {
  if (seat.kind === 'level' && isLevel(seat.name)) return t(`level.${seat.name}.title`);
  return seat.name;
}

/** The letter a name begins with; some signs are two characters to a program. */
export function initial(name: string | null | undefined): string {
  return [...(name ?? '')][0] ?? '';
}
