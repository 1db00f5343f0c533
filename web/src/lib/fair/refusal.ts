/** Why a record was not found fair, in words. */

import type { ApiError } from '$lib/api/client';
import { t } from '$lib/i18n/index.svelte';

export interface Refused {
  text: string;
  /** What the server says, in English. */
  detail: string;
}

export function refusal(error: ApiError): Refused {
  const said = [error.field, error.message].filter(Boolean).join(': ');
  switch (error.code) {
    case 'fairness':
      return { text: t('fair.refused.fairness'), detail: said };
    case 'record':
    case 'notation':
    case 'illegal-move':
    case 'invalid':
    case 'option':
      return { text: t('fair.refused.record'), detail: said };
    case 'limit':
      return {
        text: error.status === 413 ? t('fair.refused.large') : t('fair.refused.often'),
        detail: '',
      };
    case 'offline':
      return { text: t('fair.refused.offline'), detail: '' };
    default:
      return { text: t('fair.refused.other'), detail: said };
  }
}
