/** The ring of SHIT!, drawn. Which cards are on it, and in what order, the picture says. */
import type { Deck } from '../net/types';

export class Ring {
  readonly cards: string[]; // in their order: a place is one in this list

  constructor({ colours, low, high }: Deck) {
    this.cards = colours.flatMap((colour) => Array.from({ length: high - low + 1 }, (_, step) => `${colour} ${low + step}`));
  }

  /** A point of a circle: the place's, a full turn being the ring, place 0 at the top. */
  point(place: number, radius: number): [number, number] {
    const turn = ((place + 0.5) / this.cards.length) * 2 * Math.PI - Math.PI / 2;
    return [radius * Math.cos(turn), radius * Math.sin(turn)];
  }

  /** The arc from a place so far forward, as a path. */
  arc(from: number, distance: number, radius: number): string {
    const [x, y] = this.point(from, radius);
    const [u, v] = this.point(from + distance, radius);
    const long = distance > this.cards.length / 2 ? 1 : 0;
    return `M${x.toFixed(1)} ${y.toFixed(1)}A${radius} ${radius} 0 ${long} 1 ${u.toFixed(1)} ${v.toFixed(1)}`;
  }
}
