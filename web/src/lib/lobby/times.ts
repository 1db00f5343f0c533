/** Lengths and points of time in words. */

import { locale, t } from '$lib/i18n/index.svelte';

/** A length in its largest whole unit: 90 seconds, 2 minutes, 1 hour, 3 days. */
export function lengthOf(seconds: number): string {
  if (seconds % 86_400 === 0) return t('new.clock.day', { n: seconds / 86_400 });
  if (seconds % 3600 === 0) return t('new.clock.hours', { n: seconds / 3600 });
  if (seconds % 60 === 0) return t('new.clock.minutes', { n: seconds / 60 });
  return t('new.clock.seconds', { n: seconds });
}

/** When something was: of today the time, of other days the date as well. */
export function moment(at: number, now = new Date()): string {
  const then = new Date(at);
  const today = then.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(locale(), {
    timeStyle: 'short',
    ...(today ? {} : { dateStyle: 'medium' }),
  }).format(then);
}
