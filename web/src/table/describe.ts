/** A table in sentences, for who would rather read or hear it. */
import type { Sight, TableView } from '../net/types';
import { cardName } from '../words/cards';
import { list, t } from '../words/index.svelte';
import { number } from '../words/number';
import { isLucky } from './luck';
import { isMine, nameAt, whoAt } from './names';
import { statesOf } from './states';

type Picture = Sight['picture'];

const cards = (names: string[]): string => list(names.map(cardName));
const laid = (view: TableView, seat: number, card: string): string => t('inwords.laid', { name: whoAt(view, seat), card: cardName(card) });

/** How many of each colour. */
function heaps(won: string[]): string {
  const counts = new Map<string, number>();
  for (const card of won) counts.set(card.split(' ')[0] as string, (counts.get(card.split(' ')[0] as string) ?? 0) + 1);
  return list([...counts].map(([colour, count]) => t('inwords.heap', { count, colour: t(`shared.colour.${colour}`) })));
}

/** What somebody had chosen in the last round: cards, or colours. */
function chosen({ curses, cursed }: { curses: string[]; cursed: string[] }): string {
  if (curses.length) return ` (${cards(curses)})`;
  return cursed.length ? ` (${list(cursed.map((colour) => t(`shared.colour.${colour}`)))})` : '';
}

/** What lies in the middle. */
export function middle(view: TableView, picture: Picture): string[] {
  switch (picture.game) {
    case 'stick-em':
    case 'sticheln':
    case 'hat-trick': {
      const lines = [t('table.round', { round: picture.round, rounds: picture.options.rounds })];
      if (picture.phase === 'play') lines.push(t('table.trick', { number: picture.tricks + 1, tricks: picture.tricks_in_round }));
      const table = picture.trick?.laid ?? [];
      lines.push(table.length ? table.map((one) => laid(view, one.seat, one.card)).join(' ') : t('inwords.empty'));
      if (picture.last_trick) lines.push(t('inwords.last', { cards: picture.last_trick.laid.map((one) => laid(view, one.seat, one.card)).join(' ') }));
      if (picture.game !== 'hat-trick' && picture.last_round.length) lines.push(t('inwords.last_round', { scores: picture.last_round.map((one, seat) => `${whoAt(view, seat)} ${number(one.points, true)}${chosen(one)}`).join(' · ') }));
      return lines;
    }
    case 'shit': {
      const lines = [picture.centre ? t('shit.ring', { card: cardName(picture.centre) }) : ''];
      picture.hand.forEach((card, place) => lines.push(t('inwords.distance', { card: cardName(card), count: picture.distances[place] })));
      return lines.filter(Boolean);
    }
    case 'stoick': {
      const top = picture.discards[0];
      return [t('stoick.pile', { count: picture.pile.length }), t('stoick.discards', { count: picture.discards.length }), ...(top ? [t('inwords.top', { card: cardName(top) })] : [])];
    }
    case 'stop-it':
      return picture.piles.map((pile, place) => (pile.top ? t('inwords.pile', { number: place + 1, card: cardName(pile.top), count: pile.cards }) : t('stop.empty')));
  }
}

/** What all may know of somebody. */
export function person(view: TableView, picture: Picture, seat: number): string[] {
  const one = picture.seats[seat];
  if (!one) return [];
  const lines = [t('inwords.score', { count: one.score })];
  if ('cards' in one) lines.push(t('inwords.cards', { count: one.cards }));
  if ('curses' in one && one.curses.length) lines.push(t(isLucky(picture) ? 'inwords.lucky' : 'inwords.curse', { cards: cards(one.curses) }));
  if ('won' in one && one.won?.length) lines.push(t('inwords.won', { cards: heaps(one.won) }));
  if ('points' in one && one.points !== null) lines.push(t('inwords.points', { count: one.points }));
  if ('known' in one && one.known.length && !isMine(view, seat)) lines.push(t('inwords.known', { cards: cards(one.known.map((known) => known.card)) }));
  if ('groups' in one && one.groups) lines.push(...one.groups.map((group) => t('inwords.group', { cards: cards(group) })));
  if (view.chairs[seat]?.bot) lines.push(t(view.chairs[seat]?.away ? 'table.stand_in' : 'table.bot'));
  if (picture.game === 'stoick') lines.push(...statesOf(picture.seats[seat]).map((state) => t(state)));
  if (view.awaited.includes(seat)) lines.push(t('table.acting'));
  return lines;
}

export const hand = (picture: Picture): string => ('hand' in picture && picture.hand.length ? cards(picture.hand) : '');

export const everybody = (view: TableView, picture: Picture): { name: string; facts: string }[] =>
  picture.seats.map((_, seat) => ({ name: whoAt(view, seat) === nameAt(view, seat) ? nameAt(view, seat) : t('you'), facts: person(view, picture, seat).join(' · ') }));
