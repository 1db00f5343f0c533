/** From where the table is seen. */

import type { Game } from '$lib/api/types';

/**
 * The seat whose board lies nearest: one's own; where several people share the device, the one
 * who acts, or else the one who did last; for those who only watch, the first.
 */
export function viewerOf(game: Game | null, before: number | null): number {
  if (!game) return 0;
  const own = game.seats.flatMap((seat, n) => (seat.you ? [n] : []));
  const acting = game.turn?.seat;
  if (acting !== undefined && own.includes(acting)) return acting;
  if (before !== null && own.includes(before)) return before;
  return own[0] ?? 0;
}

/** Whether several people play on this device. */
export function isShared(game: Game): boolean {
  return game.seats.filter((seat) => seat.you).length > 1;
}

/** Whether nobody here has a seat. */
export function isWatching(game: Game): boolean {
  return !game.seats.some((seat) => seat.you);
}
