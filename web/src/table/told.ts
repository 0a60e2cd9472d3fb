/** Rules that somebody has been told of: a few times, and then they know. Kept in this browser only. */
const KEPT = 'tablee.told';
const TIMES = 3;

function kept(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

export const isNew = (rule: string): boolean => (kept()[rule] ?? 0) < TIMES;

export function tell(rule: string): void {
  const told = kept();
  localStorage.setItem(KEPT, JSON.stringify({ ...told, [rule]: (told[rule] ?? 0) + 1 }));
}
