import { describe, expect, test } from 'vitest';
import { cardAngle, plateAngle } from './places';

const angles = (players: number, me: number | null) => Array.from({ length: players }, (_, seat) => plateAngle(players, me, seat));

describe('places at the table', () => {
  test('the next to play sits at one’s left', () => expect(angles(4, 0)).toEqual([90, 180, 270, 360]));
  test('seen from another seat', () => expect(angles(4, 2)).toEqual([270, 360, 90, 180]));
  test('two sit face to face', () => expect(angles(2, 1)).toEqual([270, 90]));
  test('a crowd reaches a little below the middle', () => expect([...angles(8, 0).slice(1)].map(Math.round)).toEqual([170, 203, 237, 270, 303, 337, 370]));
  test('cards lie evenly round the table', () => expect([0, 1, 2, 3, 4, 5, 6, 7].map((seat) => cardAngle(8, 6, seat))).toEqual([180, 225, 270, 315, 360, 405, 90, 135]));
  test('who watches sees everybody across the table', () => expect(angles(3, null)).toEqual([180, 270, 360]));
});
