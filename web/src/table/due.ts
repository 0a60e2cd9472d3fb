/** Whether all wait for whoever sits there. At a strict table of Stoïck others may act, too, and need not. */
import type { Sight, TableView } from '../net/types';

export const isDue = (view: TableView, sight: Sight | null): boolean =>
  sight !== null && sight.seat !== null && sight.choices.length > 0 && view.awaited.includes(sight.seat);
