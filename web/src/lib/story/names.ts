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

/** Whether a seat is the reader's; of several people on one device "you" would be anybody. */
export function isYou(seats: readonly Seat[], seat: number): boolean {
  return seats[seat]?.you === true && seats.filter(({ you }) => you).length === 1;
}

/** Whether it is the reader who moves for a seat, and nobody in their stead. */
export function youMove(seats: readonly Seat[], seat: number): boolean {
  return isYou(seats, seat) && !seats[seat]?.stand_in && !seats[seat]?.out;
}

/** The name of a seat before what is told of it; the reader's is "You". */
export function addressed(seats: readonly Seat[], seat: number): string {
  return isYou(seats, seat) ? t('wait.you') : nameOf(seats, seat);
}

/** The name of a seat in a list; the reader's is "you". */
export function nameOrYou(seats: readonly Seat[], seat: number): string {
  return isYou(seats, seat) ? t('board.you') : nameOf(seats, seat);
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
