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

export function go(path: string): void {
  history.pushState(null, '', path);
  place = placeOf(location.pathname);
  scrollTo(0, 0);
}
