/** Who this browser is to the server: a guest by a name, with a token that only the server reads. */
import { join, rename, whoami } from './net/api';
import type { Me } from './net/types';

let me = $state<Me | null>(null);
let asked: Promise<void> | null = null;

export const self = (): Me | null => me;

export function known(): Promise<void> {
  asked ??= whoami().then((found) => {
    me = found;
  });
  return asked;
}

/** Be somebody, by that name. */
export async function become(name: string): Promise<void> {
  await known();
  if (me === null) {
    const { person, name: taken } = await join(name);
    me = { person, name: taken };
  } else if (me.name !== name) {
    me = await rename(name);
  }
}
