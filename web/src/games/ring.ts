/** The ring of SHIT!: fifty cards, five colours of ten, forward only. */
export const RING_COLOURS = ['blue', 'red', 'green', 'yellow', 'violet'] as const;
export const RING = 50;

/** A card's place on the ring, from 0; null for the SHIT! card. */
export function placeOf(card: string): number | null {
  const [colour, number] = card.split(' ');
  const at = RING_COLOURS.indexOf(colour as 'blue');
  return at < 0 ? null : 10 * at + Number(number) - 1;
}

/** A point of a circle: the place's, a full turn being the ring, place 0 at the top. */
export function point(place: number, radius: number): [number, number] {
  const turn = ((place + 0.5) / RING) * 2 * Math.PI - Math.PI / 2;
  return [radius * Math.cos(turn), radius * Math.sin(turn)];
}

/** The arc from one place forward to another, as a path. */
export function arc(from: number, to: number, radius: number): string {
  const distance = (to - from + RING) % RING;
  const [x, y] = point(from, radius);
  const [u, v] = point(to, radius);
  return `M${x.toFixed(1)} ${y.toFixed(1)}A${radius} ${radius} 0 ${distance > RING / 2 ? 1 : 0} 1 ${u.toFixed(1)} ${v.toFixed(1)}`;
}
