/** What can be done, in words. */
import type { Choice, TableView } from '../net/types';
import { cardName } from '../words/cards';
import { t } from '../words/index.svelte';
import { nameAt } from './names';

export function labelOf(view: TableView, choice: Choice): string {
  const places = {
    card: choice.card ? cardName(choice.card) : '',
    colour: choice.colour ? t(`shared.colour.${choice.colour}`) : '',
    name: typeof choice.seat === 'number' ? nameAt(view, choice.seat) : '',
  };
  const game = view.terms.game;
  return t([`do.${game}.${choice.verb}`, `do.${choice.verb}`], places);
}
