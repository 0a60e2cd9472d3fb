/** What happened, in words. */
import type { News, Sight, TableView } from '../net/types';
import { cardName } from '../words/cards';
import { list, t } from '../words/index.svelte';
import { isMine, nameAt } from './names';

/** A sentence about what a seat does: to that seat itself, or to the others. */
function about(view: TableView, seat: number, key: string, places: Record<string, unknown> = {}): string {
  const you = view.mine.length === 1 && isMine(view, seat);
  return t(`story.${key}_${you ? 'you' : 'they'}`, { ...places, name: nameAt(view, seat) });
}

function isCard(words: string): boolean {
  try {
    return cardName(words) !== '';
  } catch {
    return false;
  }
}

/** `picture`: of the table right after it, where there is one. */
export function deed(view: TableView, news: News, picture: Sight['picture'] | null = null): string {
  if (news.do === null) return about(view, news.seat, view.terms.game === 'stop-it' ? 'files' : 'secret');
  const [verb = '', ...rest] = news.do.split(' ');
  const what = rest.join(' ');
  if (verb === 'target' && news.results.length) return ''; // what comes of it says whom
  if (verb === 'pass' && !what) return about(view, news.seat, 'no_family');
  if (verb === 'target' || (verb === 'call' && view.terms.game === 'stoick')) {
    return about(view, news.seat, verb, { other: nameAt(view, Number(what)) });
  }
  if (verb === 'file' || verb === 'move') return about(view, news.seat, 'files');
  const taken = verb === 'take' && picture?.game === 'stop-it' ? picture.seats[news.seat]?.holding : null;
  if (taken) return about(view, news.seat, 'takes', { card: cardName(taken) });
  if (verb === 'take' || (verb === 'call' && /^\d+$/.test(what))) return about(view, news.seat, verb, { pile: what });
  return about(view, news.seat, verb, { card: isCard(what) ? cardName(what) : what });
}

export function outcomes(view: TableView, news: News): string[] {
  return news.results.map((result) => outcome(view, result)).filter(Boolean);
}

function outcome(view: TableView, result: Record<string, unknown>): string {
  switch (result.kind) {
    case 'curses':
      return t('story.curses');
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
    case 'steal':
      return about(view, result.thief as number, 'steal', { other: nameAt(view, result.victim as number) });
    case 'anti-joker':
      return about(view, result.named as number, result.gave ? 'gave' : 'denied');
    case 'game':
      return about(view, result.winner as number, 'family');
    case 'stop': {
      const fewest = (result.fewest as number[]).map((seat) => nameAt(view, seat));
      return t('story.stop', { names: list(fewest) });
    }
    default:
      return '';
  }
}

/** An action and what came of it. `picture`: as for `deed`. */
export const happened = (view: TableView, news: News, picture: Sight['picture'] | null = null): string =>
  [deed(view, news, picture), ...outcomes(view, news)].filter(Boolean).join(' ');
