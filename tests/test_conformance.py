"""Every game of the catalogue keeps every promise; and the suite notices when one does not."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import tablee
from tablee import Match, conformance
from tablee.catalogue import Setup
from tablee.conformance import NotConforming
from tablee.rng import seed_from

SETUPS = [setup for game in tablee.games() for setup in conformance.setups(game)]


@pytest.mark.parametrize(
    "setup", [pytest.param(s, marks=pytest.mark.xdist_group(s.game.slug)) for s in SETUPS], ids=repr
)
def test_games_conform(setup: Setup) -> None:
    conformance.check(setup, games=1, seed="tests")


def test_setups_cover_every_player_count_and_flag() -> None:
    covered = {(s.game.slug, s.players) for s in SETUPS}
    assert covered == {(game.slug, players) for game in tablee.games() for players in game.players}
    flags = {(game.slug, option.name) for game in tablee.games() for option in game.options if option.is_flag}
    assert flags <= {(s.game.slug, name) for s in SETUPS for name, value in s.chosen.items() if value}


# ---- the suite itself: a game with one rule bent must be caught ----


def bent(**functions: Any) -> Setup:
    """Stick 'Em with some of its functions replaced."""
    game = tablee.find("stick-em")
    rules = SimpleNamespace(**{**vars(game.rules), **functions})
    return replace(game, rules=rules).setup(3, rounds=1)  # type: ignore[arg-type]


RULES = tablee.find("stick-em").rules
SEED = seed_from("bent")


def leaky_view(s: Any, seat: int, out: Any) -> None:
    RULES.view(s, seat, out)
    out.hand[:] = s.hand


def leaky_order(s: Any, seat: int, out: Any) -> None:
    """Shows a single bit of what lies hidden."""
    RULES.view(s, seat, out)
    out.last_leader = int(s.hand[(seat + 1) % 3].sum()) >> 2 & 1


def test_a_leak_is_found() -> None:
    with pytest.raises(NotConforming, match="shows another last_leader"):
        conformance.views_hold(bent(view=leaky_order), SEED)


def test_a_view_that_shows_everything_is_found() -> None:
    with pytest.raises(NotConforming, match="nothing is hidden from seat"):
        conformance.views_hold(bent(view=leaky_view), SEED)


def test_an_unsound_state_is_found() -> None:
    def apply(s: Any, seat: int, action: int, rng: Any) -> None:
        RULES.apply(s, seat, action, rng)
        if s.tricks == 3:
            s.hand[0, 0] ^= 2

    with pytest.raises(NotConforming, match="a card"):
        conformance.sound(bent(apply=apply), SEED)


def test_legal_and_is_legal_at_odds_are_found() -> None:
    def is_legal(s: Any, seat: int, action: int) -> bool:
        return bool(RULES.is_legal(s, seat, action)) and action != 5

    setup = bent(is_legal=is_legal)
    holder = next(seed for seed in map(seed_from, range(20)) if "red 4" in Match(setup, seed).hand(0))
    with pytest.raises(NotConforming, match="action 5"):
        conformance.legal_is_accepted(setup, holder)


def test_a_game_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def apply(s: Any, seat: int, action: int, rng: Any) -> None:
        pass

    monkeypatch.setattr(conformance, "TOO_LONG", 100)
    with pytest.raises(NotConforming, match="not over after 100 decisions"):
        conformance.sound(bent(apply=apply), SEED)


def test_a_state_kept_outside_the_record_is_found() -> None:
    calls = []

    def apply(s: Any, seat: int, action: int, rng: Any) -> None:
        RULES.apply(s, seat, action, rng)
        calls.append(action)
        s.last_leader = len(calls) % 3

    with pytest.raises(NotConforming, match="copies of a state"):
        conformance.clones_are_apart(bent(apply=apply), SEED)


def test_wrong_totals_are_found() -> None:
    game = replace(tablee.find("stick-em"), total=lambda s: 10_000)
    match = conformance.sound(game.setup(3, rounds=1), SEED)
    with pytest.raises(NotConforming, match="do not add up to 10000"):
        conformance.totals_fit(match)
