"""Pictures tell all that a view holds, and nothing more; choices are the legal actions."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest
from buried import UNAIDED, buried, buried_anew
from stage import choose, lay, stage
from stage_more import shit_table, steal_card, stoick_table, stop_table

import tablee
from tablee import Match, Setup, game
from tablee.catalogue.stoick import kind_name
from tablee.catalogue.words import cards_of
from tablee.errors import UnknownGame
from tablee.match import as_record
from tablee.pictures import Choice, Picture, choice_of, choices_of, picture_of
from tablee.policies import policy_of
from tablee.rng import seed_from, words
from tablee.rules import stoick_cards
from tablee.rules.shit import distance

SETUPS = [
    game("stick-em", players=3, rounds=2, first=1),
    game("stick-em", players=6, rounds=1),
    game("sticheln", players=3, rounds=2, delayed=True, mild=True, aggravated=True),
    game("sticheln", players=5, rounds=1),
    game("sticheln", players=8, rounds=1, hazy=True, aggravated=True, reverse=True, first=3),
    game("hat-trick", players=4, rounds=2, first=2),
    game("hat-trick", players=7, rounds=1),
    game("shit", players=2, target=60),
    game("shit", players=6),
    game("stoick", players=2, games=2, first=1),
    game("stoick", players=4, strict=True, games=2),
    game("stoick", players=6, strict=True),
    game("stoick", players=3, optional_actions=True, family_next_turn=True, unaided=True),
    game("stop-it", players=2, points=6, first=1),
    game("stop-it", players=6, points=25),
    game("stop-it", players=3, points=200, fall_costs=True, end_when_empty=True, false_alarm=True),
]
MANNERS = ("random", "casual")
READER = msgspec.json.Decoder(Picture)

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=repr)
every_manner = pytest.mark.parametrize("manner", MANNERS)


def test_a_game_that_nobody_has_drawn() -> None:
    other = replace(tablee.game("shit").game, slug="another").setup(3)
    with pytest.raises(UnknownGame, match="nobody has drawn"):
        picture_of(other, Match(other, 1).view(0), 0)


def play(setup: Setup, manner: str, most: int) -> Iterator[Match]:
    """One match, given before each of its actions and once more at its end."""
    match, chance, luck = Match(setup, seed=manner), random.Random(manner), words(seed_from(manner))
    careless = policy_of(setup.game).careless
    while not match.over and len(match.actions) < most:
        yield match
        seat = chance.choice(match.actors)
        action = int(careless(match.view(seat), seat, luck)) if manner == "casual" else -1
        match.play(seat, action if action >= 0 else chance.choice(match.legal(seat)))
    yield match


@cache
def positions(setup: Setup, manner: str) -> list[Match]:
    """The first and the last position of a match, and some of those between."""
    found = [match.copy() for match in play(setup, manner, 400)]
    return [*found[:: len(found) // 9 + 1], found[-1]]


def seats(setup: Setup) -> range:
    """Every seat, and a spectator."""
    return range(-1, setup.players)


def drawn(setup: Setup, match: Match, seat: int) -> Any:
    return picture_of(setup, match.view(seat), seat)


def as_json(picture: Any) -> Any:
    return json.loads(msgspec.json.encode(picture))


def strings(value: Any, without: set[str]) -> Iterator[str]:
    """All texts of a JSON value, but for what stands under the keys of `without`."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from strings(item, without)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in without:
                yield from strings(item, without)


# ---- shape ----------------------------------------------------------------------------------------------------


def test_there_is_a_schema() -> None:
    schema = json.dumps(msgspec.json.schema(Picture))
    assert all(f'"{entry.slug}"' in schema for entry in tablee.games())
    assert msgspec.json.schema(tuple[Choice, ...])


@every_manner
@every_setup
def test_pictures_survive_json(setup: Setup, manner: str) -> None:
    for match in positions(setup, manner):
        for seat in seats(setup):
            picture = drawn(setup, match, seat)
            written = msgspec.json.encode(picture)
            assert READER.decode(written) == picture
            assert json.loads(written)["game"] == setup.game.slug


@every_manner
@every_setup
def test_pictures_agree_with_the_match(setup: Setup, manner: str) -> None:
    for match in positions(setup, manner):
        for seat in seats(setup):
            picture = drawn(setup, match, seat)
            assert picture.me == (seat if seat >= 0 else None)
            assert list(picture.actors) == match.actors
            assert [line.score for line in picture.seats] == match.scores
            assert list(picture.winners) == match.winners
            assert (picture.phase == "over") == match.over
            options = {name: int(value) for name, value in msgspec.structs.asdict(picture.options).items()}
            assert setup.options.items() <= options.items()
            if setup.game.slug != "stop-it":
                hand = match.hand(seat) if seat >= 0 else []
                assert sorted(picture.hand) == sorted(hand)


def test_unknown_keys_and_wrong_kinds_are_refused() -> None:
    setup = game("shit", players=2)
    written = as_json(picture_of(setup, Match(setup, seed=1).view(0), 0))
    for wrong in (written | {"more": 1}, written | {"turns": "0"}, written | {"game": "poker"}, written | {"me": 1.5}):
        with pytest.raises(msgspec.ValidationError):
            READER.decode(json.dumps(wrong))


# ---- honesty --------------------------------------------------------------------------------------------------


@every_setup
def test_a_picture_is_the_same_whatever_is_hidden(setup: Setup) -> None:
    rules = setup.game.rules
    for match in positions(setup, "random")[::3]:
        for seat in (-1, 0, setup.players - 1):
            view = as_record(np.zeros(1, rules.STATE))
            rules.view(match.world(seat, seed=5), seat, view)
            assert picture_of(setup, view, seat) == drawn(setup, match, seat)
            assert choices_of(setup, view, seat) == choices_of(setup, match.view(seat), seat)


def hidden_cards(match: Match, seat: int) -> set[str]:
    """The cards that the seat cannot place, read from the state."""
    s, setup = match.state, match.setup
    others = [other for other in range(setup.players) if other != seat]
    if setup.game.slug == "stoick":
        observer = seat if seat >= 0 else stoick_cards.PUBLIC
        tokens = [*s.pile[: s.pile_size], *(token for other in others for token in s.hand[other] if token)]
        seen = [int(stoick_cards.known_to(token) | stoick_cards.astray_for(token)) for token in tokens]
        secret = [int(token) & 31 for token, by in zip(tokens, seen, strict=True) if not by >> observer & 1]
        return {kind_name(kind) for kind in secret if stoick_cards.copies(s, kind) == 1}
    colours = setup.game.colours
    secret = [name for other in others for name in cards_of(s.hand[other], colours)]
    loose = []
    if setup.game.slug == "shit":
        loose = [*(s.laid[other] for other in others), *s.pile[s.drawn : s.pile_size]]
    elif setup.game.slug != "hat-trick" and (s.phase == 0 or (s.phase == 1 and s.hazy)):
        loose = [card for other in others for card in s.curse[other]]
    masks = [sum({1 << (int(card) & 31) for card in loose if card and card >> 5 == c}) for c in range(len(colours))]
    return {*secret, *cards_of(masks, colours)}


@every_manner
@every_setup
def test_no_hidden_card_is_in_a_picture(setup: Setup, manner: str) -> None:
    """Cards of the past, and the list of all that may be anywhere, name cards that somebody may hold now."""
    past = {"last_trick", "last_round", "last_turn", "last_steal", "last_game", "unseen"}
    found = Counter[bool]()
    for match in positions(setup, manner):
        for seat in seats(setup):
            picture = drawn(setup, match, seat)
            if setup.game.slug == "stop-it":
                shown = [other for other, line in enumerate(picture.seats) if line.groups is not None]
                assert shown == ([*range(setup.players)] if match.state.open_hands else [seat] if seat >= 0 else [])
                found[True] += 1
                continue
            hidden = hidden_cards(match, seat)
            assert not hidden & set(strings(as_json(picture), past))
            found[bool(hidden)] += 1
            if setup.game.slug == "shit":
                assert {card for unseen in picture.unseen for card in unseen.cards} == hidden
                assert sum(unseen.in_pile for unseen in picture.unseen) == picture.pile
    assert found[True]


@pytest.mark.parametrize("options", [{}, {"hazy": True}, {"delayed": True}], ids=repr)
def test_a_curse_is_in_sight_when_the_rules_say_so(options: dict[str, bool]) -> None:
    setup = game("sticheln", players=3, rounds=2, **options)
    for match in play(setup, "random", 250):
        for seat in seats(setup):
            picture = drawn(setup, match, seat)
            if picture.phase in ("curse", "colour") or (picture.phase == "play" and options):
                for other, line in enumerate(picture.seats):
                    if other != seat:
                        assert (line.curses, line.cursed, line.points) == ((), (), None)


@pytest.mark.rule("SE-14", "ST-18", "SI-16", "SK-14")
@pytest.mark.parametrize("setup", UNAIDED, ids=repr)
def test_without_aids_a_picture_is_the_same_whatever_lies_face_down(setup: Setup) -> None:
    compared = 0
    for match in positions(setup, "casual"):
        if not buried(setup, match.state):
            continue
        other = Match(setup, match.seed)
        for seat in seats(setup):
            other.state = buried_anew(setup, match.state, len(match.actions), seat)
            assert match.rules.status(other.state) == 0
            assert drawn(setup, other, seat) == drawn(setup, match, seat)
            assert choices_of(setup, other.view(seat), seat) == choices_of(setup, match.view(seat), seat)
            compared += other.view(seat).tobytes() != match.view(seat).tobytes()
    assert compared > 0


@pytest.mark.rule("SE-14", "ST-18")
def test_heaps_lie_face_down_without_aids_until_the_end() -> None:
    """Curses, the last trick and the finished rounds are in sight; to pick a colour one looks at one's own heap."""
    setup = game("sticheln", players=3, rounds=2, delayed=True, unaided=True)
    phases = set()
    for match in play(setup, "random", 250):
        for seat in seats(setup):
            picture = drawn(setup, match, seat)
            phases.add(picture.phase)
            for other, line in enumerate(picture.seats):
                open_heap = picture.phase == "over" or (picture.phase == "colour" and other == seat)
                assert (line.won is not None) == open_heap
                assert (line.laid is not None) == (picture.lost is not None) == (picture.phase == "over")
                assert line.points is None or picture.phase == "over"
            assert bool(picture.last_trick) == (picture.tricks_done > 0)
            assert bool(picture.last_round) == (picture.round > 1 or picture.phase == "over")
    assert phases == {"play", "colour", "over"}


@pytest.mark.rule("SK-14")
def test_without_aids_of_stoicks_cards_only_what_lies_open_is_shown() -> None:
    """One's own hand, the top of the discards, and what one has just stolen or lost: until the next discard."""
    hands = ["red steal, red swap, red clover, red clover, yellow clover", "red clover, green swap, yellow draw, joker"]
    match = stoick_table([*hands, "4 green clover"], discards="red anti-joker, yellow anti-joker", unaided=1)
    match.play(0, "discard red steal")
    steal_card(match, 0, 1, "joker")
    for seat, card in ((-1, None), (0, "joker"), (1, "joker"), (2, None)):
        picture = drawn(match.setup, match, seat)
        assert picture.last_steal.card == card
        assert picture.discards == ("red steal", None, None)
        for other, line in enumerate(picture.seats):
            assert sorted(known.card for known in line.known) == (match.hand(seat) if other == seat else [])
            assert (line.most_jokers, line.denied) == (None, None)
    match.play(0, "discard red swap")
    assert drawn(match.setup, match, 1).last_steal.card is None
    match.play(0, "target 2")
    assert [line.known for line in drawn(match.setup, match, 2).seats[:2]] == [(), ()]


# ---- completeness ---------------------------------------------------------------------------------------------


class Spy:
    """A view that notes which of its fields are read."""

    def __init__(self, view: Any, read: set[str]) -> None:
        self.view, self.read = view, read

    def __getattr__(self, name: str) -> Any:
        self.read.add(name)
        return getattr(self.view, name)

    def __getitem__(self, name: str) -> Any:
        self.read.add(name)
        return self.view[name]


TRICKS = {"room", "laid"}  # scratch space; how many cards the trick has, which its list says
UNREAD = {
    "stick-em": TRICKS,
    "sticheln": TRICKS,
    "hat-trick": {*TRICKS, "aside"},  # nothing ever lies aside
    # Face down; which generation the pile is of, as `in_pile` says; and what the rules alone go by.
    "shit": {"pile", "generation", "version", "draws_first", "idle"},
    "stoick": {"version", "eliminated"},  # told in the results
    "stop-it": {"unseen"},  # scratch space
}


@pytest.mark.parametrize("entry", tablee.games(), ids=lambda entry: entry.slug)
def test_every_field_of_a_view_is_used_or_has_a_reason_not_to_be(entry: tablee.Game) -> None:
    read: set[str] = set()
    for setup in SETUPS:
        if setup.game is entry:
            for match in [*positions(setup, "random"), *positions(setup, "casual")]:
                for seat in (-1, 0):
                    picture_of(setup, Spy(match.view(seat), read), seat)
    assert set(entry.rules.STATE.names or ()) - read == UNREAD[entry.slug]


@every_manner
@every_setup
def test_different_views_give_different_pictures(setup: Setup, manner: str) -> None:
    """Of all views of a seat along a match, not only from one to the next."""
    for seat in (-1, setup.players - 1):
        met: dict[Any, Any] = {}
        for match in play(setup, manner, 120):
            view = match.view(seat)
            other = met.setdefault(picture_of(setup, view, seat), view)
            differ = {name for name in view.dtype.names if not np.array_equal(view[name], other[name])}
            assert not differ, len(match.actions)


# ---- choices --------------------------------------------------------------------------------------------------


@every_manner
@every_setup
def test_choices_are_the_legal_actions(setup: Setup, manner: str) -> None:
    reader = msgspec.json.Decoder(tuple[Choice, ...])
    for match in positions(setup, manner):
        assert choices_of(setup, match.view(-1), -1) == ()
        for seat in range(setup.players):
            view = match.view(seat)
            choices = choices_of(setup, view, seat)
            assert [choice.action for choice in choices] == match.legal(seat)
            assert [choice.do for choice in choices] == match.choices(seat)
            assert reader.decode(msgspec.json.encode(choices)) == choices
            check_places(picture_of(setup, view, seat), choices, seat)


def check_places(picture: Any, choices: tuple[Choice, ...], seat: int) -> None:
    """What a choice concerns can be found in the picture."""
    line = picture.seats[seat]
    for choice in choices:
        if choice.seat is not None:
            assert choice.seat != seat
            assert choice.seat < len(picture.seats)
        if choice.colour is not None:
            assert any(card.startswith(choice.colour + " ") for card in line.won)
        if choice.pile is not None:
            assert picture.piles[choice.pile].top is not None
        if choice.source is not None:
            assert choice.card in line.groups[choice.source]
        elif choice.card is not None:
            own = (*line.stops, *line.dropped) if hasattr(line, "stops") else (*picture.hand, "shit")
            assert choice.card in own
        if choice.group is not None:
            assert choice.group < len(line.groups) + choice.new


@pytest.mark.parametrize(
    ("setup", "do", "concerns"),
    [
        (game("stick-em"), "choose red 3", {"card": "red 3"}),
        (game("sticheln", delayed=True), "choose red", {"colour": "red"}),
        (game("hat-trick"), "pass green 4", {"card": "green 4"}),
        (game("shit"), "lay shit", {"card": "shit"}),
        (game("stoick"), "discard red steal", {"card": "red steal"}),
        (game("stoick"), "family joker", {"card": "joker"}),
        (game("stoick"), "family", {}),
        (game("stoick"), "target 2", {"seat": 2}),
        (game("stoick"), "call 0", {"seat": 0}),
        (game("stoick"), "leave", {}),
        (game("stoick"), "give joker", {"card": "joker"}),
        (game("stop-it"), "go", {}),
        (game("stop-it"), "take 3", {"pile": 2}),
        (game("stop-it"), "call 1", {"pile": 0}),
        (game("stop-it"), "call red", {"card": "stop red"}),
        (game("stop-it"), "call special", {"card": "special"}),
        (game("stop-it"), "call", {}),
        (game("stop-it"), "pass", {}),
        (game("stop-it"), "pick stop red", {"card": "stop red"}),
        (game("stop-it"), "file 2", {"group": 1}),
        (game("stop-it"), "file new 1", {"group": 0, "new": True}),
        (game("stop-it"), "file stop", {}),
        (game("stop-it"), "move red 2 4", {"card": "red", "source": 1, "group": 3}),
        (game("stop-it"), "move red 2 new", {"card": "red", "source": 1, "new": True}),
    ],
    ids=str,
)
def test_what_a_choice_concerns(setup: Setup, do: str, concerns: dict[str, Any]) -> None:
    action = setup.parse(do)
    told = {"action": action, "do": do, "verb": do.split()[0], **concerns}
    assert as_json(choice_of(setup, action)) == told


# ---- a position of each game, and how one seat sees it --------------------------------------------------------


def test_stick_em() -> None:
    hands = ["red 0, red 1, yellow 2", "yellow 0, yellow 1, green 1", "red 2, green 0, green 2"]
    match = stage(game("stick-em", 3, rounds=2, first=1), colours=3, top=2, hand_size=3, hand=hands)
    choose(match, "red 1", "yellow 0", "green 0")
    lay(match, "yellow 1", "green 2", "yellow 2", "red 2")
    options = {"rounds": 2, "first": 1}
    options |= dict.fromkeys(("reverse", "mild", "aggravated", "hazy", "delayed", "zeros_to_leader", "unaided"), False)
    last_trick = [{"seat": 1, "card": "yellow 1"}, {"seat": 2, "card": "green 2"}, {"seat": 0, "card": "yellow 2"}]
    assert as_json(drawn(match.setup, match, 0)) == {
        "game": "stick-em",
        "me": 0,
        "actors": [0],
        "winners": [],
        "options": options,
        "phase": "play",
        "round": 1,
        "opener": 1,
        "tricks": 1,
        "tricks_in_round": 2,
        "tricks_done": 1,
        "deck": {"colours": ["red", "yellow", "green"], "low": 0, "high": 2},
        "hand": ["red 0"],
        "trick": {"leader": 2, "laid": [{"seat": 2, "card": "red 2"}], "winner": 2},
        "aside": [],
        "lost": [],
        "seats": [
            {
                "score": 0,
                "points": -1,
                "cards": 1,
                "chosen": 1,
                "curses": ["red 1"],
                "cursed": ["red"],
                "won": [],
                "laid": ["yellow 2"],
            },
            {
                "score": 0,
                "points": 0,
                "cards": 1,
                "chosen": 1,
                "curses": ["yellow 0"],
                "cursed": ["yellow"],
                "won": [],
                "laid": ["yellow 1"],
            },
            {
                "score": 0,
                "points": 0,  # two for yellow, less two for the green 2; the green 0 costs nothing
                "cards": 0,
                "chosen": 1,
                "curses": ["green 0"],
                "cursed": ["green"],
                "won": ["yellow 1", "yellow 2", "green 2"],
                "laid": ["red 2", "green 2"],
            },
        ],
        "last_trick": {"leader": 1, "laid": last_trick, "winner": 2},
        "last_round": [],
    }


def test_sticheln_in_a_haze() -> None:
    hands = ["green 0, green 1, brown 2", "brown 0, brown 1, red 1", "green 2, red 0, red 2"]
    setup = game("sticheln", 3, hazy=True, aggravated=True, rounds=2)
    match = stage(setup, colours=3, top=2, hand_size=3, hand=hands)
    choose(match, "green 1", "brown 1", "red 0")
    choose(match, "brown 2", "red 1", "green 2")
    lay(match, "green 0")
    picture = as_json(drawn(setup, match, 2))
    assert picture["trick"] == {"leader": 0, "laid": [{"seat": 0, "card": "green 0"}], "winner": 0}
    hidden = {"score": 0, "points": None, "chosen": 2, "curses": [], "cursed": [], "won": []}
    assert picture["seats"] == [
        {**hidden, "cards": 0, "laid": ["green 0"]},
        {**hidden, "cards": 1, "laid": []},
        {
            "score": 0,
            "points": -2,
            "cards": 1,
            "chosen": 2,
            "curses": ["red 0", "green 2"],
            "cursed": ["green", "red"],
            "won": [],
            "laid": [],
        },
    ]
    lay(match, "brown 0", "red 2")
    picture = as_json(drawn(setup, match, 2))
    assert (picture["phase"], picture["round"], picture["opener"], picture["trick"]) == ("curse", 2, 1, None)
    assert [line["score"] for line in picture["seats"]] == [-3, -2, -3]
    assert picture["last_trick"]["winner"] == 2
    assert picture["last_round"] == [
        {"points": -3, "curses": ["green 1", "brown 2"], "cursed": ["green", "brown"]},
        {"points": -2, "curses": ["brown 1", "red 1"], "cursed": ["brown", "red"]},
        {"points": -3, "curses": ["red 0", "green 2"], "cursed": ["green", "red"]},
    ]


def test_nobody_is_ahead_with_zeros_alone() -> None:
    """SE-10 and ST-7 differ, and the picture with them; SE-15 is as ST-7."""
    zeros = game("stick-em", 3, zeros_to_leader=True)
    for setup, ahead in ((game("stick-em", 3), None), (zeros, 1), (game("sticheln", 3), 1)):
        match = stage(setup, phase=1, leader=1, turn=1, hand=["green 1", "red 0", "blue 0"])
        assert drawn(match.setup, match, 0).trick.winner is None
        lay(match, "red 0", "blue 0")
        assert drawn(match.setup, match, 0).trick.winner == ahead
        assert drawn(match.setup, match, 0).trick.leader == 1


def test_hat_trick() -> None:
    hands = ["red 1, blue 4, green 2", "red 2, blue 1, green 4", "red 3, blue 2, green 1", "red 4, blue 3, green 3"]
    match = stage(game("hat-trick", 4, rounds=1), low=1, top=4, hand_size=3, hand=hands)
    lay(match, "blue 4", "red 2", "green 1", "red 4", "blue 1", "red 3", "green 3")
    assert as_json(drawn(match.setup, match, 2)) == {
        "game": "hat-trick",
        "me": 2,
        "actors": [0],
        "winners": [],
        "options": {"rounds": 1, "first": 0},
        "phase": "play",
        "round": 1,
        "opener": 0,
        "tricks": 1,
        "tricks_in_round": 2,
        "tricks_done": 1,
        "deck": {"colours": ["red", "blue", "green"], "low": 1, "high": 4},
        "hand": ["blue 2"],
        "trick": {
            "leader": 1,  # red 2 was the highest number laid only once
            "laid": [
                {"seat": 1, "card": "blue 1", "is_pass": False},
                {"seat": 2, "card": "red 3", "is_pass": False},
                {"seat": 3, "card": "green 3", "is_pass": True},
            ],
            "takers": [{"colour": "blue", "seat": 1}, {"colour": "red", "seat": 2}],
        },
        "seats": [
            {"score": 0, "points": 1, "cards": 2, "won": ["blue 4"], "passed": [], "laid": ["blue 4"]},
            {"score": 0, "points": 0, "cards": 1, "won": [], "passed": [], "laid": ["red 2", "blue 1"]},
            {"score": 0, "points": -2, "cards": 1, "won": [], "passed": ["green 1"], "laid": ["red 3", "green 1"]},
            {
                "score": 0,
                "points": 0,
                "cards": 1,
                "won": ["red 2", "red 4"],
                "passed": ["green 3"],
                "laid": ["red 4", "green 3"],
            },
        ],
        "last_trick": {
            "leader": 0,
            "laid": [
                {"seat": 0, "card": "blue 4", "is_pass": False},
                {"seat": 1, "card": "red 2", "is_pass": False},
                {"seat": 2, "card": "green 1", "is_pass": True},
                {"seat": 3, "card": "red 4", "is_pass": False},
            ],
            "takers": [{"colour": "blue", "seat": 0}, {"colour": "red", "seat": 3}],
        },
        "last_round": [],
    }


def test_shit() -> None:
    hands = ["blue 3, red 1", "violet 10, green 5"]
    match = shit_table(hands, "violet 9", pile="red 2, red 3, red 4", total=[10, 0], target=50)
    match.play(0, "lay shit")
    match.play(1, "lay violet 10")
    match.play(0, "lay blue 3")
    ring = [f"{colour} {number}" for colour in match.setup.game.colours for number in range(1, 11)]
    about = {"blue 3", "red 1", "red 2", "red 3", "red 4", "green 5"}
    assert as_json(drawn(match.setup, match, 0)) == {
        "game": "shit",
        "me": 0,
        "actors": [1],
        "winners": [],
        "options": {"target": 50},
        "phase": "lay",
        "ring": {"colours": ["blue", "red", "green", "yellow", "violet"], "low": 1, "high": 10},
        "turns": 1,
        "centre": "red 3",
        "pile": 1,
        "aside": [card for card in ring if card not in about],
        "shuffles": 0,
        "seats": [{"score": 10, "cards": 3, "has_laid": True}, {"score": 1, "cards": 1, "has_laid": False}],
        "hand": ["red 1", "red 2"],
        "has_shit": True,
        "distances": [48, 49],
        "laid": "blue 3",
        "unseen": [{"cards": ["red 4", "green 5"], "held": [0, 1], "in_pile": 1}],
        "last_turn": {
            "centre": "violet 9",
            "laid": [{"seat": 0, "card": "shit", "distance": None}, {"seat": 1, "card": "violet 10", "distance": 1}],
            "winner": 1,
            "points": 1,
        },
    }
    other = drawn(match.setup, match, 1)
    assert (other.laid, other.seats[0].has_laid, other.unseen[0].held) == (None, True, (3, 0))
    match.play(1, "lay green 5")
    match.play(1, "lay shit")
    assert [drawn(match.setup, match, seat).has_shit for seat in (0, 1, -1)] == [True, False, False]
    match.play(0, "lay shit")
    assert drawn(match.setup, match, 1).has_shit


def test_the_ring_is_told_in_the_order_in_which_distances_are_counted() -> None:
    setup = game("shit", 2)
    ring = drawn(setup, Match(setup, seed=1), -1).ring
    cards = [f"{colour} {number}" for colour in ring.colours for number in range(ring.low, ring.high + 1)]
    actions = [setup.parse(f"lay {card}") for card in cards]
    assert [int(distance(actions[0], action)) for action in actions] == list(range(len(actions)))


def test_stoick() -> None:
    """Seat 0 has stolen seat 1's joker; then it swaps hands with seat 2, and seat 1 has lost sight of nothing."""
    hands = [
        "red steal, red swap, red clover, red clover, yellow clover",
        "red clover, yellow draw, green swap, joker",
        "4 green clover",
    ]
    match = stoick_table(hands, pile="red draw, red anti-joker", discards="yellow anti-joker")
    match.play(0, "discard red steal")
    assert (drawn(match.setup, match, 1).phase, drawn(match.setup, match, 1).aim) == ("target", "steal")
    steal_card(match, 0, 1, "joker")
    plain = {"score": 0, "most_jokers": 1, "out": False, "skips": False, "denied": False}
    own = ["red clover", "red draw", "yellow draw", "green swap"]
    expected = {
        "game": "stoick",
        "me": 1,
        "actors": [0],
        "winners": [],
        "options": {
            "games": 1,
            "strict": False,
            "optional_actions": False,
            "family_next_turn": False,
            "unaided": False,
            "first": 0,
        },
        "phase": "discard",
        "number": 1,
        "starter": 0,
        "turn": 0,
        "after_draw": False,
        "aim": None,
        "asked": None,
        "pile": [None] * 10,
        "discards": ["red steal", "yellow anti-joker"],
        "seats": [
            {**plain, "cards": 5, "known": [{"card": "joker", "public": False}]},
            {**plain, "cards": 4, "known": [{"card": card, "public": False} for card in own]},
            {**plain, "cards": 4, "known": []},
        ],
        "hand": own,
        "lied": False,
        "astray": None,
        "last_steal": {"number": 1, "thief": 0, "victim": 1, "card": "joker"},
        "last_answer": None,
        "last_game": None,
    }
    assert as_json(drawn(match.setup, match, 1)) == expected
    onlooker = drawn(match.setup, match, 2)
    assert onlooker.last_steal.card is None
    assert [line.known for line in onlooker.seats[:2]] == [(), ()]
    match.play(0, "discard red swap")
    match.play(0, "target 2")
    assert [known.card for known in drawn(match.setup, match, 1).seats[2].known] == ["joker"]
    match.play(0, "family")
    over = drawn(match.setup, match, 1)
    assert (over.phase, over.winners, over.turn) == ("over", (0,), None)
    assert over.last_game.family == ("green clover",) * 4


def test_stoick_when_a_joker_is_denied() -> None:
    hands = ["red anti-joker, red clover, red draw, yellow clover, green clover", "joker, 3 green clover"]
    match = stoick_table(hands, strict=1)
    match.play(0, "discard red anti-joker")
    match.play(0, "target 1")
    asked = drawn(match.setup, match, 0)
    assert (asked.phase, asked.asked, asked.last_answer) == ("answer", 1, None)
    match.play(1, "deny")
    mine, theirs = drawn(match.setup, match, 1), drawn(match.setup, match, 0)
    assert (mine.lied, theirs.lied) == (True, False)
    assert [line.denied for line in theirs.seats] == [False, True]
    assert (theirs.last_answer.seat, theirs.last_answer.gave, theirs.asked) == (1, False, None)


@pytest.mark.rule("SI-16", "SI-7")
@pytest.mark.parametrize("unaided", [False, True])
def test_without_aids_others_hands_are_counted_only_while_they_are_shown(unaided: bool) -> None:
    match = stop_table(
        ["red 3", "red 1 | stop blue"],
        piles=["stop red"],
        dropped=["", "green"],
        holding=["", "brown"],
        options=["unaided"] * unaided,
    )

    def other() -> tuple[Any, Any]:
        picture = drawn(match.setup, match, 0)
        assert picture.seats[0].in_hand[0] == 3  # one's own can be seen
        watching = drawn(match.setup, match, -1)
        assert (watching.seats[0].in_hand is None) == (picture.seats[1].in_hand is None)
        return picture.seats[1], picture.last_count

    line, _ = other()
    assert (line.holding, line.dropped) == ("brown", ("green",))  # what lies open
    assert (line.in_hand, line.stops) == ((None, None) if unaided else ((1, 0, 0, 0, 0, 0, 0), ("stop blue",)))
    match.play(0, "call 1")
    assert (other()[0].in_hand is None) == unaided
    match.play(1, "file new 2")
    line, count = other()
    assert (line.in_hand, line.stops) == ((1, 0, 0, 1, 0, 0, 1), ("stop blue",))
    assert line.groups is not None
    assert [hand.cards for hand in count.hands] == [3, 1]
    match.play(0, "go")
    line, count = other()
    assert (line.in_hand is None) == (count is None) == unaided
    assert line.groups is None


STOP_IT_FLAGS = ("unaided", "fall_costs", "end_when_empty", "false_alarm")


def test_stop_it() -> None:
    match = stop_table(
        ["red 3 | blue 1, red 1 | stop red", "green 2 | yellow 1"],
        piles=["stop blue, red", "orange", "brown", "violet", "special"],
        dropped=["orange", ""],
        holding=["", "blue"],
    )
    match.play(1, "call 1")
    groups = [["red", "red", "red"], ["red", "blue"]]
    first = {
        "score": 0,
        "in_hand": [4, 0, 1, 0, 0, 0, 0],
        "holding": None,
        "stops": ["stop red"],
        "dropped": ["orange"],
        "pays_for_fall": True,
        "passed": False,
        "groups": groups,
        "is_sorted": False,
    }
    second = {
        "score": 0,
        "in_hand": [0, 1, 0, 2, 0, 0, 0],
        "holding": "blue",
        "stops": [],
        "dropped": [],
        "pays_for_fall": False,
        "passed": False,
        "groups": None,
        "is_sorted": None,
    }
    expected = {
        "game": "stop-it",
        "me": 0,
        "actors": [1],
        "winners": [],
        "options": {"points": 15, "first": 0} | dict.fromkeys(STOP_IT_FLAGS, False),
        "phase": "grace",
        "colours": ["red", "yellow", "blue", "green", "violet", "orange", "brown"],
        "stops": [*(f"stop {colour}" for colour in match.setup.game.colours), "special"],
        "caller": 1,
        "called": "stop blue",
        "points_left": 15,
        "open_hands": False,
        "piles": [
            {"top": "red", "cards": 24},
            {"top": "orange", "cards": 25},
            {"top": "brown", "cards": 25},
            {"top": "violet", "cards": 25},
            {"top": "special", "cards": 24},
        ],
        "discarded": ["stop blue"],
        "seats": [first, second],
        "last_count": None,
    }
    assert as_json(drawn(match.setup, match, 0)) == expected
    match.play(1, "file new 1")
    again = {"score": -3, "in_hand": [4, 0, 1, 0, 0, 1, 0], "groups": [*groups, ["orange"]]}
    again |= {"dropped": [], "pays_for_fall": False}
    sorted_hand = [["blue"], ["green", "green"], ["yellow"]]
    filed = {"score": -1, "in_hand": [0, 1, 1, 2, 0, 0, 0], "holding": None, "groups": sorted_hand, "is_sorted": True}
    counted = [
        {"cards": 1, "points": 3, "fewest": True, "unsorted": True, "dropped": True},
        {"cards": 1, "points": 1, "fewest": True, "unsorted": False, "dropped": False},
    ]
    assert as_json(drawn(match.setup, match, 0)) == expected | {
        "phase": "ready",
        "called": None,
        "points_left": 11,
        "open_hands": True,
        "seats": [first | again, second | filed],
        "last_count": {"number": 1, "stop": "stop blue", "hands": counted},
    }
