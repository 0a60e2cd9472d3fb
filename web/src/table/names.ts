/** Who sits where, in words. Bots go by a name of the seat's. */
import type { TableView } from '../net/types';
import { t } from '../words/index.svelte';

export function nameAt(view: TableView, seat: number): string {
  const chair = view.chairs[seat];
  return chair?.name || t(`shared.names.${chair?.alias ?? seat}`);
}

export function isMine(view: TableView, seat: number): boolean {
  return view.mine.includes(seat);
}

/** “you” to whoever sits there alone on this device, otherwise the name. */
export function whoAt(view: TableView, seat: number): string {
  return view.mine.length === 1 && isMine(view, seat) ? t('you') : nameAt(view, seat);
}

/** The others, clockwise from one's own seat. */
export function around(players: number, me: number | null): number[] {
  const first = me ?? players - 1;
  const seats = Array.from({ length: players }, (_, step) => (first + 1 + step) % players);
  return me === null ? seats : seats.filter((seat) => seat !== me);
}
