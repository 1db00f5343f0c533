/** What to tell people when something goes wrong, in their own language. */

import { ApiError } from '$lib/api/client';
import { hasText, t } from '$lib/i18n/index.svelte';

/** Say what went wrong and, where that is known, what can be done about it. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.unknown');
  // Of all fields people fill in themselves only names can be wrong.
  if (error.status === 422 && error.field !== null && /(^|\.)name$/.test(error.field)) {
    return t('error.name');
  }
  const key = `error.${error.code}`;
  return hasText(key) ? t(key) : t('error.unknown');
}
