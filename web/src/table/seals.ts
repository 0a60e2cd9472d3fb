/** Seals as this browser saw them before the cards were dealt, for as long as its tab is open. */
const KEPT = 'tablee.seal.';

export function noteSeal(table: string, commitment: string, dealt: boolean): void {
  if (!dealt && sessionStorage.getItem(KEPT + table) === null) sessionStorage.setItem(KEPT + table, commitment);
}

export const sealSeen = (table: string): string | null => sessionStorage.getItem(KEPT + table);
