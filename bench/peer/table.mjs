// A card table on Colyseus, to be measured beside ours: four seats, fifteen cards each, in turns. As in Hat Trick any
// card may be laid, the highest of each colour takes the cards of that colour, and the rest of its rules is left out.
// Each seat is sent what it may see, after every action, in a message as large as ours.
// Nothing is kept on disk: when this process ends so do its games.

import { randomInt } from "node:crypto";
import { Room, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";

const SEATS = 4;
const HAND = 15;
const COLOURS = ["red", "blue", "green"];
const NUMBERS = 20;
const PLAY = 0; // the types of messages: from a client,
const UPDATE = 1; // and to it

const name = (card) => `${COLOURS[Math.floor(card / NUMBERS)]} ${(card % NUMBERS) + 1}`;
const colour = (card) => Math.floor(card / NUMBERS);

class Table extends Room {
  maxClients = SEATS;
  autoDispose = false; // so that tables can be weighed without sockets
  seatReservationTimeout = 600;
  patchRate = null; // views are sent at once, rather than twenty times a second

  onCreate() {
    this.seats = Array.from({ length: SEATS }, () => ({ score: 0 }));
    this.actions = 0;
    this.round = 0;
    this.lastTrick = null;
    this.deal();
    this.onMessage(PLAY, (client, words) => this.play(client, words));
  }

  deal() {
    const deck = Array.from({ length: COLOURS.length * NUMBERS }, (_, card) => card);
    for (let left = deck.length; left > 1; left--) {
      const other = randomInt(left);
      [deck[left - 1], deck[other]] = [deck[other], deck[left - 1]];
    }
    this.seats.forEach((seat, number) => {
      seat.hand = deck.slice(HAND * number, HAND * (number + 1)).sort((a, b) => a - b);
      seat.won = [];
      seat.laid = [];
    });
    this.leader = this.round % SEATS;
    this.trick = [];
    this.tricks = 0;
    this.round++;
  }

  get turn() {
    return (this.leader + this.trick.length) % SEATS;
  }

  onJoin(client) {
    client.userData = { seat: this.clients.indexOf(client) };
    if (this.clients.length === SEATS) this.tell(null);
  }

  play(client, words) {
    const { seat } = client.userData;
    const { hand, laid } = this.seats[seat];
    const place = hand.findIndex((card) => `play ${name(card)}` === words);
    if (seat !== this.turn || place < 0) {
      client.send(UPDATE, { type: "refused", why: `seat ${seat} cannot ${words} now` });
      return;
    }
    const [card] = hand.splice(place, 1);
    laid.push(card);
    this.trick.push({ seat, card });
    this.actions++;
    if (this.trick.length === SEATS) this.finishTrick();
    this.tell({ seat, do: words, by: "person", results: [] });
  }

  takers(trick) {
    const best = new Map();
    for (const { seat, card } of trick)
      if (!best.has(colour(card)) || best.get(colour(card)).card < card) best.set(colour(card), { seat, card });
    return best;
  }

  finishTrick() {
    const best = this.takers(this.trick);
    for (const { card } of this.trick) this.seats[best.get(colour(card)).seat].won.push(card);
    this.lastTrick = { leader: this.leader, trick: this.trick };
    this.leader = [...best.values()].sort((a, b) => (b.card % NUMBERS) - (a.card % NUMBERS))[0].seat;
    this.trick = [];
    this.tricks++;
    if (this.tricks === HAND - 1) {
      for (const seat of this.seats) seat.score += this.points(seat);
      this.deal();
    }
  }

  points({ won }) {
    const counts = COLOURS.map((_, which) => won.filter((card) => colour(card) === which).length);
    return 2 * Math.max(...counts) - won.length;
  }

  show(leader, trick) {
    return {
      leader,
      laid: trick.map(({ seat, card }) => ({ seat, card: name(card), is_pass: false })),
      takers: [...this.takers(trick)].map(([which, { seat }]) => ({ colour: COLOURS[which], seat })),
    };
  }

  tell(news) {
    for (const client of this.clients) client.send(UPDATE, this.update(client.userData.seat, news));
  }

  update(me, news) {
    const { hand } = this.seats[me];
    return {
      type: "update",
      view: {
        table: this.roomId,
        code: "K7QX2M",
        version: this.actions + 6,
        terms: { game: "tricks", players: SEATS, options: {}, public: false, timer: "none", pace: "normal",
                 stand_in: "casual", chat: true },
        phase: "playing",
        host: me === 0,
        mine: [me],
        chairs: this.seats.map((_, seat) => (
          { name: `P${seat}`, bot: null, away: false, present: true, word: "", deadline: null }
        )),
        actions: this.actions,
        sights: [{
          seat: me,
          picture: {
            game: "tricks",
            me,
            actors: [this.turn],
            winners: [],
            round: this.round,
            opener: (this.round - 1) % SEATS,
            tricks: this.tricks,
            tricks_in_round: HAND - 1,
            deck: { colours: COLOURS, low: 1, high: NUMBERS },
            hand: hand.map(name),
            options: { rounds: 5, first: 0 },
            phase: "play",
            trick: this.show(this.leader, this.trick),
            seats: this.seats.map((seat) => ({
              score: seat.score,
              points: this.points(seat),
              cards: seat.hand.length,
              won: seat.won.map(name),
              passed: [],
              laid: seat.laid.map(name),
            })),
            last_trick: this.lastTrick && this.show(this.lastTrick.leader, this.lastTrick.trick),
          },
          choices: me === this.turn
            ? hand.map((card) => ({ action: card, do: `play ${name(card)}`, verb: "play", card: name(card) }))
            : [],
        }],
        question: null,
        talk: [],
        commitment: "0e905f6f4d3ae5e4c1f1b6ddc32358dc61e2f8db5af51987e231b611de020d66",
        secret: null,
        rematch: null,
      },
      news,
    };
  }
}

const transport = new WebSocketTransport();
const server = new Server({ transport, greet: false });
server.define("table", Table);
await server.listen(0, "127.0.0.1");
console.log(`http://127.0.0.1:${transport.server.address().port}`);
