/** The line to the server: one socket, which comes back by itself, and asks again whatever was not answered. */
import type { Ask, Ban, FromClient, FromServer, Refused } from './types';

const FIRST_WAIT = 300; // milliseconds before the line is tried again,
const LAST_WAIT = 8000; // and at most
const PINGS = 5; // from which the server's clock is told
const PULSE = 3000; // milliseconds between two pings, for as long as the page is open,
const SILENCE = 6000; // and after which a server that answers none is taken to be gone
const TROUBLE = 2000; // milliseconds before a server that has trouble is asked for a table again

type Listener = (message: FromServer) => void;
interface Asked {
  message: FromClient & { type: 'ask' };
  settle: (answer: Refused | null) => void;
}

export class Line {
  /** Whether somebody is at the other end. */
  up = $state(false);
  /** Whether the server no longer knows this browser. */
  lost = $state(false);
  /** That one is not let in, until when and why. */
  ban = $state.raw<Ban | null>(null);

  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private listeners = new Set<Listener>();
  private watched = new Map<string, () => number | undefined>();
  private asked = new Map<string, Asked>();
  private number = 0;
  private readonly name = Math.random().toString(36).slice(2, 10);
  private offset = 0; // the server's clock less ours, in milliseconds
  private shortest = Infinity; // of the pings it was told from
  private waiting = 0; // since when nothing has come that was waited for: an answer, or the line itself; 0: nothing is

  constructor(private readonly address: string = socketAddress()) {
    this.connect();
    setInterval(() => this.feel(), PULSE);
  }

  /** The server's clock. */
  now(): number {
    return Date.now() + this.offset;
  }

  /** Look at a table from now on; `since` gives the last version that was shown. */
  watch(table: string, since: () => number | undefined, listener: Listener): () => void {
    this.watched.set(table, since);
    this.listeners.add(listener);
    if (this.up) this.send({ type: 'watch', table, since: since() });
    return () => {
      this.watched.delete(table);
      this.listeners.delete(listener);
      if (this.up) this.send({ type: 'leave', table });
    };
  }

  /** Ask something of a table. Resolves once it is in the log (null), or refused. */
  ask(table: string, request: Ask['request']): Promise<Refused | null> {
    const id = `${this.name}-${++this.number}`;
    return new Promise((settle) => {
      const message = { type: 'ask' as const, table, id, request };
      this.asked.set(id, { message, settle });
      if (this.up) this.send(message);
    });
  }

  private connect(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.waiting = performance.now();
    socket.onmessage = (event) => {
      if (socket !== this.socket) return; // given up
      this.waiting = 0;
      this.hear(JSON.parse(event.data as string) as FromServer);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      this.socket = null;
      this.waiting = 0;
      this.up = false;
      if (event.code === 4401) this.lost = true;
      if (this.lost || this.ban) return;
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(LAST_WAIT, this.wait * 2);
    };
  }

  /** See whether there is still somebody at the other end, who may be gone without a word. */
  private feel(): void {
    if (this.socket === null) return;
    if (this.waiting && performance.now() - this.waiting >= SILENCE) {
      const gone = this.socket;
      this.socket = null; // a goodbye could take long: nobody waits for it
      gone.close();
      this.up = false;
      this.connect();
    } else if (this.up) {
      this.waiting ||= performance.now();
      this.send({ type: 'ping', at: performance.now() });
    }
  }

  private send(message: FromClient): void {
    this.socket?.send(JSON.stringify(message));
  }

  private hear(message: FromServer): void {
    switch (message.type) {
      case 'welcome':
        this.begin(message.now);
        break;
      case 'banned':
        this.ban = message;
        break;
      case 'beat':
        this.send(message);
        break;
      case 'pong': {
        const trip = performance.now() - message.at;
        if (trip < this.shortest) {
          this.shortest = trip;
          this.offset = message.now + trip / 2 - Date.now();
        }
        break;
      }
      case 'bye':
        this.wait = 1000 * message.after;
        break;
      case 'done':
        this.settle(message.id, null);
        break;
      case 'refused':
        if (message.id) this.settle(message.id, message);
        else if (message.code === 'unavailable' && message.table) this.watchAgain(message.table);
        break;
    }
    for (const listener of this.listeners) listener(message);
  }

  private begin(now: number): void {
    this.up = true;
    this.wait = FIRST_WAIT;
    this.offset = now - Date.now();
    this.shortest = Infinity;
    for (let ping = 0; ping < PINGS; ping++) {
      setTimeout(() => this.up && this.send({ type: 'ping', at: performance.now() }), 200 * ping);
    }
    for (const [table, since] of this.watched) this.send({ type: 'watch', table, since: since() });
    for (const { message } of this.asked.values()) this.send(message);
  }

  private watchAgain(table: string): void {
    setTimeout(() => {
      const since = this.watched.get(table);
      if (since && this.up) this.send({ type: 'watch', table, since: since() });
    }, TROUBLE);
  }

  private settle(id: string, answer: Refused | null): void {
    this.asked.get(id)?.settle(answer);
    this.asked.delete(id);
  }
}

function socketAddress(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket`;
}
