/** What can be done, in words. */
import type { Choice, TableView } from '../net/types';
import { cardName } from '../words/cards';
import { t } from '../words/index.svelte';
import { nameAt } from './names';

function nameOf(card: string): string {
  try {
    return cardName(card);
  } catch {
    return card;
  }
}

/** An action as the server writes it, in the words of its button. */
export function inWords(view: TableView, action: string): string {
  const [verb = '', ...rest] = action.split(' ');
  const what = rest.join(' ');
  const number = /^\d+$/.test(what) ? Number(what) : null;
  const ofPile = view.terms.game === 'stop-it';
  return labelOf(view, {
    action: 0,
    do: action,
    verb: verb as Choice['verb'],
    card: number === null && what ? what : null,
    seat: ofPile ? null : number,
    pile: ofPile && number !== null ? number - 1 : null,
  });
}

export function labelOf(view: TableView, choice: Choice): string {
  const places = {
    card: choice.card ? nameOf(choice.card) : '',
    colour: choice.colour ? t(`shared.colour.${choice.colour}`) : '',
    pile: typeof choice.pile === 'number' ? choice.pile + 1 : '',
    name: typeof choice.seat === 'number' ? nameAt(view, choice.seat) : '',
  };
  const game = view.terms.game;
  if (choice.verb === 'family' && !choice.card) return t('do.stoick.family_now'); // after a swap there is nothing to discard
  return t([`do.${game}.${choice.verb}`, `do.${choice.verb}`], places);
}
