/** What all may know of somebody at a strict table of Stoïck: keys of the words for it. */
import type { StoickSeat } from '../net/types';

export const statesOf = (one: StoickSeat | undefined): string[] =>
  one?.out
    ? ['shared.stoick.is_out']
    : [...(one?.skips ? ['shared.stoick.is_skipped'] : []), ...(one?.denied ? ['shared.stoick.has_denied'] : [])];
