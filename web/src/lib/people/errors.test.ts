import { expect, it, vi } from 'vitest';
import texts from '$texts/en/app.json';
import { ApiError } from '$lib/api/client';
import { errorText } from './errors';

vi.mock('$lib/i18n/index.svelte', async () => {
  const { default: all } = await import('$texts/en/app.json');
  const known: Record<string, unknown> = all;
  return { t: (key: string) => known[key], hasText: (key: string) => key in known };
});

const CODES = [
  'offline',
  'broken',
  'identity',
  'forbidden',
  'origin',
  'missing',
  'conflict',
  'limit',
  'host',
  'invalid',
  'illegal-move',
  'notation',
  'option',
  'record',
  'fairness',
  'storage',
] as const;

it.each(CODES)('has words of its own for %s', (code) => {
  expect(errorText(new ApiError(400, code, 'for programs'))).toBe(texts[`error.${code}`]);
});

it('says what is wrong with a name, wherever it was given', () => {
  expect(errorText(new ApiError(422, 'invalid', 'too long', 'name'))).toBe(texts['error.name']);
  expect(errorText(new ApiError(422, 'option', 'too long', 'seats.1.name'))).toBe(
    texts['error.name'],
  );
});

it('never shows what was meant for programs', () => {
  expect(errorText(new ApiError(500, 'new-code', 'stack trace'))).toBe(texts['error.unknown']);
  expect(errorText(new TypeError('x is undefined'))).toBe(texts['error.unknown']);
});
