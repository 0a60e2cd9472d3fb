/** Cards move from where they were to where they go: a card laid comes from its hand, or from the seat of who laid it. */
import type { TransitionConfig } from 'svelte/transition';

const left = new Map<string, DOMRect>(); // where each card of one's own was when it was chosen

export function remember(card: string, element: Element): void {
  left.set(card, element.getBoundingClientRect());
}

/** Of a motion, in milliseconds; 0 for who goes without. */
export function duration(): number {
  const value = getComputedStyle(document.documentElement).getPropertyValue('--move');
  return value.endsWith('ms') ? parseFloat(value) : 1000 * parseFloat(value);
}

export function between(node: Element, there: DOMRect | undefined): TransitionConfig {
  const here = node.getBoundingClientRect();
  if (!there || !here.width) return { duration: duration(), css: (t) => `opacity: ${t}` };
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  const scale = Math.min(1.2, Math.max(0.4, there.width / here.width));
  return {
    duration: duration(),
    easing: (t) => 1 - (1 - t) ** 3,
    css: (t, u) => `transform: translate(${x * u}px, ${y * u}px) scale(${1 + (scale - 1) * u}); opacity: ${0.3 + 0.7 * t}`,
  };
}

const seatPlace = (seat: number) => document.getElementById(`seat-${seat}`)?.getBoundingClientRect();

/** A card that comes to the table: `card` where it lay in one's own hand, otherwise from the seat. */
export function comes(node: Element, { card, seat }: { card?: string; seat: number }): TransitionConfig {
  const from = (card && left.get(card)) || seatPlace(seat);
  if (card) left.delete(card);
  return between(node, from);
}

/** A card that comes into one's hand: from the pile, or from the middle of the table. */
export function arrives(node: Element): TransitionConfig {
  const here = node.getBoundingClientRect();
  const there = (document.getElementById('pile') ?? document.getElementById('felt'))?.getBoundingClientRect();
  if (!there || !here.width) return { duration: 0 };
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  // `translate` adds to the transform that keeps the card in its place of the fan
  return { duration: duration(), easing: (t) => 1 - (1 - t) ** 3, css: (t, u) => `translate: ${x * u}px ${y * u}px; opacity: ${0.3 + 0.7 * t}` };
}

/** A card that goes to a seat. */
export function goes(node: Element, { seat }: { seat: number | null }): TransitionConfig {
  return between(node, seat === null ? undefined : seatPlace(seat));
}

/** A card that is turned up where it lies. */
export function turns(_node: Element): TransitionConfig {
  return { duration: duration(), css: (_t, u) => `transform: rotateY(${90 * u}deg)` };
}
