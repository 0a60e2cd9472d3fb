import { describe, expect, test } from 'vitest';
import { faceOf } from './card';

describe('a card by its name', () => {
  test.each([
    ['red 7', { kind: 'number', colour: 'red', number: 7 }],
    ['violet 0', { kind: 'number', colour: 'violet', number: 0 }],
    ['brown', { kind: 'plain', colour: 'brown' }],
    ['stop blue', { kind: 'stop', colour: 'blue' }],
    ['special', { kind: 'stop', colour: null }],
    ['green anti-joker', { kind: 'stoick', colour: 'green', figure: 'anti-joker' }],
    ['joker', { kind: 'joker' }],
    ['shit', { kind: 'shit' }],
  ])('%s', (name, face) => expect(faceOf(name)).toEqual(face));

  test('no card', () => expect(() => faceOf('pink 3')).toThrow('pink 3'));
});
