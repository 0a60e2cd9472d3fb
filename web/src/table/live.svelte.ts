/** A table as it is shown here, and what is asked of it. */
import type { Line } from '../net/line.svelte';
import type { Ask, Choice, FromServer, News, Refused, Sight, TableView } from '../net/types';
import { isDue } from './due';
import { noteSeal } from './seals';

const STORY = 40; // things that happened which are kept

export interface Event extends News {
  number: number;
}

/** What somebody saw when they acted, and for how long: in a race that counts, however late it can be sent. */
export interface Moment {
  seen: number;
  reaction: number;
}

/** Who carries out what is done at a table: the server, or a lesson. */
export interface Doer {
  readonly refused: Refused | null; // why the last act was not done
  act(seat: number, choice: Choice, moment?: Moment | null): Promise<boolean>;
  wait(seat: number): void;
  moment(): Moment | null;
  now(): number; // by the clock that the table goes by
}

export class LiveTable implements Doer {
  view = $state.raw<TableView | null>(null);
  story = $state.raw<Event[]>([]);
  refused = $state.raw<Refused | null>(null);
  hurry = $state(0); // until when, if one should
  gone = $state(false); // there is no such table
  away = $state(false); // the host does not want one here
  setBack = $state(false); // with the server's database, and nothing has been asked of it since

  private shown = 0; // when the view came
  private number = 0;
  private readonly stop: () => void;

  constructor(
    readonly line: Line,
    readonly id: string,
  ) {
    this.stop = line.watch(id, () => this.view?.version, (message) => this.hear(message));
  }

  close(): void {
    this.stop();
  }

  /** The game from the seat that all wait for, or from the first of one's own. */
  get sight(): Sight | null {
    const view = this.view;
    return view?.sights.find((sight) => isDue(view, sight)) ?? view?.sights[0] ?? null;
  }

  async ask(request: Ask['request']): Promise<boolean> {
    this.refused = null;
    this.setBack = false;
    const answer = await this.line.ask(this.id, request);
    this.refused = answer;
    return answer === null;
  }

  /** Do what a seat has chosen. In a race it matters when that was. */
  act(seat: number, choice: Choice, moment: Moment | null = this.moment()): Promise<boolean> {
    return this.ask({ ask: 'act', seat, do: choice.do, ...moment });
  }

  /** Let the others go on, where nobody races. */
  wait(seat: number): void {
    void this.ask({ ask: 'wait', seat });
  }

  now(): number {
    return this.line.now();
  }

  /** What one sees now, and for how long; null: nobody races. */
  moment(): Moment | null {
    const view = this.view;
    if (view === null || view.opens === null) return null;
    const since = Math.max(this.shown, performance.now() - (this.line.now() - view.opens));
    return { seen: view.version, reaction: Math.max(0, Math.round(performance.now() - since)) };
  }

  private hear(message: FromServer): void {
    if ((message.type === 'table' || message.type === 'update') && message.view.table === this.id) {
      if (message.type === 'table' && message.set_back) {
        this.setBack = true;
        this.story = [];
      }
      if (message.type === 'table') this.tell(message.missed ?? []);
      else if (message.news) this.tell([message.news]);
      this.view = message.view;
      noteSeal(this.id, message.view.commitment, message.view.phase !== 'open');
      this.shown = performance.now();
      if (!message.view.sights.some((sight) => isDue(message.view, sight))) this.hurry = 0;
    } else if (message.type === 'hurry' && message.table === this.id) {
      this.hurry = message.deadline;
    } else if (message.type === 'refused' && message.table === this.id && message.code === 'no_table') {
      this.gone = true;
    } else if (message.type === 'refused' && message.table === this.id && message.code === 'kicked' && !message.id) {
      this.away = true;
    }
  }

  private tell(news: News[]): void {
    const events = news.map((one) => ({ ...one, number: ++this.number }));
    this.story = [...this.story, ...events].slice(-STORY);
  }
}
