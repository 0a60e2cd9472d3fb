/** Where people sit and lay their cards, as seen from one's own seat: oneself at the bottom, the others clockwise from one's left. */
import { around } from './names';

const BOTTOM = 90; // degrees on the screen: 180 is the left, 270 the top
const TOP = 270;
const WIDEST = 200; // from the first of the others to the last
const APART = 90; // two neighbours, at most

/** Of a seat's plate. */
export function plateAngle(players: number, me: number | null, seat: number): number {
  if (seat === me) return BOTTOM;
  const others = around(players, me);
  const spread = Math.min(WIDEST, APART * (others.length - 1));
  const step = others.length > 1 ? spread / (others.length - 1) : 0;
  return TOP - spread / 2 + others.indexOf(seat) * step;
}

/** Of the card that lies before a seat: all of them evenly round the table. */
export function cardAngle(players: number, me: number | null, seat: number): number {
  if (me === null) return plateAngle(players, me, seat);
  return BOTTOM + (360 / players) * ((seat - me + players) % players);
}
