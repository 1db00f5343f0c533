import { expect, it, vi } from 'vitest';
import { lengthOf, moment } from './times';

vi.mock('$lib/i18n/index.svelte', () => ({
  locale: () => 'en-GB',
  t: (key: string, { n }: { n: number }) => `${n} ${key.slice('new.clock.'.length)}`,
}));

it.each([
  [15, '15 seconds'],
  [90, '90 seconds'],
  [60, '1 minutes'],
  [5400, '90 minutes'],
  [3600, '1 hours'],
  [86_400, '1 day'],
])('says %i seconds in the largest whole unit', (seconds, words) => {
  expect(lengthOf(seconds)).toBe(words);
});

it('tells the date only of other days', () => {
  const now = new Date(2026, 10, 15, 18, 0);
  expect(moment(new Date(2026, 10, 15, 9, 5).getTime(), now)).toBe('09:05');
  expect(moment(new Date(2026, 10, 14, 9, 5).getTime(), now)).toContain('14 Nov 2026');
});
