"""Whom all others wait for: only their time runs."""

from tables import ANN, BEN, EVE, Log, started

from tablee.dice import Dice
from tablee.match import Match
from tablee.table import Scene, Terms, Viewer
from tablee.table.sights import Glance

STRICT = Terms("stoick", 3, {"strict": True, "games": 3}, timer="blitz")


def match_of(log: Log) -> Match:
    assert log.table.match is not None
    return log.table.match


def seen_from_beside(log: Log) -> tuple[int, ...]:
    glance = Glance(log.table.setup, match_of(log).state)
    return Scene(log.table, "CODE", set(), glance).for_viewer(Viewer("", ())).awaited


def end_the_turn(log: Log) -> None:
    """Whose turn it is draws what they have to, and discards a card that does nothing."""
    (seat,) = log.table.awaited
    while log.table.awaited == [seat]:
        choices = match_of(log).choices(seat)
        plain = [do for do in choices if do.startswith("discard") and do.endswith(("clover", "joker"))]
        log.act(seat, plain[0] if plain else "draw")


def test_at_a_strict_table_only_the_time_of_whose_turn_it_is_runs() -> None:
    log = started(STRICT, (ANN, BEN, EVE))
    assert len(log.table.waiting_for) > 1  # everybody may draw at any time
    assert log.table.awaited == [0]
    assert log.table.deadline(0) == log.now + 15_000
    assert [log.table.deadline(seat) for seat in (1, 2)] == [None, None]


def test_at_a_strict_table_ones_time_begins_with_ones_turn() -> None:
    log = started(STRICT, (ANN, BEN, EVE))
    log.now += 12_000
    end_the_turn(log)
    assert log.table.awaited == [1]
    began = log.now
    assert log.table.deadline(1) == began + 15_000
    assert log.table.warning(1) == began + 10_000
    log.act(2, "draw")  # for which nobody in turn has more time, or less
    assert log.table.deadline(1) == began + 15_000


def test_who_is_waited_for_may_act_and_is_known_to_all() -> None:
    answers = 0
    for terms in (STRICT, Terms("stoick"), Terms("shit"), Terms("stick-em"), Terms("stop-it", turns=True)):
        log, dice = started(terms), Dice(5)
        while not log.table.over and len(log.table.acts) < 400:
            assert log.table.awaited
            assert set(log.table.awaited) <= set(log.table.waiting_for)
            game = log.table.setup.game
            if game.awaited is not None:
                assert game.awaited(match_of(log).view(-1)) == game.awaited(match_of(log).state)
                answers += game.awaited(match_of(log).state) != 1 << int(match_of(log).state.turn)
            assert seen_from_beside(log) == tuple(log.table.awaited)
            log.play_on(dice, 1)
    assert answers  # to an anti-joker, which somebody owes whose turn it is not
