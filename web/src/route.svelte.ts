/** Where one is: the front door, or a table by its code. */
export type Place = { name: 'door' } | { name: 'table'; code: string };

function placeOf(path: string): Place {
  const found = /^\/t\/([\w-]{1,32})\/?$/.exec(path);
  return found?.[1] ? { name: 'table', code: found[1] } : { name: 'door' };
}

let place = $state<Place>(placeOf(location.pathname));
window.addEventListener('popstate', () => (place = placeOf(location.pathname)));

export const here = (): Place => place;

export function go(path: string): void {
  history.pushState(null, '', path);
  place = placeOf(location.pathname);
  scrollTo(0, 0);
}
