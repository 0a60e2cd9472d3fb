/** What can be done, in words. */
import type { Choice, TableView } from '../net/types';
import { cardName } from '../words/cards';
import { t } from '../words/index.svelte';
import { nameAt } from './names';

export function labelOf(view: TableView, choice: Choice): string {
  const places = {
    card: choice.card ? cardName(choice.card) : '',
    colour: choice.colour ? t(`shared.colour.${choice.colour}`) : '',
    pile: typeof choice.pile === 'number' ? choice.pile + 1 : '',
    name: typeof choice.seat === 'number' ? nameAt(view, choice.seat) : '',
  };
  const game = view.terms.game;
  if (choice.verb === 'family' && !choice.card) return t('do.stoick.family_now'); // after a swap there is nothing to discard
  return t([`do.${game}.${choice.verb}`, `do.${choice.verb}`], places);
}
