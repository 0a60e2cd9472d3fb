/** Where one is: the front door, a table by its code, or the lesson of a game. */
export type Place = { name: 'door' } | { name: 'table'; code: string } | { name: 'lesson'; game: string };

function placeOf(path: string): Place {
  const [, where, what] = /^\/(t|learn)\/([\w-]{1,32})\/?$/.exec(path) ?? [];
  if (!what) return { name: 'door' };
  return where === 't' ? { name: 'table', code: what } : { name: 'lesson', game: what };
}

let place = $state<Place>(placeOf(location.pathname));
window.addEventListener('popstate', () => (place = placeOf(location.pathname)));

export const here = (): Place => place;

// A plain click on a link of our own goes there without leaving the page; any other click is the browser's.
window.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
  event.preventDefault();
  go(link.pathname);
});

export function go(path: string): void {
  history.pushState(null, '', path);
  place = placeOf(location.pathname);
  scrollTo(0, 0);
  document.getElementById('page')?.focus({ preventScroll: true }); // a screen reader begins at the top, too
}
