/** How much time is left, and how to write it. */

import type { Game } from '$lib/api/types';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The milliseconds a seat has left at a moment of the server's clock, null if none are counted. */
export function left(game: Game, seat: number, now: number): number | null {
  if (game.turn?.seat === seat && game.turn.deadline_at !== null)
    return Math.max(0, game.turn.deadline_at - now);
  return game.seats[seat]?.bank_ms ?? null;
}

export type Urgency = 'calm' | 'low' | 'last';

/** Whether somebody to act should hurry. */
export function urgency(ms: number, kind: Game['settings']['clock']['kind']): Urgency {
  if (kind === 'days') return ms < HOUR ? 'last' : ms < 6 * HOUR ? 'low' : 'calm';
  return ms <= 10 * SECOND ? 'last' : ms <= 30 * SECOND ? 'low' : 'calm';
}

/** Days and hours, hours and minutes, or minutes and seconds, whatever matters. */
export type Span = { unit: 'days'; days: number; hours: number } | { unit: 'time'; text: string };

export function span(ms: number): Span {
  if (ms >= DAY) {
    return { unit: 'days', days: Math.floor(ms / DAY), hours: Math.floor((ms % DAY) / HOUR) };
  }
  // A second that has begun counts: 0:00 is when the time is up.
  const seconds = Math.ceil(ms / SECOND);
  const two = (n: number) => String(n).padStart(2, '0');
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  const text = hours
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
  return { unit: 'time', text };
}
