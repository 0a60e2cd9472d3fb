import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Choice, News, TableView } from '../net/types';
import { speak } from '../words/index.svelte';
import { labelOf } from './choices';
import { happened } from './story';

const chairs = ['Ann', 'Ben', 'Cleo'].map((name) => ({ name }));
const view = (game: string, mine: number[] = [], options = {}) => ({ terms: { game, options }, mine, chairs }) as unknown as TableView;
const done = (choice: Partial<Choice> | null, results: News['results'] = [], seat = 1) =>
  ({ seat, do: '', choice, by: 'person', results }) as unknown as News;

const GAVE = { kind: 'anti-joker', named: 1, gave: true };
const DENIED = { kind: 'anti-joker', named: 1, gave: false };
const FAMILY = { kind: 'game', winner: 1, family: ['joker', 'red clover', 'red clover', 'red clover'] };
const LAST_LEFT = { kind: 'game', winner: 2, family: [] };

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
});

describe('in English', () => {
  beforeAll(() => speak('en'));
  const stoick = view('stoick');

  test('at a table of Stoïck nothing is said twice', () => {
    expect(happened(stoick, done({ verb: 'deny' }, [DENIED]))).toBe('Ben has no joker.');
    expect(happened(stoick, done({ verb: 'give', card: 'joker' }, [GAVE]))).toBe('Ben discards a joker.');
    expect(happened(stoick, done({ verb: 'family', card: 'red draw' }, [FAMILY]))).toBe('Ben has a FAMILY!');
    expect(happened(stoick, done({ verb: 'target', seat: 1 }, [DENIED], 0))).toBe('Ben has no joker.');
    expect(happened(view('stoick', [1]), done({ verb: 'deny' }, [DENIED]))).toBe('You have no joker.');
  });

  test('at a strict table a denial is only what somebody says', () => {
    expect(happened(view('stoick', [], { strict: 1 }), done({ verb: 'deny' }, [DENIED]))).toBe('Ben says: no joker.');
    expect(happened(view('stoick', [1], { strict: 1 }), done({ verb: 'deny' }, [DENIED]))).toBe('You say that you have no joker.');
  });

  test('who is the last one left has no family', () => {
    expect(happened(stoick, done({ verb: 'discard', card: 'joker' }, [LAST_LEFT]))).toBe('Ben discards joker. Cleo is the last one left.');
    expect(happened(view('stoick', [2]), done({ verb: 'give', card: 'joker' }, [GAVE, LAST_LEFT]))).toBe('Ben discards a joker. You are the last one left.');
  });

  test('who hid a joker is out, whatever brought it to light', () => {
    const out = { kind: 'elimination', seat: 1 };
    expect(happened(stoick, done({ verb: 'discard', card: 'joker' }, [out]))).toBe('Ben discards joker. Ben hid a joker, and is out.');
    expect(happened(stoick, done({ verb: 'family', card: 'red draw' }, [out]))).toBe('Ben hid a joker, and is out.');
    expect(happened(stoick, done({ verb: 'target', seat: 1 }, [out], 0))).toBe('Ann chooses Ben. Ben hid a joker, and is out.');
    expect(happened(view('stoick', [1]), done({ verb: 'give', card: 'joker' }, [GAVE, out]))).toBe('You discard a joker. You hid a joker: you are out.');
  });

  test('what is left undone', () => {
    expect(happened(stoick, done({ verb: 'leave' }))).toBe('Ben leaves it undone.');
  });

  test('one is called out, a stop is called', () => {
    expect(happened(stoick, done({ verb: 'call', seat: 2 }))).toBe('Ben calls out Cleo.');
    expect(happened(view('stop-it'), done({ verb: 'call', card: 'stop red' }))).toBe('Ben calls.');
    expect(happened(view('stop-it'), done({ verb: 'call', pile: 0 }))).toBe('Ben calls.');
    expect(labelOf(view('stop-it'), { action: 0, do: 'call red', verb: 'call', card: 'stop red' })).toBe('STOP IT! red stop');
    expect(happened(view('stop-it'), done({ verb: 'call' }, [{ kind: 'alarm', seat: 1 }]))).toBe('Ben calls. There is no stop: a point for Ben.');
    expect(happened(view('stop-it'), done({ verb: 'pass' }))).toBe('Ben lets their stops be.');
  });

  test('in Reverse the cards that are turned up bring luck', () => {
    const curses = [{ kind: 'curses', cards: [] }];
    expect(happened(view('sticheln'), done(null, curses))).toBe('Ben has chosen. The curses are turned up.');
    expect(happened(view('sticheln', [], { reverse: 1 }), done(null, curses))).toBe('Ben has chosen. The lucky cards are turned up.');
  });

  test('cards, colours and secrets', () => {
    expect(happened(view('hat-trick'), done({ verb: 'play', card: 'red 3' }))).toBe('Ben plays red 3.');
    expect(happened(view('sticheln'), done({ verb: 'choose', colour: 'red' }))).toBe('Ben chooses red.');
    expect(happened(view('shit'), done(null))).toBe('Ben has chosen.');
    expect(happened(stoick, done({ verb: 'pass' }))).toBe('Ben has no family.');
    expect(happened(stoick, done({ verb: 'target', seat: 2 }))).toBe('Ben chooses Cleo.');
  });
});

test('in French', async () => {
  await speak('fr');
  expect(happened(view('stoick'), done({ verb: 'deny' }, [DENIED]))).toBe("Ben n'a pas de joker.");
  expect(happened(view('stoick'), done({ verb: 'call', seat: 0 }, [LAST_LEFT]))).toBe('Ben signale Ann. Il ne reste plus que Cleo.');
  expect(happened(view('stoick'), done({ verb: 'discard', card: 'green draw' }))).toBe('Ben défausse pioche verte.');
  expect(happened(view('stoick'), done({ verb: 'discard', card: 'green swap' }))).toBe('Ben défausse échange vert.');
});
