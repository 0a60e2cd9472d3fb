/** A table of one's own: with bots, begun at once; or open, for friends to come. */
import { become } from './me.svelte';
import { open } from './net/api';
import type { Terms } from './net/types';
import { go } from './route.svelte';
import { settings } from './settings.svelte';

export async function start(terms: Terms, withBots: boolean): Promise<void> {
  await become();
  const table = await open({ pace: settings.pace, ...terms, ...(withBots ? { timer: 'none' } : {}) });
  go(`/t/${table.code}?${withBots ? 'bots' : 'seat'}`);
}
