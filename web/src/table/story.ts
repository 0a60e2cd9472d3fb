/** What happened, in words. */
import type { News, Sight, TableView } from '../net/types';
import { cardName } from '../words/cards';
import { list, t } from '../words/index.svelte';
import { isMine, nameAt } from './names';

const you = (view: TableView, seat: number): boolean => view.mine.length === 1 && isMine(view, seat);

/** A sentence about what a seat does: to that seat itself, or to the others. */
function about(view: TableView, seat: number, key: string, places: Record<string, unknown> = {}): string {
  return t(`story.${key}_${you(view, seat) ? 'you' : 'they'}`, { ...places, name: nameAt(view, seat) });
}

/** Of these what comes of it says all there is to say. */
const TOLD_BY_RESULTS = ['target', 'give', 'deny', 'family'];

function deed(view: TableView, news: News, picture: Sight['picture'] | null): string {
  const { seat, choice } = news;
  if (choice === null) return about(view, seat, view.terms.game === 'stop-it' ? 'files' : 'secret');
  const { verb } = choice;
  const told = news.results.some((result) => result.kind !== 'elimination' || verb === 'family');
  if (TOLD_BY_RESULTS.includes(verb) && told) return '';
  if (verb === 'pass' && !choice.card) return about(view, seat, view.terms.game === 'stop-it' ? 'let_be' : 'no_family');
  if (verb === 'file' || verb === 'move') return about(view, seat, 'files');
  const taken = verb === 'take' && picture?.game === 'stop-it' ? picture.seats[seat]?.holding : null;
  if (taken) return about(view, seat, 'takes', { card: cardName(taken) });
  if (typeof choice.seat === 'number') return about(view, seat, verb === 'call' ? 'call_out' : verb, { other: nameAt(view, choice.seat) });
  const colour = choice.colour ? t(`shared.colour.${choice.colour}`) : '';
  return about(view, seat, verb, { card: choice.card ? cardName(choice.card) : colour });
}

function outcomes(view: TableView, news: News, picture: Sight['picture'] | null): string[] {
  return news.results.map((result) => outcome(view, result, picture)).filter(Boolean);
}

function outcome(view: TableView, result: Record<string, unknown>, picture: Sight['picture'] | null): string {
  switch (result.kind) {
    case 'curses':
      return t(view.terms.options?.reverse ? 'story.lucky' : 'story.curses');
    case 'trick':
      if (typeof result.winner === 'number') return about(view, result.winner, 'trick');
      if (result.winners) {
        const winners = Object.entries(result.winners as Record<string, number>);
        return winners.map(([colour, seat]) => about(view, seat, 'hat', { colour: t(`shared.colour.${colour}`) })).join(' ');
      }
      return t('story.nobody');
    case 'round':
      return t('story.round');
    case 'turn':
      return typeof result.winner === 'number'
        ? about(view, result.winner, 'turn', { count: result.points })
        : t('story.nobody_turn');
    case 'steal': {
      const card = picture?.game === 'stoick' ? picture.last_steal?.card : null; // told to the two whom it concerns
      return about(view, result.thief as number, card ? 'steal_card' : 'steal', { other: nameAt(view, result.victim as number), card: card ? cardName(card) : '' });
    }
    case 'anti-joker':
      // At a strict table whoever has none may be lying.
      return about(view, result.named as number, result.gave ? 'gave' : view.terms.options?.strict ? 'claims' : 'denied');
    case 'elimination':
      return about(view, result.seat as number, 'eliminated');
    case 'game':
      return about(view, result.winner as number, (result.family as string[]).length ? 'family' : 'last_left');
    case 'stop': {
      const fewest = (result.fewest as number[]).map((seat) => (you(view, seat) ? t('you').toLocaleLowerCase() : nameAt(view, seat)));
      return t('story.stop', { names: list(fewest) });
    }
    case 'alarm':
      return about(view, result.seat as number, 'alarm');
    default:
      return '';
  }
}

/** An action and what came of it. `picture`: of the table right after it, where there is one. */
export const happened = (view: TableView, news: News, picture: Sight['picture'] | null = null): string =>
  [deed(view, news, picture), ...outcomes(view, news, picture)].filter(Boolean).join(' ');
