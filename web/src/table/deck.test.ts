import { describe, expect, test } from 'vitest';
import { check, sealOf, seedOf } from './deck';

// As `tablee.fairness` gives them.
const SEAL = '9a2db2e23f1504cd056606553ac049c5e718e8f9ce9233876df1a7a1821af885';
const SEED = '47f54caff0f19694245e723bb932baec5c1cf4717b137292fa592387da392981';
const fairness = { commitment: SEAL, secret: 'ab'.repeat(32), table: 't-éte', words: ['pluie', '', '"x" \\ é'] };

describe('the deck', () => {
  test('its seal', () => expect(sealOf(fairness.secret)).toBe(SEAL));
  test('its seed', () => expect(seedOf(fairness)).toBe(SEED));
  test('all is well', () => expect(check(fairness, SEED, SEAL, fairness.words)).toEqual({ same: true, opened: true, words: true, seed: true }));
  test('who came later saw no seal', () => expect(check(fairness, SEED, null, fairness.words).same).toBeNull());
  test('another seal than before the deal', () => expect(check(fairness, SEED, '00', fairness.words).same).toBe(false));
  test('another secret', () => {
    const found = check({ ...fairness, secret: 'ac'.repeat(32) }, SEED, SEAL, fairness.words);
    expect([found.opened, found.seed]).toEqual([false, false]);
  });
  test('a word that nobody said', () => {
    const found = check({ ...fairness, words: ['soleil', '', ''] }, SEED, SEAL, fairness.words);
    expect([found.words, found.seed]).toEqual([false, false]);
  });
});
