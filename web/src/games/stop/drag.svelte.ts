/** A card that is dragged: it follows the pointer, and what it is let go over says what becomes of it. */

const STIR = 6; // pixels before it counts as dragging, and not as a click

export class Drag {
  card = $state<string | null>(null);
  x = $state(0);
  y = $state(0);
  over = $state<string | null>(null); // the `data-into` of what is under it
  pile: number | null = null; // that it comes from
  justNow = false; // a click that ends a drag is none

  private began: { x: number; y: number } | null = null;
  private held = '';
  private letGo: (into: string | null) => void = () => undefined;

  grab(event: PointerEvent, card: string, letGo: (into: string | null) => void, pile: number | null = null): void {
    if (event.button !== 0) return;
    this.began = { x: event.clientX, y: event.clientY };
    this.held = card;
    this.letGo = letGo;
    this.pile = pile;
  }

  move(event: PointerEvent): void {
    if (!this.began) return;
    if (this.card === null && Math.hypot(event.clientX - this.began.x, event.clientY - this.began.y) < STIR) return;
    this.card = this.held;
    this.x = event.clientX;
    this.y = event.clientY;
    this.over = into(event);
  }

  release(event: PointerEvent): void {
    const dragged = this.card !== null;
    this.stop();
    if (!dragged) return;
    this.justNow = true;
    setTimeout(() => (this.justNow = false));
    this.letGo(into(event));
  }

  stop(): void {
    this.began = this.card = this.over = null;
  }
}

function into(event: PointerEvent): string | null {
  const under = document.elementsFromPoint(event.clientX, event.clientY).find((one) => one instanceof HTMLElement && one.dataset.into);
  return under instanceof HTMLElement ? (under.dataset.into ?? null) : null;
}
