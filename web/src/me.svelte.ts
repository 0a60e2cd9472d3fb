/** Who this browser is to the server: a guest by a name, with a token that only the server reads. */
import { join, recover, rename, whoami } from './net/api';
import type { Me } from './net/types';
import { guestName } from './words/said';

let me = $state<Me | null>(null);
let asked: Promise<void> | null = null;

export const self = (): Me | null => me;

/** Who has never been anybody here need not be asked for: the server would only say so. */
const BEEN = 'tablee.been';
const GUEST = 'guest'; // by the name that whoever gives none goes by, in the language of that day
const NAMED = '1';

/** The name that somebody gave themselves; empty: none yet. */
export const ownName = (): string => (me === null || localStorage.getItem(BEEN) === GUEST ? '' : me.name);

export function known(): Promise<void> {
  asked ??= (localStorage.getItem(BEEN) ? whoami() : Promise.resolve(null)).then(
    (found) => {
      me = found;
    },
    (error: unknown) => {
      asked = null;
      throw error;
    },
  );
  return asked;
}

/** Be whoever has that code, from another device. The page begins anew as that person. */
export async function comeBack(code: string): Promise<void> {
  await recover(code);
  localStorage.setItem(BEEN, NAMED);
  location.reload();
}

/** Be nobody any more: this device is signed out. */
export function leave(): void {
  me = null;
  localStorage.removeItem(BEEN);
}

/** Be somebody, by that name; without one, whoever one is already, or a guest. */
export async function become(name = ''): Promise<void> {
  await known();
  if (me === null) {
    const { person, name: taken } = await join(name || guestName());
    me = { person, name: taken };
    localStorage.setItem(BEEN, name ? NAMED : GUEST);
  } else if (name && me.name !== name) {
    me = await rename(name);
    localStorage.setItem(BEEN, NAMED);
  }
}
