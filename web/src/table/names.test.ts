import { expect, test } from 'vitest';
import { around } from './names';

test('the others, clockwise from one’s own seat', () => {
  expect(around(4, 0)).toEqual([1, 2, 3]);
  expect(around(4, 2)).toEqual([3, 0, 1]);
  expect(around(3, null)).toEqual([0, 1, 2]);
});
