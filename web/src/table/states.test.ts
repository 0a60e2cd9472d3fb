import { expect, test } from 'vitest';
import type { StoickSeat } from '../net/types';
import { statesOf } from './states';

const seat = (facts: Partial<StoickSeat> = {}): StoickSeat => ({ score: 0, cards: 4, known: [], most_jokers: 1, out: false, skips: false, denied: false, ...facts });

test('who is out is nothing else', () => {
  expect(statesOf(seat())).toEqual([]);
  expect(statesOf(seat({ skips: true, denied: true }))).toEqual(['shared.stoick.is_skipped', 'shared.stoick.has_denied']);
  expect(statesOf(seat({ out: true, skips: true, denied: true }))).toEqual(['shared.stoick.is_out']);
});
