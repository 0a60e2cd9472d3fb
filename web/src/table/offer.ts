/** What a seat is offered, sorted by where on the table it is shown. */
import type { Choice, Sight } from '../net/types';
import { t } from '../words/index.svelte';

export interface Offer {
  hand: string[]; // the cards in hand, as far as the game has one hand of cards,
  notes: string[]; // and what to know of each
  ofCards: Choice[]; // what can be done with one of these
  targets: Map<number | null | undefined, Choice>; // whom one can choose
  loose: Choice[]; // everything else that is a button
}

export function offerOf(sight: Sight | null, choices: Choice[]): Offer {
  const picture = sight?.picture;
  let hand: string[] = [];
  if (picture && 'hand' in picture) {
    hand = picture.game === 'shit' && picture.has_shit ? [...picture.hand, 'shit'] : picture.hand;
  }
  const ofCards = choices.filter((choice) => choice.card && hand.includes(choice.card));
  const targets = new Map(choices.filter((choice) => choice.verb === 'target').map((choice) => [choice.seat, choice]));
  const loose = choices.filter((choice) => !ofCards.includes(choice) && choice.verb !== 'target' && picture?.game !== 'stop-it');
  const notes = picture?.game === 'shit' ? picture.distances.map((count) => t('shit.distance', { count })) : [];
  return { hand, notes, ofCards, targets, loose };
}
