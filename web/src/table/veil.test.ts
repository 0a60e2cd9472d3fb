import { describe, expect, test } from 'vitest';
import type { ShitPicture, StichelnPicture, StoickPicture } from '../net/types';
import { veiled } from './veil';

const cards = (picture: object) => JSON.stringify(picture);

describe('what a device shows while nobody has said that it is them', () => {
  test('SHIT!: neither the hand nor the card that was laid', () => {
    const picture = { game: 'shit', me: 0, hand: ['red 3'], distances: [4], laid: 'blue 9', unseen: [{ cards: ['green 1'], held: [1], in_pile: 0 }], centre: 'red 1', seats: [] } as unknown as ShitPicture;
    expect(cards(veiled(picture))).not.toMatch(/red 3|blue 9|green 1/);
    expect(cards(veiled(picture))).toContain('red 1');
  });

  test('Sticheln: no curse before all are turned up, nor a hazy one after', () => {
    const seat = { score: 0, points: 3, cards: 14, chosen: 1, curses: ['red 5'], cursed: ['red'], won: [], laid: [] };
    const picture = (phase: string, hazy: boolean) => ({ game: 'sticheln', me: 0, phase, hand: ['blue 2'], options: { hazy }, seats: [seat, { ...seat, curses: ['green 1'] }] }) as unknown as StichelnPicture;
    expect(cards(veiled(picture('curse', false)))).not.toMatch(/red 5|blue 2/);
    expect(cards(veiled(picture('play', true)))).not.toMatch(/red 5|blue 2/);
    expect(cards(veiled(picture('play', false)))).toMatch(/red 5.*green 1/);
  });

  test('Stoïck: of others’ hands and of the pile only what everybody knows', () => {
    const known = [{ card: 'red clover', public: true }, { card: 'joker', public: false }];
    const picture = { game: 'stoick', me: 0, hand: ['blue clover'], lied: true, pile: [...known, null], seats: [{ known }], last_steal: { number: 1, thief: 0, victim: 1, card: 'green swap' } } as unknown as StoickPicture;
    expect(cards(veiled(picture))).not.toMatch(/joker|blue clover|green swap|true.*lied/);
    expect(cards(veiled(picture))).toContain('red clover');
  });
});
