/** The table one was last at, by its code: the way back to a match that is not over. Kept in this browser only. */
const KEPT = 'tablee.table';

export const lastTable = (): string | null => localStorage.getItem(KEPT);

export function remember(code: string): void {
  localStorage.setItem(KEPT, code.toUpperCase());
}

export function forget(code: string): void {
  if (lastTable() === code.toUpperCase()) localStorage.removeItem(KEPT);
}
