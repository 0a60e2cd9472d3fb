import { expect, test } from 'vitest';
import { Ring } from './ring';

const ring = new Ring({ colours: ['blue', 'red', 'green'], low: 1, high: 10 });

test('the ring goes colour by colour, in the order that it is told', () => {
  expect(ring.cards.length).toBe(30);
  expect([0, 9, 10, 29].map((place) => ring.cards[place])).toEqual(['blue 1', 'blue 10', 'red 1', 'green 10']);
});

test('an arc goes forward, the long way round if need be', () => {
  expect(ring.arc(0, 10, 80)).toContain('0 0 1');
  expect(ring.arc(10, 20, 80)).toContain('0 1 1');
  expect(ring.arc(10, 20, 80).split(' ').at(-1)).toBe(ring.point(0, 80)[1].toFixed(1));
});

test('all places are on the circle', () => {
  for (let place = 0; place < ring.cards.length; place++) expect(Math.hypot(...ring.point(place, 92))).toBeCloseTo(92);
});
