/** What went wrong and what somebody said, in words; and a name for who has none. */
import { Failed } from '../net/api';
import type { Ban, Line, Refused } from '../net/types';
import { spoken, t } from './index.svelte';

export function problem(error: unknown): string {
  const code = error instanceof Failed ? error.code : 'failed';
  return t([`wrong.${code}`, `refused.${code}`, 'wrong.failed']);
}

/** That one is not let in, until when and why. */
export const banned = (ban: Ban): string =>
  t('person.ban', { until: new Intl.DateTimeFormat(spoken(), { dateStyle: 'medium', timeStyle: 'short' }).format(ban.until), why: ban.why });

export const refusal = (refused: Refused): string => t([`refused.${refused.code}`, 'wrong.failed']);

/** What is kept as part of a sentence, as one of its own. */
export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** A phrase, or words of their own. */
export const said = (line: Line): string => (line.phrase ? t(`phrase.${line.phrase}`) : line.text);

export function guestName(): string {
  return t('door.guest');
}
