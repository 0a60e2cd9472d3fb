/** What a seat is offered, sorted by where on the table it is shown. */
import type { Choice, Sight } from '../net/types';

export interface Offer {
  hand: string[]; // the cards in hand, as far as the game has one hand of cards
  ofCards: Choice[]; // what can be done with one of these
  targets: Map<number | null | undefined, Choice>; // whom one can choose
  loose: Choice[]; // everything else that is a button
}

export function offerOf(sight: Sight | null, choices: Choice[]): Offer {
  const picture = sight?.picture;
  let hand: string[] = [];
  if (picture && 'hand' in picture) {
    const withShit = picture.game === 'shit' && sight.seat !== null && picture.laid !== 'shit';
    hand = withShit ? [...picture.hand, 'shit'] : picture.hand;
  }
  const ofCards = choices.filter((choice) => choice.card && hand.includes(choice.card));
  const targets = new Map(choices.filter((choice) => choice.verb === 'target').map((choice) => [choice.seat, choice]));
  const loose = choices.filter((choice) => !ofCards.includes(choice) && choice.verb !== 'target' && picture?.game !== 'stop-it');
  return { hand, ofCards, targets, loose };
}
