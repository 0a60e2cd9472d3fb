import { expect, test } from 'vitest';
import { arc, placeOf, point, RING } from './ring';

test('the ring goes round: blue, red, green, yellow, violet', () => {
  expect(['blue 1', 'blue 10', 'red 1', 'violet 10'].map(placeOf)).toEqual([0, 9, 10, 49]);
  expect(placeOf('shit')).toBeNull();
});

test('an arc goes forward, the long way round if need be', () => {
  expect(arc(0, 10, 80)).toContain('0 0 1');
  expect(arc(10, 0, 80)).toContain('0 1 1');
});

test('all places are on the circle', () => {
  for (let place = 0; place < RING; place++) expect(Math.hypot(...point(place, 92))).toBeCloseTo(92);
});
