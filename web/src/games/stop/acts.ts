/** What one does at a table of Stop it!, and how the table looks while the server has not said so yet.
 *
 * This is a look and nothing else: what may be done is what the server offers, and it has the last word on all of it.
 */
import type { Choice, StopItPicture } from '../../net/types';

export type Act =
  | { verb: 'go' }
  | { verb: 'drop' }
  | { verb: 'take'; pile: number; card: string; cards: number } // the card, and how many the pile had
  | { verb: 'call'; pile: number | null; card: string | null } // pile null: from the hand; card null: a false alarm
  | { verb: 'pass' }
  | { verb: 'pick'; card: string }
  | { verb: 'file'; group: number | null; fresh: boolean } // null: a stop, beside the groups
  | { verb: 'move'; card: string; source: number; group: number | null }; // null: a new group at the right end

export interface Look {
  piles: { top: string | null; cards: number; reached: boolean }[]; // reached: its top card is in one's fingers
  holding: string | null;
  groups: string[][];
  stops: string[];
  dropped: string[];
  called: string | null; // a stop that one has just called
  stopKinds: string[]; // which cards are stops, as the picture says
}

/** The choice that the server offers for an act. */
export function choiceFor(act: Act, choices: Choice[]): Choice | undefined {
  return choices.find((choice) => {
    if (choice.verb !== act.verb) return false;
    switch (act.verb) {
      case 'take':
        return choice.pile === act.pile;
      case 'call':
        return act.pile === null ? choice.pile == null && (choice.card ?? null) === act.card : choice.pile === act.pile;
      case 'pick':
        return choice.card === act.card;
      case 'file':
        return (choice.group ?? null) === act.group && Boolean(choice.new) === act.fresh;
      case 'move':
        return choice.card === act.card && choice.source === act.source && (choice.group ?? null) === act.group;
      default:
        return true;
    }
  });
}

/** The table as it will look if all these acts come true. One that the picture shows already changes nothing. */
export function lookOf(picture: StopItPicture, acts: Act[]): Look {
  const me = picture.me === null ? null : (picture.seats[picture.me] ?? null);
  const look: Look = {
    piles: picture.piles.map((pile) => ({ ...pile, reached: false })),
    holding: me?.holding ?? null,
    groups: (me?.groups ?? []).map((group) => [...group]),
    stops: [...(me?.stops ?? [])],
    dropped: [...(me?.dropped ?? [])],
    called: null,
    stopKinds: picture.stops,
  };
  for (const act of acts) show(look, act);
  return look;
}

function show(look: Look, act: Act): void {
  switch (act.verb) {
    case 'take': {
      const pile = look.piles[act.pile];
      if (!pile || pile.cards !== act.cards || pile.top !== act.card || look.holding) return;
      pile.reached = true;
      look.holding = act.card;
      return;
    }
    case 'pick': {
      const place = look.dropped.indexOf(act.card);
      if (place < 0 || look.holding) return;
      look.dropped.splice(place, 1);
      look.holding = act.card;
      return;
    }
    case 'drop':
      if (look.holding) look.dropped.push(look.holding);
      look.holding = null;
      return;
    case 'file':
      if (look.holding) put(look, look.holding, act.group, act.fresh);
      look.holding = null;
      return;
    case 'move': {
      const from = look.groups[act.source];
      const place = from?.lastIndexOf(act.card) ?? -1;
      if (!from || place < 0) return;
      from.splice(place, 1);
      put(look, act.card, act.group ?? look.groups.length, act.group === null);
      look.groups = look.groups.filter((group) => group.length > 0);
      return;
    }
    case 'call': {
      look.called = act.card;
      const pile = act.pile === null ? undefined : look.piles[act.pile];
      if (pile?.top === act.card) pile.reached = true;
    }
  }
}

function put(look: Look, card: string, group: number | null, fresh: boolean): void {
  if (group === null) look.stops.push(card);
  else if (fresh) look.groups.splice(group, 0, [card]);
  else look.groups[group]?.push(card);
}

/** Whether somebody may line an act up behind those that are under way: as it looks, it comes to something.
 *
 * The server cannot say: it has not seen the acts before it yet. It is asked about this one too, in its turn.
 */
export function mayFollow(look: Look, act: Act): boolean {
  if (look.called) return act.verb === 'file' && look.holding !== null;
  switch (act.verb) {
    case 'take':
      return look.holding === null && look.piles[act.pile]?.top === act.card && !look.piles[act.pile]?.reached;
    case 'pick':
      return look.holding === null && look.dropped.includes(act.card);
    case 'drop':
      return look.holding !== null;
    case 'file':
      if (look.holding === null || look.stopKinds.includes(look.holding) !== (act.group === null)) return false;
      return act.group === null || act.group < look.groups.length + (act.fresh ? 1 : 0);
    default:
      return false;
  }
}
