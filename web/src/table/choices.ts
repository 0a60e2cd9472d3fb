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
  const seat = /^\d+$/.test(what) ? Number(what) : null;
  return labelOf(view, { action: 0, do: action, verb: verb as Choice['verb'], card: seat === null && what ? what : null, seat });
}

export function labelOf(view: TableView, choice: Choice): string {
  const places = {
    card: choice.card ? nameOf(choice.card) : '',
    colour: choice.colour ? t(`shared.colour.${choice.colour}`) : '',
    name: typeof choice.seat === 'number' ? nameAt(view, choice.seat) : '',
  };
  const game = view.terms.game;
  return t([`do.${game}.${choice.verb}`, `do.${choice.verb}`], places);
}
