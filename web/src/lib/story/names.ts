/** What people and computer players are called in the story of a game. */

import type { Seat } from '$lib/api/types';
import { t } from '$lib/i18n/index.svelte';
import { seatName } from '$lib/people/names';

/** The name of a seat; two players of the same name are told apart by their seat. */
export function nameOf(seats: readonly Seat[], seat: number): string {
  const name = ownName(seats[seat], seat);
  const twin = seats.some((other, index) => index !== seat && ownName(other, index) === name);
  return twin ? `${name} (${seat + 1})` : name;
}

/** Names as a list, in the way of the language. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  if (words.length < 2) return last;
  return t('story.listed', { names: words.slice(0, -1).join(', '), last });
}

function ownName(seat: Seat | undefined, index: number): string {
  return (seat && seatName(seat)) ?? t('story.seat', { seat: index + 1 });
}
