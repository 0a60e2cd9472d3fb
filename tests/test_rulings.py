"""The rule that somebody is shown when an outcome may surprise them."""

import inspect
import random
from pathlib import Path

import pytest
from stage import lay, stage
from stage_more import stop_table

from tablee import Match, game, games
from tablee.catalogue import rulings
from tablee.catalogue.rulings import ruling_on
from tablee.rules.cursed import PLAY

DOCS = Path(__file__).parent.parent / "docs" / "games"


@pytest.mark.parametrize(
    ("slug", "cards", "rule"),
    [
        ("stick-em", ["blue 3", "blue 10", "yellow 0", "blue 7"], "SE-8"),
        ("stick-em", ["yellow 9", "green 5", "red 6", "blue 4"], "SE-7"),
        ("stick-em", ["green 1", "red 5", "yellow 5", "green 2"], "SE-7"),
        ("stick-em", ["green 1", "red 5", "yellow 3", "green 2"], None),
        ("stick-em", ["green 1", "green 5", "green 3", "green 2"], None),
        ("stick-em", ["green 0", "red 0", "yellow 0", "blue 0"], "SE-10"),
        ("sticheln", ["blue 3", "blue 10", "green 0", "blue 7"], "ST-7"),
        ("sticheln", ["blue 7", "green 5", "red 6"], "ST-6"),
        ("sticheln", ["green 0", "red 0", "blue 0"], "ST-7"),
        ("hat-trick", ["red 12", "blue 17", "red 17", "green 4", "blue 9"], "HT-6"),
        ("hat-trick", ["red 12", "blue 17", "red 16", "green 4", "blue 9"], None),
    ],
)
def test_tricks(slug: str, cards: list[str], rule: str | None) -> None:
    hand = [f"{card}, green {seat + 15}" if slug == "hat-trick" else card for seat, card in enumerate(cards)]
    match = stage(game(slug, len(cards)), phase=PLAY, leader=0, turn=0, hand=hand, rounds=2)
    before = match.state.copy()
    results = lay(match, *cards)
    assert ruling_on(slug, before, None, match.state, results[:1]) == rule


def test_zeros_to_the_leader() -> None:
    cards = ["green 0", "red 0", "blue 0"]
    match = stage(game("stick-em", 3, zeros_to_leader=True), phase=PLAY, leader=0, turn=0, hand=cards)
    before = match.state.copy()
    assert ruling_on("stick-em", before, None, match.state, lay(match, *cards)[:1]) == "SE-15"


def test_reverse() -> None:
    cards = ["green 6", "red 5", "blue 0", "yellow 3"]
    match = stage(game("sticheln", 4, reverse=True), phase=PLAY, leader=0, turn=0, hand=cards)
    before = match.state.copy()
    results = lay(match, *cards)
    assert results[0]["winner"] == 3
    assert ruling_on("sticheln", before, None, match.state, results) == "ST-12"


def test_a_game_that_an_elimination_decides() -> None:
    decided = 0
    for seed in range(40):
        match = Match(game("stoick", 2, games=3, strict=1), seed=seed)
        dice = random.Random(seed)
        while not match.over and len(match.actions) < 500:
            before = match.state.copy()
            seat = dice.choice(match.actors)
            action = dice.choice(match.legal(seat))
            for result in (results := match.play(seat, action)):
                if result["kind"] == "game" and not result["family"]:
                    decided += 1
                    assert ruling_on("stoick", before, action, match.state, results) == "SK-13"
    assert decided


def seen_in_play(slug: str, seed: int, **options: int) -> set[str]:
    """The reasons given in a random match."""
    match = Match(game(slug, **options), seed=seed)
    dice = random.Random(seed)
    seen = set()
    while not match.over and len(match.actions) < 3000:
        before = match.state.copy()
        seat = dice.choice(match.actors)
        action = dice.choice(match.legal(seat))
        results = match.play(seat, action)
        if rule := ruling_on(slug, before, action, match.state, results):
            seen.add(rule)
    return seen


@pytest.mark.parametrize(
    ("rule", "do", "table"),
    [
        ("SI-10", "call 1", {"dropped": ["blue"]}),
        ("SI-10", "call 1", {"dropped": ["blue"], "fallen": 1, "options": ["fall_costs"]}),
        ("SI-17", "call 1", {"fallen": 1, "options": ["fall_costs"]}),
        ("SI-14", "file 1", {"holding": ["red"], "empty": True, "points": 200}),
        ("SI-18", "file 1", {"holding": ["red"], "empty": True, "points": 200, "options": ["end_when_empty"]}),
        ("SI-19", "call", {"piles": ["green"], "options": ["false_alarm"]}),
    ],
)
def test_stop_it(rule: str, do: str, table: dict) -> None:
    piles = table.pop("piles", ["green" if table.get("empty") else "stop red"])
    match = stop_table(["red 3", "red 1 | stop blue" if table.get("empty") else "red 1"], piles, **table)
    if table.get("empty"):
        match.play(0, do)
        do = "take 1"
    before = match.state.copy()
    action = match.setup.parse(do)
    results = match.play(0, action)
    assert ruling_on("stop-it", before, action, match.state, results) == rule


@pytest.mark.parametrize(
    ("slug", "options", "rules"),
    [
        ("shit", {"target": 500}, {"SH-5", "SH-8"}),
        ("stoick", {"games": 5}, {"SK-5", "SK-9"}),
        ("stoick", {"games": 5, "strict": 1}, {"SK-13"}),
        ("stop-it", {}, {"SI-10"}),
    ],
)
def test_come_up_in_play(slug: str, options: dict[str, int], rules: set[str]) -> None:
    seen: set[str] = set()
    for seed in range(30):
        seen |= seen_in_play(slug, seed, **options)
        if rules <= seen:
            return
    assert rules <= seen


def test_fifty_turns_of_shit_are_put_down_to_their_rule() -> None:
    match = Match(game("shit", 2), seed=3)
    named = []
    while not match.over:
        before = match.state.copy()
        [seat, *_] = match.actors
        results = match.play(seat, "lay shit")
        named.append(ruling_on("shit", before, None, match.state, results))
    assert named[-1] == "SH-11"
    assert "SH-11" not in named[:-1]


def test_every_rule_that_is_named_is_in_the_pages() -> None:
    source = inspect.getsource(rulings).partition("NAMED =")[0]
    named = {word for word in source.split('"') if word[:2] in {"SE", "ST", "HT", "SH", "SK", "SI"}}
    assert named == {*rulings.NAMED}
    for language in ("en", "fr"):
        pages = "".join((DOCS / language / f"{one.slug}.md").read_text(encoding="utf-8") for one in games())
        assert not [rule for rule in named if f"**{rule}**" not in pages]
