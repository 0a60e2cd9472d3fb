/** A card in hand is chosen first, and then played; or played at once, by whoever likes it so. */
import type { Choice } from '../net/types';
import { settings } from '../settings.svelte';
import type { Offer } from './offer';

export class Pick {
  place = $state<number | null>(null); // in the hand

  constructor(
    private readonly offer: () => Offer,
    private readonly act: (choice: Choice) => void,
  ) {}

  /** What can be done with the card that is chosen. */
  get choices(): Choice[] {
    return this.place === null ? [] : this.of(this.offer().hand[this.place]);
  }

  /** Choose a card, or choose it no more, or play it. False: nothing can be done with it now. */
  at(place: number, card: string): boolean {
    const possible = this.of(card);
    if (possible.length === 1 && (this.place === place || !settings.confirm)) this.act(possible[0] as Choice);
    else if (possible.length) this.place = this.place === place ? null : place;
    return possible.length > 0;
  }

  private of(card: string | undefined): Choice[] {
    return this.offer().ofCards.filter((choice) => choice.card === card);
  }
}
