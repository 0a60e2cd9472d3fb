/** Whether the keyboard is nowhere in particular: what had the focus is gone, or cannot be used any more. */
export function adrift(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at.id === 'page' || at.matches(':disabled');
}
