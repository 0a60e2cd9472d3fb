"""The lessons: every script is played by the rules, and what its texts claim is what the rules give."""

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tablee
from tablee.errors import IllegalAction
from tablee.lessons import Lesson, LessonStep, lesson_of, played, script_of
from tablee.table.sights import Sight

WORDS = Path(__file__).parent.parent / "web" / "src" / "words"
GAMES = [game.slug for game in tablee.games()]
UNSEEN = ("move",)  # choices that a page offers by drag only, if at all


def words(language: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((WORDS / f"lessons.{language}.toml").read_text(encoding="utf-8"))


ENGLISH, FRENCH = words("en"), words("fr")


def sights(lesson: Lesson) -> list[tuple[LessonStep, Sight]]:
    """Each step, and what the learner sees then."""
    found, sight = [], lesson.table.sights[0]
    for step in lesson.steps:
        sight = step.moments[-1].sight if step.moments else sight
        found.append((step, sight))
    return found


def at(slug: str, text: str) -> Any:
    """The picture when that is said."""
    return next(sight.picture for step, sight in sights(lesson_of(slug)) if step.text == text)


def result(slug: str, text: str) -> dict[str, Any]:
    """What came of the last action before that is said."""
    step = next(step for step in lesson_of(slug).steps if step.text == text)
    news = step.moments[-1].news
    assert news is not None
    return news.results[-1]


def after(slug: str, text: str, do: str) -> Any:
    """The picture, if the learner does that instead of what is wanted there; the others do nothing then."""
    script = script_of(slug)
    place = next(number for number, step in enumerate(script.step) if step.text == text)
    changed = msgspec.structs.replace(script.step[place], want=do)
    end = msgspec.structs.replace(script.step[-1], happens=())
    twin = msgspec.structs.replace(script, step=(*script.step[:place], changed, end))
    return played(twin).steps[-1].moments[-1].sight.picture


# ---- of every lesson ----


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_wanted_and_what_is_answered_is_legal(slug: str) -> None:
    decisions = 0
    for step, sight in sights(lesson_of(slug)):
        offered = {choice.do for choice in sight.choices if choice.verb not in UNSEEN}
        if step.want is None:
            assert not step.answers
            assert step.otherwise is None
            continue
        decisions += 1
        assert step.want in offered
        assert set(step.answers) <= offered - {step.want}
        left = offered - {step.want} - set(step.answers)
        assert bool(left) == (step.otherwise is not None), f"{step.text}: nothing is said of {left}"
    assert decisions >= 3


@pytest.mark.parametrize("slug", GAMES)
def test_a_lesson_is_short_and_ends_with_nothing_to_decide(slug: str) -> None:
    lesson = lesson_of(slug)
    assert len(lesson.steps) <= 15
    assert lesson.steps[0].want is None
    assert lesson.steps[-1].text == "end"
    assert lesson.steps[-1].want is None


@pytest.mark.parametrize("slug", GAMES)
def test_every_text_is_there_in_both_languages_and_used(slug: str) -> None:
    script = script_of(slug)
    named = [key for step in script.step for key in (step.text, *step.why, step.otherwise) if key is not None]
    seats = {f"seat{seat}" for seat in range(1, script.players)}
    for language in (ENGLISH, FRENCH):
        assert set(named) == set(language[slug])
        for text in language[slug].values():
            assert set(re.findall(r"{(\w+)}", text)) <= seats
            assert len(text) <= 200


def test_both_languages_have_the_same_keys_and_places() -> None:
    assert {slug: list(texts) for slug, texts in ENGLISH.items()} == {
        slug: list(texts) for slug, texts in FRENCH.items()
    }
    for slug, texts in ENGLISH.items():
        for key, text in texts.items():
            assert set(re.findall(r"{(\w+)}", text)) == set(re.findall(r"{(\w+)}", FRENCH[slug][key])), key


def test_both_languages_name_the_same_numbers() -> None:
    for slug, texts in ENGLISH.items():
        for key, text in texts.items():
            assert sorted(re.findall(r"\d+", text)) == sorted(re.findall(r"\d+", FRENCH[slug][key])), (slug, key)


@pytest.mark.parametrize("slug", GAMES)
def test_the_learner_is_shown_nothing_but_their_own_cards(slug: str) -> None:
    lesson = lesson_of(slug)
    assert lesson.table.secret is None
    for step in lesson.steps:
        for moment in step.moments:
            assert moment.sight.seat == moment.sight.picture.me == 0


def test_what_the_rules_do_not_allow_is_refused() -> None:
    script = script_of("stick-em")
    wrong = msgspec.structs.replace(script.step[1], want="choose red 2")
    with pytest.raises(IllegalAction, match="cannot 'choose red 2' now"):
        played(msgspec.structs.replace(script, step=(script.step[0], wrong)))


# ---- what the texts claim ----


def says(slug: str, key: str, *parts: str) -> None:
    for part in parts:
        assert part in ENGLISH[slug][key], f"{slug}.{key} does not say {part!r}"


@pytest.mark.parametrize(
    ("slug", "text", "winner"),
    [
        ("stick-em", "won", 0),
        ("stick-em", "beaten", 1),  # by a 3, with a 7 and a zero
        ("stick-em", "poisoned", 2),  # of equal cards the earlier one
        ("stick-em", "escaped", 2),  # not the zero
        ("sticheln", "won", 0),
        ("sticheln", "slipped", 2),
        ("sticheln", "all_zeros", 2),  # the leader
        ("sticheln", "poisoned", 3),
    ],
)
def test_who_wins_the_tricks_that_are_told_of(slug: str, text: str, winner: int) -> None:
    assert result(slug, text)["winner"] == winner


def test_stick_em() -> None:
    hand = at("stick-em", "curse").hand
    assert len(hand) == 15
    assert [card for card in hand if card.startswith("yellow")] == ["yellow 1"]
    for colour in ("red", "green", "blue"):  # of which one holds high cards, too
        assert {f"{colour} 7", f"{colour} 8"} & set(hand)
    assert [seat.cursed for seat in at("stick-em", "revealed").seats] == [("yellow",), ("red",), ("violet",)]
    assert result("stick-em", "beaten")["cards"] == ["green 7", "blue 3", "yellow 0"]
    assert len(at("stick-em", "won").seats[0].won) == 3
    before, taken = at("stick-em", "poison").seats[2].points, at("stick-em", "poisoned").seats[2].points
    assert taken - before == 2 - 6
    won = after("stick-em", "poison", "play violet 7")
    assert won.last_trick.winner == 0
    assert "yellow 6" in won.seats[0].won
    assert after("stick-em", "poison", "play violet 5").last_trick.winner == 2
    for step, sight in sights(lesson_of("stick-em")):
        if step.text == "attack":
            for choice in sight.choices:  # whatever is neither yellow nor a zero is ahead
                ahead = after("stick-em", "attack", choice.do).trick.winner
                assert ahead == (2 if choice.do == step.want else 0)
    assert result("stick-em", "escaped")["cards"] == ["yellow 8", "blue 0", "yellow 7"]
    says("stick-em", "escaped", "fifteen")
    end = at("stick-em", "score")
    assert (end.seats[0].points, len(end.seats[0].won)) == (2, 3)
    says("stick-em", "score", "+2", "three cards")
    assert end.tricks_in_round == 14
    assert end.options.rounds == len(end.seats)


def test_sticheln() -> None:
    hand = at("sticheln", "curse").hand
    assert [card for card in hand if card.startswith("brown")] == ["brown 1"]
    assert "green 10" in hand
    assert [seat.cursed for seat in at("sticheln", "revealed").seats] == [
        ("brown",),
        ("brown",),
        ("green",),
        ("yellow",),
    ]
    for do in ("play red 11", "play blue 6", "play yellow 6", "play green 0", "play green 5"):
        assert after("sticheln", "trump", do).last_trick.winner == 3, do
    for do in ("play green 10", "play blue 11", "play yellow 11"):
        assert after("sticheln", "trump", do).last_trick.winner == 0, do
    assert len(at("sticheln", "won").seats[0].won) == 4
    cleo = [at("sticheln", text).seats[2].points for text in ("won", "slipped")]
    assert cleo[1] - cleo[0] == 3 - 8
    for step, sight in sights(lesson_of("sticheln")):
        if step.text == "zeros":
            for choice in sight.choices:
                assert after("sticheln", "zeros", choice.do).trick.winner == (2 if choice.do == step.want else 0)
    assert result("sticheln", "all_zeros")["cards"] == ["red 0", "blue 0", "green 0", "brown 0"]
    dan = [at("sticheln", text).seats[3].points for text in ("poison", "poisoned")]
    assert dan[1] - dan[0] == 3 - 6
    assert after("sticheln", "poison", "play yellow 11").trick.winner == 0
    end = at("sticheln", "score")
    assert (end.seats[0].points, len(end.seats[0].won)) == (3, 4)
    says("sticheln", "score", "+3", "four cards")
    assert (end.tricks_in_round, end.options.rounds) == (14, 5)


def test_hat_trick() -> None:
    assert sum(card.startswith("red") for card in at("hat-trick", "deal").hand) == 7
    assert result("hat-trick", "taken")["winners"] == {"red": 0, "green": 2}
    assert at("hat-trick", "taken").seats[0].points == 3
    assert at("hat-trick", "lead").trick.leader == 0
    assert after("hat-trick", "take", "play green 17").last_trick.takers[1].seat == 0
    assert {taker.seat for taker in after("hat-trick", "take", "play green 7").last_trick.takers} == {1, 2}
    assert {taker.seat for taker in after("hat-trick", "take", "play red 9").last_trick.takers} == {1, 2}
    assert after("hat-trick", "take", "pass blue 2").seats[0].points == -2
    dan = [at("hat-trick", text).seats[3].points for text in ("lead", "passed")]
    assert dan[1] - dan[0] == -2
    taken = after("hat-trick", "shed", "play blue 18")
    assert taken.seats[0].points == at("hat-trick", "shed").seats[0].points - 2
    assert after("hat-trick", "shed", "play blue 16").seats[0].points == 3
    assert result("hat-trick", "shed_done")["winners"] == {"green": 3, "blue": 2}
    assert at("hat-trick", "sure").trick.leader == 3
    end = at("hat-trick", "score")
    assert [seat.points for seat in end.seats] == [6, 2, 0, 1]
    says("hat-trick", "score", "Six reds: +6", "+3", "−2", "+1")
    assert end.options.rounds == 5


def test_shit() -> None:
    near = at("shit", "near")
    assert near.centre == "green 9"
    assert dict(zip(near.hand, near.distances, strict=True)) == {
        "green 6": 47, "green 7": 48, "yellow 1": 2, "yellow 10": 11,
    }  # fmt: skip
    says("shit", "near_far", "47 or 48")
    assert (result("shit", "scored")["winner"], result("shit", "scored")["points"]) == (0, 11)
    far = at("shit", "far")
    assert far.centre == "yellow 2"
    assert sorted(far.distances) == [44, 45, 49]
    drew = at("shit", "drew")
    assert (result("shit", "drew")["winner"], result("shit", "drew")["points"]) == (1, 16)
    assert set(drew.hand) - set(far.hand) == {"blue 9"}
    assert [seat.cards for seat in drew.seats] == [4, 2, 2]
    last = at("shit", "last")
    assert last.centre == "yellow 3"
    assert last.options.target - last.seats[0].score == 19
    distances = dict(zip(last.hand, last.distances, strict=True))
    assert distances.pop("blue 9") == 26
    assert min(distances.values()) > 40
    won = at("shit", "won")
    assert (won.winners, won.seats[0].score) == ((0,), 37)
    target = next(option for option in tablee.find("shit").options if option.name == "target")
    assert (target.default_for(4), target.default_for(2)) == (120, 150)


def test_stoick() -> None:
    clovers = [
        sum(card == f"{colour} clover" for card in at("stoick", "deal").hand) for colour in ("green", "red", "yellow")
    ]
    assert clovers == [2, 1, 1]
    assert sum(card == "green clover" for card in at("stoick", "again").hand) == 3
    assert at("stoick", "others").discards[0] == "yellow clover"
    robbed = at("stoick", "robbed")
    assert (robbed.last_steal.thief, robbed.last_steal.victim, robbed.last_steal.card) == (2, 0, "green clover")
    assert len(robbed.hand) == 4
    assert set(at("stoick", "joker").hand) - set(robbed.hand) == {"joker"}
    whom = at("stoick", "whom")
    assert whom.aim == "steal"
    assert whom.seats[2].cards == 4
    family = at("stoick", "family")
    assert sorted(family.hand) == ["green clover", "green clover", "green clover", "joker", "yellow clover"]
    silent = after("stoick", "family", "discard yellow clover")
    assert silent.winners == ()
    assert silent.turn == 1
    won = at("stoick", "won")
    assert won.winners == (0,)
    assert won.last_game.family == ("green clover", "green clover", "green clover", "joker")


def test_stop_it() -> None:
    piles = [pile.top for pile in at("stop-it", "take").piles]
    assert [number + 1 for number, top in enumerate(piles) if top == "red"] == [3, 4, 5]
    assert at("stop-it", "file").seats[0].holding == "red"
    unsorted = after("stop-it", "sort", "file new 2")
    assert unsorted.seats[0].is_sorted is False
    stop = at("stop-it", "stop")
    assert stop.piles[0].top == "stop red"
    assert [seat.in_hand[0] for seat in stop.seats] == [2, 0, 1]
    assert stop.seats[2].holding is not None
    assert result("stop-it", "counted")["fewest"] == [1]
    assert [seat.score for seat in at("stop-it", "counted").seats] == [0, -1, 0]
    special = at("stop-it", "special")
    assert special.piles[2].top == "special"
    assert [sum(seat.in_hand) for seat in special.seats] == [2, 3, 3]
    assert [hand.points for hand in after("stop-it", "special", "call 3").last_count.hands] == [1, 0, 0]
    call = at("stop-it", "call")
    assert [sum(seat.in_hand) for seat in call.seats] == [4, 4, 3]
    assert len(call.seats[2].dropped) == 1
    ended = at("stop-it", "ended")
    assert [(hand.fewest, hand.dropped, hand.points) for hand in ended.last_count.hands] == [
        (False, False, 0), (False, False, 0), (True, True, 2),
    ]  # fmt: skip
    assert ended.winners == (0,)
    assert ended.options.points == 3
    points = next(option for option in tablee.find("stop-it").options if option.name == "points")
    assert points.default_for(3) == 15
    says("stop-it", "end", "15", "three")
