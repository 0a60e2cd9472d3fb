/** Several people around one device: what all of them may see until the next one says that it is them. */
import type { Sight } from '../net/types';

type Picture = Sight['picture'];

/** The picture without what only its own seat knows. */
export function veiled(picture: Picture): Picture {
  switch (picture.game) {
    case 'stick-em':
    case 'sticheln': {
      const secret = picture.phase === 'curse' || picture.phase === 'colour' || picture.options.hazy;
      const seats = picture.seats.map((seat, number) => (secret && number === picture.me ? { ...seat, curses: [], cursed: [], points: null } : seat));
      return { ...picture, hand: [], seats };
    }
    case 'hat-trick':
      return { ...picture, hand: [] };
    case 'shit':
      return { ...picture, hand: [], distances: [], laid: null, unseen: [] };
    case 'stoick':
      return {
        ...picture,
        hand: [],
        pile: picture.pile.map((known) => (known?.public ? known : null)),
        seats: picture.seats.map((seat) => ({ ...seat, known: seat.known.filter((known) => known.public) })),
        lied: false,
        last_steal: picture.last_steal && { ...picture.last_steal, card: null },
      };
    case 'stop-it':
      return { ...picture, seats: picture.seats.map((seat, number) => (number === picture.me ? { ...seat, groups: [], stops: [] } : seat)) };
  }
}
