/** A card by its name, as the server names it: `red 7`, `red clover`, `stop blue`, `special`, `joker`, `shit`. */

export const COLOURS = ['red', 'yellow', 'green', 'blue', 'violet', 'grey', 'brown', 'orange'] as const;
export type Colour = (typeof COLOURS)[number];

export type Face =
  | { kind: 'number'; colour: Colour; number: number }
  | { kind: 'plain'; colour: Colour }
  | { kind: 'stop'; colour: Colour | null }
  | { kind: 'stoick'; colour: Colour; figure: 'clover' | 'draw' | 'steal' | 'swap' | 'anti-joker' }
  | { kind: 'joker' }
  | { kind: 'shit' };

export function isColour(word: string | undefined): word is Colour {
  return COLOURS.includes(word as Colour);
}

export function faceOf(name: string): Face {
  const [first, second] = name.split(' ');
  if (first === 'joker' || first === 'shit') return { kind: first };
  if (first === 'special') return { kind: 'stop', colour: null };
  if (first === 'stop' && isColour(second)) return { kind: 'stop', colour: second };
  if (!isColour(first)) throw new Error(`no card is called ${name}`);
  if (second === undefined) return { kind: 'plain', colour: first };
  if (/^\d+$/.test(second)) return { kind: 'number', colour: first, number: Number(second) };
  return { kind: 'stoick', colour: first, figure: second as 'clover' };
}
