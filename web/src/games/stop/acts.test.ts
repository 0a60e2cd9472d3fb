import { expect, test } from 'vitest';
import type { Choice, Refused, StopItPicture } from '../../net/types';
import { choiceFor, lookOf, mayFollow, type Act, type Look } from './acts';
import type { Moment } from '../../table/live.svelte';
import { Doing } from './doing.svelte';
import { motionsOf } from './motions';

type Seat = StopItPicture['seats'][number];

function seat(more: Partial<Seat> = {}): Seat {
  return { score: 0, in_hand: [0, 0, 0, 0, 0, 0, 0], holding: null, stops: [], dropped: [], pays_for_fall: false, passed: false, groups: [], is_sorted: true, ...more };
}

function picture(mine: Partial<Seat> = {}, more: Partial<StopItPicture> = {}): StopItPicture {
  return {
    game: 'stop-it',
    me: 0,
    actors: [0, 1],
    winners: [],
    options: { points: 15, unaided: false, fall_costs: false, end_when_empty: false, false_alarm: false, first: 0 },
    phase: 'take',
    colours: ['red', 'yellow', 'blue', 'green', 'violet', 'orange', 'brown'],
    stops: ['stop red', 'stop blue', 'special'],
    caller: 0,
    called: null,
    points_left: 15,
    open_hands: false,
    piles: [
      { top: 'red', cards: 27 },
      { top: 'stop blue', cards: 27 },
      { top: 'green', cards: 3 },
    ],
    discarded: [],
    seats: [seat(mine), seat({ groups: null })],
    last_count: null,
    ...more,
  } as StopItPicture;
}

const RED: Act = { verb: 'take', pile: 0, card: 'red', cards: 27 };
const GREEN: Act = { verb: 'take', pile: 2, card: 'green', cards: 3 };
const FIRST: Act = { verb: 'file', group: 0, fresh: false };
const NEW: Act = { verb: 'file', group: 1, fresh: true };
const choices: Choice[] = [
  { action: 2, do: 'take 1', verb: 'take', pile: 0 },
  { action: 4, do: 'take 3', verb: 'take', pile: 2 },
  { action: 8, do: 'call 2', verb: 'call', pile: 1 },
];
const filing: Choice[] = [
  { action: 1, do: 'drop', verb: 'drop' },
  { action: 35, do: 'file 1', verb: 'file', group: 0 },
  { action: 44, do: 'file new 2', verb: 'file', group: 1, new: true },
];

test('a card one reaches for is in the fingers at once, and filed at once', () => {
  const groups = [['red']];
  const taken = lookOf(picture({ groups }), [RED]);
  expect([taken.holding, taken.piles[0]?.reached, taken.piles[2]?.reached]).toEqual(['red', true, false]);
  const filed = lookOf(picture({ groups }), [RED, FIRST]);
  expect([filed.holding, filed.groups]).toEqual([null, [['red', 'red']]]);
  expect(lookOf(picture({ groups }), [RED, FIRST, GREEN, NEW]).groups).toEqual([['red', 'red'], ['green']]);
  expect(groups).toEqual([['red']]);
});

test('an act that the picture shows already is not shown twice', () => {
  const after = picture({ holding: 'red' }, { piles: [{ top: 'blue', cards: 26 }] });
  const look = lookOf(after, [RED]);
  expect([look.holding, look.piles[0]]).toEqual(['red', { top: 'blue', cards: 26, reached: false }]);
  expect(lookOf(picture({ groups: [['red']] }, { piles: after.piles }), [FIRST]).groups).toEqual([['red']]);
});

test('a card that somebody else took first is not shown in the fingers', () => {
  const look = lookOf(picture({}, { piles: [{ top: 'red', cards: 26 }] }), [RED]);
  expect([look.holding, look.piles[0]?.reached]).toEqual([null, false]);
});

test('dropped, picked up, moved, kept beside the groups', () => {
  expect(lookOf(picture({ holding: 'red' }), [{ verb: 'drop' }])).toMatchObject({ holding: null, dropped: ['red'] });
  expect(lookOf(picture({ dropped: ['red', 'blue'] }), [{ verb: 'pick', card: 'blue' }])).toMatchObject({ holding: 'blue', dropped: ['red'] });
  const moved = lookOf(picture({ groups: [['red'], ['blue', 'red']] }), [{ verb: 'move', card: 'red', source: 0, group: 1 }]);
  expect(moved.groups).toEqual([['blue', 'red', 'red']]);
  const fresh = lookOf(picture({ groups: [['blue', 'red']] }), [{ verb: 'move', card: 'red', source: 0, group: null }]);
  expect(fresh.groups).toEqual([['blue'], ['red']]);
  expect(lookOf(picture({ holding: 'special' }), [{ verb: 'file', group: null, fresh: false }]).stops).toEqual(['special']);
  expect(lookOf(picture(), [{ verb: 'call', pile: null, card: null }])).toEqual(lookOf(picture(), [])); // a false alarm
  const called = lookOf(picture(), [{ verb: 'call', pile: 1, card: 'stop blue' }]);
  expect([called.called, called.piles[1]?.reached]).toEqual(['stop blue', true]);
});

test('an act is one of the choices that the server offers, or it is not sent', () => {
  expect(choiceFor(RED, choices)?.do).toBe('take 1');
  expect(choiceFor({ verb: 'take', pile: 1, card: 'stop blue', cards: 27 }, choices)).toBeUndefined();
  expect(choiceFor({ verb: 'call', pile: 1, card: 'stop blue' }, choices)?.do).toBe('call 2');
  expect(choiceFor(FIRST, filing)?.do).toBe('file 1');
  expect(choiceFor(NEW, filing)?.do).toBe('file new 2');
  const nothing: Choice = { action: 53, do: 'call', verb: 'call' };
  const hand: Choice = { action: 12, do: 'call red', verb: 'call', card: 'stop red' };
  expect(choiceFor({ verb: 'call', pile: null, card: null }, [...choices, hand])).toBeUndefined(); // there is a stop to call
  expect(choiceFor({ verb: 'call', pile: null, card: null }, [...choices, nothing])).toBe(nothing);
  expect(choiceFor({ verb: 'call', pile: null, card: 'stop red' }, [nothing, hand])).toBe(hand);
  const move: Choice = { action: 99, do: 'move red 1 new', verb: 'move', card: 'red', source: 0, new: true };
  expect(choiceFor({ verb: 'move', card: 'red', source: 0, group: null }, [move])).toBe(move);
  expect(choiceFor({ verb: 'move', card: 'red', source: 0, group: 1 }, [move])).toBeUndefined();
});

test('what can follow goes by the look', () => {
  const look = lookOf(picture({ groups: [['red']] }), [RED]);
  expect([mayFollow(look, FIRST), mayFollow(look, NEW), mayFollow(look, { verb: 'drop' })]).toEqual([true, true, true]);
  expect(mayFollow(look, GREEN)).toBe(false); // one hand only
  expect(mayFollow(look, { verb: 'file', group: null, fresh: false })).toBe(false); // it is no stop
  expect(mayFollow(look, { verb: 'file', group: 2, fresh: true })).toBe(false); // there is no such place
  const filed = lookOf(picture({ groups: [['red']] }), [RED, FIRST]);
  expect([mayFollow(filed, GREEN), mayFollow(filed, RED), mayFollow(filed, FIRST)]).toEqual([true, false, false]);
});

/** A table whose server answers when told to. */
function table(inARace = true) {
  const sent: [string, Moment | null][] = [];
  const undone: [Act[], string | null][] = [];
  let clock = 0;
  const state = {
    now: picture({ groups: [['red']] }),
    choices,
    answer: (_: Refused | null) => undefined as void,
    sent,
    undone,
  };
  const doing: Doing = new Doing({
    choices: () => state.choices,
    look: (): Look => lookOf(state.now, doing.acts),
    inARace: () => inARace,
    moment: () => ({ seen: 7, reaction: ++clock }),
    send: (choice, moment) => {
      sent.push([choice.do, moment]);
      return new Promise((settle) => (state.answer = settle));
    },
    undone: (acts, why) => undone.push([acts, why?.code ?? null]),
  });
  return { state, doing };
}

const beaten: Refused = { type: 'refused', code: 'faster', why: '' };
const settled = () => new Promise((settle) => setTimeout(settle));

test('acts are sent one after the other, each as it was meant when it was done', async () => {
  const { state, doing } = table();
  expect([doing.do(RED), doing.do(FIRST), doing.do(GREEN)]).toEqual([true, true, true]);
  expect(state.sent.map(([act]) => act)).toEqual(['take 1']);
  state.choices = filing;
  state.now = picture({ groups: [['red']], holding: 'red' }, { piles: [{ top: 'blue', cards: 26 }, ...picture().piles.slice(1)] });
  state.answer(null);
  await settled();
  state.choices = choices;
  state.now = picture({ groups: [['red', 'red']] });
  state.answer(null);
  await settled();
  expect(state.sent).toEqual([
    ['take 1', { seen: 7, reaction: 1 }],
    ['file 1', { seen: 7, reaction: 2 }],
    ['take 3', { seen: 7, reaction: 3 }], // when it was clicked, not when it could be sent
  ]);
  state.answer(null);
  await settled();
  expect([doing.acts, state.undone]).toEqual([[], []]);
});

test('who was beaten loses what was lined up behind it, and nothing else', async () => {
  const { state, doing } = table();
  doing.do(RED);
  doing.do(FIRST);
  state.answer(beaten);
  await settled();
  expect([doing.acts, state.undone]).toEqual([[], [[[RED, FIRST], 'faster']]]);
  expect(doing.do(GREEN)).toBe(true);
  expect(state.sent.map(([act]) => act)).toEqual(['take 1', 'take 3']);
});

test('what is offered no more by the time it could be sent is not sent', async () => {
  const { state, doing } = table();
  doing.do(RED);
  doing.do(FIRST);
  state.choices = []; // the table has moved on
  state.answer(null);
  await settled();
  expect(state.sent).toHaveLength(1);
  expect(state.undone).toEqual([[[FIRST], null]]);
});

test('nothing is done that is not offered, and by turns nothing is lined up', () => {
  const { doing } = table(false);
  expect(doing.do(FIRST)).toBe(false);
  expect(doing.do(RED)).toBe(true);
  expect(doing.do(FIRST)).toBe(false);
  const far = table().doing;
  expect([RED, FIRST, GREEN, NEW, RED].map((act) => far.do(act))).toEqual([true, true, true, true, false]);
});

test('one sees who took which card from where, and who called', () => {
  const before = picture();
  const taken = picture({}, { piles: [{ top: 'blue', cards: 26 }, ...before.piles.slice(1)], seats: [seat(), seat({ holding: 'red' })] });
  expect(motionsOf(before, taken)).toEqual([{ card: 'red', pile: 0, seat: 1 }]);
  expect(motionsOf(taken, taken)).toEqual([]);
  const called = picture({}, { phase: 'grace', caller: 1, called: 'stop blue', piles: [before.piles[0]!, { top: 'red', cards: 26 }, before.piles[2]!] });
  expect(motionsOf(before, called)).toEqual([{ card: 'stop blue', pile: 1, seat: 1 }]);
});
