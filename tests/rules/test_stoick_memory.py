"""Stoïck: what each player could remember, and nothing more, is what they are shown.

`Tale` (stoick_tale) plays the same game with counters instead of tokens; the two must agree on the rules and on what
everybody knows. That nobody knows too much is seen in another way: games that look the same to somebody, however they
differ, must show them the same.
"""

import random
from collections import Counter

import pytest
from stage_more import (
    actions,
    astray_to,
    deck_of,
    hand_of,
    light,
    light_view,
    light_world,
    pile_of,
    play_all,
    seats,
    seen_by,
    seen_in_pile,
    steal_card,
    stoick_table,
    view_bytes,
    words,
)
from stoick_tale import ANSWER, ASK, DRAWING, JOKER, NAME, OVER, SWAPPED, Tale, Worlds

from tablee import Match, game
from tablee.catalogue.stoick import kind_name
from tablee.rules import stoick, stoick_cards

PLAYERS = range(2, 7)
KIND = {kind_name(kind): kind for kind in range(1, 32)}
PHASES = {
    ASK: stoick.DISCARD,
    NAME: stoick.TARGET,
    SWAPPED: stoick.SWAPPED,
    ANSWER: stoick.ANSWER,
    DRAWING: stoick.DRAWING,
    OVER: stoick.OVER,
}


class Luck:
    """What decides a theft: the card, and among like cards of the hand which."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.hand = []
        self.card = ""

    def slot(self):
        return self.random.choice([slot for slot, token in enumerate(self.hand) if token & 31 == KIND[self.card]])


@pytest.fixture(autouse=True)
def _thefts_by_luck(monkeypatch):
    fair = stoick_cards.below
    monkeypatch.setattr(stoick_cards, "below", lambda rng, n: rng.slot() if isinstance(rng, Luck) else fair(rng, n))


class Run:
    """A tale and the rules' own game, side by side."""

    def __init__(self, tale, strict, seed=0):
        self.tale = tale
        choosy = {"optional_actions": tale.choosy, "family_next_turn": tale.choosy}
        self.setup = game("stoick", tale.players, strict=strict, **choosy)
        self.s = s = light(Match(self.setup, seed=0).state)
        for seat in range(tale.players):
            for slot in range(5):
                s.hand[seat, slot] = 0
            for slot, card in enumerate(tale.hands[seat]):
                s.hand[seat, slot] = KIND[card] | 1 << (8 + seat)
            s.hand_size[seat] = len(tale.hands[seat])
        s.pile[:] = [KIND[card] for card, _ in tale.pile] + [0] * (len(s.pile) - len(tale.pile))
        s.pile_size = len(tale.pile)
        s.discards[:] = [KIND[card] for card in tale.discards] + [0] * (len(s.discards) - len(tale.discards))
        s.discards_size = len(tale.discards)
        s.turn, s.phase = tale.turn, stoick.DISCARD
        self.luck = Luck(seed)
        assert stoick.status(s) == 0

    def play(self, seat, move, stolen=""):
        self.tale.play(seat, move, stolen)
        if stolen:
            self.luck.hand = self.s.hand[int(move.split()[1])][:]
            self.luck.card = stolen
        stoick.apply(self.s, seat, self.setup.parse(move), self.luck)

    def shuffle_hands(self):
        """Where a card stands in a hand is nobody's business: every other order must do as well."""
        for seat in range(self.tale.players):
            held = self.s.hand[seat][: self.s.hand_size[seat]]
            self.luck.random.shuffle(held)
            self.s.hand[seat][: len(held)] = held

    def view(self, observer):
        """What the observer is shown, the own hand in order."""
        shown = light_view(stoick, self.s, observer)
        if observer >= 0:
            shown.hand[observer] = sorted(shown.hand[observer], reverse=True)
        return shown


def dealt(players, strict, choice, first=0, choosy=False):
    """A tale from the deal on."""
    deck = [kind_name(kind) for kind in sorted(deck_of(players).elements())]
    choice.shuffle(deck)
    hands = [[deck.pop() for _ in range(4)] for _ in range(players)]
    hands[first].append(deck.pop())
    return Tale(hands, deck, [], first, strict, choosy)


def any_move(tale, choice, family=0.0):
    """A move at random, and what luck gives where it is a theft."""
    movers = [seat for seat in range(tale.players) if tale.moves(seat)]
    seat = tale.turn if tale.turn in movers and choice.random() < 0.7 else choice.choice(movers)
    moves = sorted(tale.moves(seat))
    declared = [move for move in moves if move.startswith("family")]
    if declared and choice.random() >= family:
        moves = [move for move in moves if move not in declared]
    # Actions rather than clovers, and few idle draws: more happens so.
    lively = [move for move in moves if not move.endswith(("clover", "joker")) and move != "draw"]
    if lively and choice.random() < 0.6:
        moves = lively
    move = choice.choice(moves)
    stolen = ""
    if tale.phase == NAME and tale.face == "steal" and move.startswith("target"):
        stolen = choice.choice(tale.hands[int(move.split()[1])])
    return seat, move, stolen


def shown_cards(tokens):
    return Counter(kind_name(token & 31) for token in tokens if token)


def compare(run):
    """The rules' game against the tale: where the cards are, what may be done, and what everybody knows."""
    tale, s = run.tale, run.s
    assert stoick.status(s) == 0
    assert (s.phase, s.turn) == (PHASES[tale.phase], tale.turn)
    assert (set(seats(s.out)), set(seats(s.skip)), set(seats(s.hides))) == (tale.out, tale.skip, tale.liars - tale.out)
    assert [kind_name(token & 31) for token in s.pile[: s.pile_size]] == [card for card, _ in tale.pile]
    assert [kind_name(kind) for kind in s.discards[: s.discards_size]] == tale.discards
    for seat in range(tale.players):
        assert shown_cards(s.hand[seat][: s.hand_size[seat]]) == Counter(tale.hands[seat])
        assert {run.setup.say(action) for action in actions(stoick, s, seat)} == tale.moves(seat)
        assert bool(stoick.actors(s) >> seat & 1) == bool(tale.moves(seat))
    for observer in tale.observers:
        compare_views(run, observer)


def compare_views(run, observer):
    tale, v = run.tale, light_view(stoick, run.s, observer)
    for seat in range(tale.players):
        expected = Counter(tale.hands[seat]) if seat == observer else +tale.known[observer][seat]
        assert shown_cards(v.hand[seat]) == expected, (observer, seat)
    pile = [kind_name(token & 31) if token else None for token in v.pile[: v.pile_size]]
    assert pile == [card if observer in knowers else None for card, knowers in tale.pile]
    astray = Counter({kind_name(kind): number for kind, number in enumerate(v.astray) if number})
    assert astray == +tale.astray[observer]
    if astray:
        assert set(seats(v.loose[observer])) - {observer} == tale.loose[observer]


# ---- the two tell the same ------------------------------------------------------------------------------------


@pytest.mark.rule("SK-3", "SK-5", "SK-6", "SK-7", "SK-8", "SK-9", "SK-11", "SK-12", "SK-13", "SK-15", "SK-16")
@pytest.mark.parametrize("choosy", [False, True])
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_random_play_is_what_a_naive_retelling_makes_of_it(players, strict, choosy):
    for seed in range(2 if choosy else 3):
        choice = random.Random(100 * seed + 10 * players + strict)
        run = Run(dealt(players, strict, choice, seed % players, choosy), strict, seed)
        compare(run)
        for _ in range(110):
            run.play(*any_move(run.tale, choice, family=0.05 if seed else 0.0))
            compare(run)
            if run.tale.phase == OVER:
                assert run.s.last_winner == run.tale.winner
                break


# ---- games that look the same ---------------------------------------------------------------------------------


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_which_of_two_like_cards_moves_makes_no_difference(players, strict):
    """The same game twice, the hands shuffled between the moves, so that other cards of the same kind move."""
    choice, again = random.Random(players + 10 * strict), random.Random(players + 10 * strict)
    one = Run(dealt(players, strict, choice), strict, seed=1)
    other = Run(dealt(players, strict, again), strict, seed=2)
    for _ in range(120):
        other.shuffle_hands()
        move = any_move(one.tale, choice)
        one.play(*move)
        other.play(*move)
        if one.tale.phase == OVER:
            break
        for observer in one.tale.observers:
            assert one.view(observer) == other.view(observer)


class History:
    """A game as it can be told again, and changed: the deck, the moves, and what was stolen."""

    def __init__(self, players, strict, deck, moves):
        self.players, self.strict, self.deck, self.moves = players, strict, deck, moves

    def start(self):
        deck = list(self.deck)
        hands = [[deck.pop() for _ in range(4)] for _ in range(self.players)]
        hands[0].append(deck.pop())
        return Tale(hands, deck, [], 0, self.strict)

    def changed(self, choice, observer, thefts):
        """Two cards of the deck exchanged, or another card stolen where the observer only watched, or both."""
        deck, moves = list(self.deck), list(self.moves)
        if choice.random() < 0.7:
            here, there = choice.sample(range(len(deck)), 2)
            deck[here], deck[there] = deck[there], deck[here]
        watched = [place for place, parties, _ in thefts if observer not in parties]
        if watched and choice.random() < 0.6:
            place = choice.choice(watched)
            [hand] = [hand for where, _, hand in thefts if where == place]
            moves[place] = (*moves[place][:2], choice.choice(hand))
        return History(self.players, self.strict, deck, moves)

    def looks_like(self, observer, log):
        """The thefts of this history (where, who, from which cards) if the observer saw just that; else None."""
        tale, thefts = self.start(), []
        for place, (seat, move, stolen) in enumerate(self.moves):
            if stolen:
                victim = int(move.split()[1])
                thefts.append((place, (seat, victim), list(tale.hands[victim])))
            try:
                tale.play(seat, move, stolen)
            except ValueError:  # it cannot have gone so
                return None
            if tale.log[observer] != log[: len(tale.log[observer])]:
                return None
        return thefts if tale.log[observer] == log else None


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("players", [3, 4, 6])
def test_games_that_look_the_same_to_somebody_show_them_the_same(players, strict):
    choice = random.Random(players + 10 * strict)
    retold = 0
    for observer in (-1, 0, players - 1, -1, 1):
        deck = [kind_name(kind) for kind in sorted(deck_of(players).elements())]
        choice.shuffle(deck)
        history = History(players, strict, deck, [])
        told = Run(history.start(), strict)
        for _ in range(choice.randrange(20, 80)):
            move = any_move(told.tale, choice)
            told.play(*move)
            history.moves.append(move)
            if told.tale.phase == OVER:
                break
        seen = told.view(observer)
        thefts = history.looks_like(observer, told.tale.log[observer])
        assert thefts is not None
        # Wander from history to history, one small change after the other, all alike to the observer.
        changes = 0
        for _ in range(200):
            other = history.changed(choice, observer, thefts)
            alike = other.looks_like(observer, told.tale.log[observer])
            if alike is None or (other.deck, other.moves) == (history.deck, history.moves):
                continue
            history, thefts, changes = other, alike, changes + 1
            if changes % 4 == 0:
                run = Run(history.start(), strict, seed=changes)
                for move in history.moves:
                    run.play(*move)
                assert run.view(observer) == seen
                retold += 1
    assert retold >= 5


# ---- every world there is -------------------------------------------------------------------------------------


def endgame(choice, strict):
    """Three players; most cards are discarded, so that the worlds can be counted out."""
    deck = Counter(kind_name(kind) for kind in deck_of(3).elements())
    unseen = ["red clover"] * 3 + ["yellow clover"] * 2 + ["red steal", "yellow steal", "red swap", "green swap", JOKER]
    own = ["red clover", "yellow clover", "green steal", "yellow swap", "green anti-joker"]
    choice.shuffle(unseen)
    discards = list((deck - Counter(unseen) - Counter(own)).elements())
    choice.shuffle(discards)
    return Tale([own, unseen[:4], unseen[4:8]], unseen[8:], discards, 0, strict)


@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_known_that_is_not_so_in_every_world_there_is(seed):
    choice = random.Random(seed)
    run = Run(endgame(choice, False), False, seed)
    worlds = Worlds(run.tale, 0)
    sure = 0
    for _ in range(18):
        run.play(*any_move(run.tale, choice))
        worlds.follow(run.tale)
        hands = tuple(tuple(sorted(hand)) for hand in run.tale.hands)
        assert (hands, tuple(card for card, _ in run.tale.pile)) in worlds.worlds
        v = light_view(stoick, run.s, 0)
        known = {seat: shown_cards(v.hand[seat]) for seat in (1, 2)}
        for seat in (1, 2):
            for card, number in known[seat].items():
                assert worlds.least({seat}, card) >= number
                sure += number
        loose = set(seats(v.loose[0])) - {0}
        for kind, number in enumerate(v.astray):
            if number:
                card = kind_name(kind)
                assert worlds.least(loose, card) >= number + sum(known[seat][card] for seat in loose)
        for place, token in enumerate(v.pile[: v.pile_size]):
            if token:
                assert {pile[place] for _, pile in worlds.worlds} == {kind_name(token & 31)}
        for seat in (1, 2):
            assert max(hands[seat].count(JOKER) for hands, _ in worlds.worlds) <= v.jokers_max[seat]
    assert sure > 0


# ---- worlds drawn from a view ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("strict", "choosy"), [(False, False), (True, False), (True, True)])
@pytest.mark.parametrize("players", PLAYERS)
def test_worlds_are_sound_and_look_as_the_view_they_are_drawn_from(players, strict, choosy):
    choice, luck = random.Random(players + 10 * strict), words(players)
    for seed in range(2):
        run = Run(dealt(players, strict, choice, choosy=choosy), strict, seed)
        for _ in range(100):
            run.play(*any_move(run.tale, choice, family=0.02))
            for observer in choice.sample(run.tale.observers, 2):
                seen = light_view(stoick, run.s, observer)
                world = light_world(stoick, seen, observer, luck)
                assert stoick.status(world) == 0
                assert light_view(stoick, world, observer) == seen
                if run.tale.phase != OVER and observer >= 0:
                    assert actions(stoick, world, observer) == actions(stoick, run.s, observer)
            if run.tale.phase == OVER:
                break


def test_worlds_differ_in_what_is_unknown():
    match = stoick_table(
        ["red clover, 3 yellow clover, red swap", "4 green clover", "red draw, red steal, 2 red clover"]
    )
    seen = light_view(stoick, light(match.state), 0)
    luck = words(1)
    hands = {tuple(sorted(light_world(stoick, seen, 0, luck).hand[1])) for _ in range(40)}
    assert len(hands) > 20


def test_a_world_puts_what_is_astray_with_those_who_may_have_it():
    match = astray_draw()
    seen = light_view(stoick, light(match.state), 3)
    luck, found = words(2), Counter()
    for _ in range(60):
        world = light_world(stoick, seen, 3, luck)
        holders = [shown_cards(world.hand[seat])["blue draw"] for seat in range(4)]
        assert sum(holders[:2]) == 1
        found[holders.index(1)] += 1
    assert set(found) == {0, 1}


def test_a_world_gives_no_joker_to_who_was_seen_to_have_none():
    match = stoick_table(
        [
            "red anti-joker, 3 red clover, red draw",
            "4 yellow clover",
            "green clover, green draw, green steal, green swap",
        ]
    )
    play_all(match, (0, "discard red anti-joker"), (0, "target 2"))
    seen = light_view(stoick, light(match.state), 0)
    luck = words(3)
    jokers = Counter()
    for _ in range(80):
        world = light_world(stoick, seen, 0, luck)
        for seat in range(3):
            jokers[seat] += shown_cards(world.hand[seat])[JOKER]
    assert jokers[2] == 0 < jokers[1]


def test_a_world_may_have_a_denier_lie_or_not():
    match = stoick_table(
        [
            "red anti-joker, 3 red clover, red draw",
            "3 yellow clover, joker",
            "green clover, green draw, green steal, green swap",
        ],
        strict=1,
    )
    play_all(match, (0, "discard red anti-joker"), (0, "target 1"), (1, "deny"))
    seen = light_view(stoick, light(match.state), 2)
    luck, found = words(4), set()
    for _ in range(80):
        world = light_world(stoick, seen, 2, luck)
        found.add((shown_cards(world.hand[1])[JOKER], world.hides))
    assert found == {(0, 0), (1, 0), (1, 0b010)}


# ---- what must be known ---------------------------------------------------------------------------------------


def astray_draw():
    """Four players. All knew of the blue DRAW in seat 1's hand; then seat 0 stole a card from there."""
    match = stoick_table(
        [
            "red steal, 3 red clover, red draw",
            "yellow clover, yellow draw, yellow steal, blue draw",
            "green clover, green draw, green steal, green swap",
            "blue clover, blue steal, blue swap, blue anti-joker",
        ],
        pile="2 joker, red clover",
    )
    match.state.hand[1][3] |= stoick_cards.EVERYONE << 8
    for observer in (-1, 0, 2, 3):
        assert seen_by(match, observer, 1) == ["blue draw"]
    match.play(0, "discard red steal")
    steal_card(match, 0, 1, "yellow draw")
    return match


@pytest.mark.rule("SK-6")
def test_thief_and_victim_know_the_stolen_card_and_watchers_lose_track():
    match = astray_draw()
    assert seen_by(match, 1, 0) == ["yellow draw"]
    assert seen_by(match, 0, 1) == ["blue draw"]  # the thief saw that it was another
    for watcher in (-1, 2, 3):
        assert seen_by(match, watcher, 0) == seen_by(match, watcher, 1) == []
        assert astray_to(match, watcher) == (["blue draw"], {0, 1})
    # Discarded by either of the two, it is astray no more.
    match.play(0, "discard yellow draw")
    assert astray_to(match, 2) == (["blue draw"], {0, 1})
    match.play(0, "discard red clover")
    match.play(1, "discard blue draw")
    for watcher in (-1, 2, 3):
        assert astray_to(match, watcher)[0] == []
    assert seen_by(match, 0, 1) == []


def up_to(match, seat):
    """Everybody discards a clover of their own colour until it is the seat's turn."""
    while match.actors != [seat]:
        [actor] = match.actors
        match.play(actor, f"discard {('red', 'yellow', 'green', 'blue')[actor]} clover")
    return match


@pytest.mark.rule("SK-6")
@pytest.mark.parametrize("stolen", ["blue draw", "yellow steal"])
def test_a_card_astray_may_have_been_stolen_on(stolen):
    # Seat 0 may have it, or seat 1; seat 2 steals from seat 1: now it may be with any of the three.
    match = up_to(astray_draw(), 2)
    match.play(2, "discard green steal")
    steal_card(match, 2, 1, stolen)
    assert stoick.status(match.state) == 0
    for watcher in (-1, 3):
        assert astray_to(match, watcher) == (["blue draw"], {0, 1, 2})


@pytest.mark.rule("SK-6")
@pytest.mark.parametrize("victim", [0, 1])
def test_a_theft_shows_the_thief_one_card_and_the_others_none(victim):
    """Of two yellow clovers in seat 1's hand all knew one; then seat 0 stole a card there, and now seat 3 steals."""
    seen = {}
    for first_luck in range(12):
        match = stoick_table(
            [
                "red steal, 3 red clover, red draw",
                "2 yellow clover, yellow draw, yellow steal",
                "green clover, green draw, green steal, green swap",
                "blue clover, blue steal, blue swap, blue anti-joker",
            ],
            pile="2 joker, red clover, green clover",
        )
        match.state.hand[1][0] |= stoick_cards.EVERYONE << 8
        match._rng[:] = words(first_luck)
        play_all(match, (0, "discard red steal"), (0, "target 1"))
        if "yellow clover" not in hand_of(match, victim):
            continue
        play_all(match, (0, "discard red clover"), (1, "discard joker"), (2, "discard green clover"))
        match.play(3, "discard blue steal")
        start, before = match.state, Counter(hand_of(match, 3))
        for luck in range(12):
            match.state = start.copy()
            match._rng[:] = words(f"theft {luck}")
            match.play(3, f"target {victim}")
            [stolen] = Counter(hand_of(match, 3)) - before
            for observer in (-1, 2, 3):
                what = stolen if observer == 3 else "a card"
                seen.setdefault((observer, what), set()).add(view_bytes(match, observer))
    assert (3, "yellow clover") in seen
    assert {key: len(views) for key, views in seen.items()} == dict.fromkeys(seen, 1)


@pytest.mark.rule("SK-6", "SK-8")
def test_what_is_astray_to_a_thief_is_not_among_their_own_cards():
    match = up_to(astray_draw(), 3)
    match.play(3, "discard blue steal")
    steal_card(match, 3, 1, "yellow steal")
    match.play(3, "discard blue swap")
    match.play(3, "target 2")
    # Seat 2 has what seat 3 had, and the blue DRAW was never there.
    assert astray_to(match, 3) == (["blue draw"], {0, 1})


@pytest.mark.rule("SK-8")
def test_who_swaps_sees_whether_they_got_what_was_astray():
    match = up_to(astray_draw(), 3)
    play_all(match, (3, "discard blue swap"), (3, "target 1"))
    assert "blue draw" in hand_of(match, 3)
    assert astray_to(match, 3)[0] == []
    assert astray_to(match, 2) == (["blue draw"], {0, 3})
    match = up_to(astray_draw(), 3)
    play_all(match, (3, "discard blue swap"), (3, "target 0"))
    assert astray_to(match, 3) == (["blue draw"], {1})


@pytest.mark.rule("SK-8")
def test_what_was_given_in_a_swap_is_known_until_it_is_discarded():
    match = stoick_table(
        [
            "red swap, 2 red clover, red draw, red steal",
            "4 yellow clover",
            "green clover, green draw, green steal, green swap",
        ],
        pile="yellow swap",
    )
    play_all(match, (0, "discard red swap"), (0, "target 2"), (0, "pass"), (1, "discard yellow swap"), (1, "target 0"))
    # Seat 1 swapped on: what seat 2 gave to seat 0 is with seat 1 now, and seat 2 knows.
    assert seen_by(match, 2, 1) == ["green clover", "green draw", "green steal", "green swap"]
    assert seen_by(match, 0, 1) == ["green clover", "green draw", "green steal", "green swap"]
    assert seen_by(match, 1, 0) == ["yellow clover"] * 4
    assert seen_by(match, 2, 0) == []
    match.play(1, "pass")
    assert seen_by(match, 0, 2) == ["red clover", "red clover", "red draw", "red steal"]
    match.play(2, "discard red clover")
    assert seen_by(match, 0, 2) == ["red clover", "red draw", "red steal"]


@pytest.mark.rule("SK-9")
def test_drawn_known_cards_stay_known():
    match = stoick_table(
        ["red clover, 3 yellow clover, red swap", "4 green clover", "yellow clover, yellow draw, yellow swap, joker"],
        discards="red draw, red steal",
        bottom=False,
    )
    play_all(match, (0, "discard red clover"))
    first, second = pile_of(match)[:2]
    assert seen_in_pile(match, -1) == pile_of(match)
    drawn = hand_of(match, 1)
    play_all(match, (1, "discard green clover"))
    [known] = seen_by(match, 0, 1)
    assert known in drawn
    assert seen_by(match, 0, 2) == [first]
    play_all(match, (2, "discard joker"))
    assert seen_by(match, 1, 0) == [second]
    assert seen_by(match, -1, 2) == [first]


@pytest.mark.rule("SK-9")
def test_a_known_card_is_no_longer_known_once_one_like_it_was_discarded():
    # Seat 1 draws a red clover that all know of, and has another of which nobody knows.
    match = stoick_table(
        [
            "red draw, 3 yellow clover, red swap",
            "red clover, 3 green clover",
            "yellow clover, yellow draw, yellow swap, joker",
        ],
        bottom=False,
        discards="",
    )
    s = match.state
    place = [int(kind) for kind in s.discards[: s.discards_size]].index(KIND["red clover"])
    s.discards[place], s.discards[0] = s.discards[0], s.discards[place]
    match.play(0, "discard yellow clover")
    assert seen_by(match, 0, 1) == seen_by(match, -1, 1) == ["red clover"]
    match.play(1, "discard red clover")
    assert hand_of(match, 1).count("red clover") == 1
    assert seen_by(match, 0, 1) == seen_by(match, -1, 1) == []


@pytest.mark.rule("SK-7")
@pytest.mark.parametrize(("victims_most", "thiefs_most"), [(0, 1), (1, 2), (2, 2)])
def test_a_thief_may_have_got_a_joker_only_from_who_may_have_had_one(victims_most, thiefs_most):
    hands = ["red steal, 3 red clover, red draw", "4 yellow clover", "4 green clover", "4 blue clover"]
    match = stoick_table(hands, jokers_max=[1, victims_most, 2, 2, 0, 0])
    play_all(match, (0, "discard red steal"), (0, "target 1"))
    # The victim has drawn a card since.
    assert [int(most) for most in match.view(-1).jokers_max[:4]] == [thiefs_most, min(victims_most + 1, 2), 2, 2]


@pytest.mark.rule("SK-7")
def test_who_is_seen_to_discard_a_joker_may_have_one_fewer():
    hands = ["joker, 3 red clover, red draw", "4 yellow clover", "4 green clover", "4 blue clover"]
    match = stoick_table(hands)
    match.play(0, "discard joker")
    assert [int(most) for most in match.view(-1).jokers_max[:4]] == [1, 2, 2, 2]


@pytest.mark.rule("SK-8")
def test_the_order_in_which_a_swapped_hand_was_held_does_not_show():
    views = set()
    for given in ("yellow clover, yellow draw, joker, yellow steal", "joker, yellow steal, yellow clover, yellow draw"):
        match = stoick_table(["red swap, 3 red clover, red draw", given, "4 green clover"], pile="red steal")
        play_all(match, (0, "discard red swap"), (0, "target 1"))
        views |= {view_bytes(match, 0)}
    assert len(views) == 1
