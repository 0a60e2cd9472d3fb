/** One's acts that are under way, in order: the first has been sent, the others follow as soon as it is answered. */
import type { Choice, Refused } from '../../net/types';
import type { Moment } from '../../table/live.svelte';
import { choiceFor, mayFollow, type Act, type Look } from './acts';

const MOST = 4; // acts at once: who is further ahead than that has lost touch with the table

interface Table {
  choices: () => Choice[];
  look: () => Look;
  inARace: () => boolean; // by turns nothing is lined up: the others come next
  moment: () => Moment | null;
  send: (choice: Choice, moment: Moment | null) => Promise<Refused | null>;
  /** Somebody was faster, or it cannot be any more: that act, and those behind it, did not happen. */
  undone: (acts: Act[], why: Refused | null) => void;
}

export class Doing {
  acts = $state.raw<Act[]>([]);
  private moments: (Moment | null)[] = [];

  constructor(private readonly table: Table) {}

  can(act: Act): boolean {
    if (this.acts.length === 0 || act.verb === 'call') return choiceFor(act, this.table.choices()) !== undefined;
    return this.acts.length < MOST && this.table.inARace() && mayFollow(this.table.look(), act);
  }

  /** Do that now, or as soon as what is under way is done. False: it cannot be done. */
  do(act: Act): boolean {
    if (!this.can(act)) return false;
    this.acts = [...this.acts, act];
    this.moments.push(this.table.moment());
    if (this.acts.length === 1) void this.run();
    return true;
  }

  private async run(): Promise<void> {
    let act: Act | undefined;
    while ((act = this.acts[0])) {
      const choice = choiceFor(act, this.table.choices());
      const why = choice ? await this.table.send(choice, this.moments[0] ?? null) : null;
      if (!choice || why) {
        const acts = this.acts;
        this.acts = [];
        this.moments = [];
        this.table.undone(acts, why);
        return;
      }
      this.acts = this.acts.slice(1);
      this.moments.shift();
    }
  }
}
