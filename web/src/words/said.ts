/** What went wrong, in words; and a name for who has none. */
import { Failed } from '../net/api';
import type { Refused } from '../net/types';
import { t } from './index.svelte';

export function problem(error: unknown): string {
  const code = error instanceof Failed ? error.code : 'failed';
  return t([`wrong.${code}`, 'wrong.failed']);
}

export const refusal = (refused: Refused): string => t([`refused.${refused.code}`, 'wrong.failed']);

export function guestName(): string {
  return t('door.guest');
}
