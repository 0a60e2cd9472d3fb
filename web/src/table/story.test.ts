import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Choice, News, TableView } from '../net/types';
import { speak } from '../words/index.svelte';
import { labelOf } from './choices';
import { deed, outcomes } from './story';

const chairs = ['Ann', 'Ben', 'Cleo'].map((name) => ({ name }));
const view = (game: string, mine: number[] = []) => ({ terms: { game }, mine, chairs }) as unknown as TableView;
const done = (choice: Partial<Choice> | null, results: News['results'] = [], seat = 1) =>
  ({ seat, do: '', choice, by: 'person', results }) as unknown as News;
const told = (table: TableView, news: News) => [deed(table, news), ...outcomes(table, news)].filter(Boolean).join(' ');

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
    expect(told(stoick, done({ verb: 'deny' }, [DENIED]))).toBe('Ben has no joker.');
    expect(told(stoick, done({ verb: 'give', card: 'joker' }, [GAVE]))).toBe('Ben hands over a joker.');
    expect(told(stoick, done({ verb: 'family', card: 'red draw' }, [FAMILY]))).toBe('Ben has a FAMILY!');
    expect(told(stoick, done({ verb: 'target', seat: 1 }, [DENIED], 0))).toBe('Ben has no joker.');
    expect(told(view('stoick', [1]), done({ verb: 'deny' }, [DENIED]))).toBe('You have no joker.');
  });

  test('who is the last one left has no family', () => {
    expect(told(stoick, done({ verb: 'discard', card: 'joker' }, [LAST_LEFT]))).toBe('Ben discards joker. Cleo is the last one left.');
    expect(told(view('stoick', [2]), done({ verb: 'give', card: 'joker' }, [GAVE, LAST_LEFT]))).toBe('Ben hands over a joker. You are the last one left.');
  });

  test('one is called out, a stop is called', () => {
    expect(told(stoick, done({ verb: 'call', seat: 2 }))).toBe('Ben calls out Cleo.');
    expect(told(view('stop-it'), done({ verb: 'call', card: 'stop red' }))).toBe('Ben calls.');
    expect(told(view('stop-it'), done({ verb: 'call', pile: 0 }))).toBe('Ben calls.');
    expect(labelOf(view('stop-it'), { action: 0, do: 'call red', verb: 'call', card: 'stop red' })).toBe('STOP IT! stop red');
  });

  test('cards, colours and secrets', () => {
    expect(told(view('hat-trick'), done({ verb: 'play', card: 'red 3' }))).toBe('Ben plays red 3.');
    expect(told(view('sticheln'), done({ verb: 'choose', colour: 'red' }))).toBe('Ben chooses red.');
    expect(told(view('shit'), done(null))).toBe('Ben has chosen.');
    expect(told(stoick, done({ verb: 'pass' }))).toBe('Ben has no family.');
    expect(told(stoick, done({ verb: 'target', seat: 2 }))).toBe('Ben chooses Cleo.');
  });
});

test('in French', async () => {
  await speak('fr');
  expect(told(view('stoick'), done({ verb: 'deny' }, [DENIED]))).toBe("Ben n'a pas de joker.");
  expect(told(view('stoick'), done({ verb: 'call', seat: 0 }, [LAST_LEFT]))).toBe('Ben dénonce Ann. Il ne reste plus que Cleo.');
});
