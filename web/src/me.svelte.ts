/** Who this browser is to the server: a guest by a name, with a token that only the server reads. */
import { join, recover, rename, whoami } from './net/api';
import type { Me } from './net/types';

let me = $state<Me | null>(null);
let asked: Promise<void> | null = null;

export const self = (): Me | null => me;

/** Who has never been anybody here need not be asked for: the server would only say so. */
const BEEN = 'tablee.been';

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
  localStorage.setItem(BEEN, '1');
  location.reload();
}

/** Be somebody, by that name. */
export async function become(name: string): Promise<void> {
  await known();
  if (me === null) {
    const { person, name: taken } = await join(name);
    me = { person, name: taken };
    localStorage.setItem(BEEN, '1');
  } else if (me.name !== name) {
    me = await rename(name);
  }
}
