"""The search: what it finds, what it never sees, and that it is the same each time."""

import threading
import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

import tablee
from tablee.catalogue import Setup
from tablee.errors import BadAction, BadOption, BadView, IllegalAction, NotYourTurn
from tablee.match import Match
from tablee.policies import policy_of
from tablee.rng import seed_from, words
from tablee.search import Plan, Search, plan_for
from tablee.search.outlook import outlook_of, swing_of
from tablee.search.passes import Desk, passes_of
from tablee.search.search import desk_for
from tablee.search.stakes import win_chances
from tablee.search.tree import ENTRY, entry_of

GAMES = [game.slug for game in tablee.games()]


def midway(setup: Setup, actions: int, seed: object = 7) -> Match:
    """A match after so many actions of good play."""
    match = Match(setup, seed)
    rng = words(seed_from(seed))
    for _ in range(actions):
        for seat in match.actors:
            action = int(policy_of(setup.game).choose(match.view(seat), seat, rng))
            if action >= 0:
                match.play(seat, action)
                break
    return match


def chooser(match: Match) -> int:
    """A seat that has a real choice."""
    return max(match.actors, key=lambda seat: len(match.legal(seat)))


# ---- always the same ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_the_same_seed_and_passes_give_the_same_thoughts(slug: str) -> None:
    match = midway(tablee.game(slug), 9)
    seat = chooser(match)
    one, other = (Search(match.setup).think(match.view(seat), seat, seed=3, passes=150) for _ in range(2))
    assert one == other
    assert one.passes == sum(one.visits.values()) <= 150
    assert set(one.visits) <= set(match.legal(seat))
    assert all(0 <= value <= 1 for value in one.values.values())


def test_thoughts_do_not_depend_on_what_was_thought_before() -> None:
    match = midway(tablee.game("stick-em"), 9)
    seat = chooser(match)
    search = Search(match.setup)
    fresh = search.think(match.view(seat), seat, seed=3, passes=200)
    search.think(match.view(seat), seat, seed=4, passes=500)
    assert search.think(match.view(seat), seat, seed=3, passes=200) == fresh


def test_threads_think_alike() -> None:
    match = midway(tablee.game("stick-em"), 20)
    seat = chooser(match)
    alone = Search(match.setup).think(match.view(seat), seat, seed=1, passes=3000)
    found: list[object] = []

    def think() -> None:
        found.append(Search(match.setup).think(match.view(seat), seat, seed=1, passes=3000))

    threads = [threading.Thread(target=think) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [alone] * 4


def test_a_search_lets_other_threads_work() -> None:
    match = midway(tablee.game("stick-em"), 20)
    seat = chooser(match)
    search = Search(match.setup)
    search.prepare()
    search._sow(1)
    thinking = threading.Thread(target=lambda: search._run(match.view(seat), seat, -1, 0, 100_000))  # one long call
    turns = 0
    thinking.start()
    while thinking.is_alive():
        time.sleep(0.001)
        turns += 1
    assert turns > 20


def interpreted(match: Match, seat: int, rules: Any, forced: int, passes: int, plan: Plan | None = None) -> Any:
    """So many passes of the search in plain Python, with seed 5; gives the tally."""
    setup, outlook = match.setup, outlook_of(match.setup.game)
    standing = outlook.standing or match.rules.scores
    run = passes_of(rules, policy_of(setup.game), outlook.horizon, standing, setup.game.real_time is not None)
    desk = desk_for(setup, entries=1 << 12)
    desk.rng[:], desk.worlds[:] = words(seed_from(5)), words(seed_from("5 worlds"))
    open_desk = Desk(*(part.view(np.recarray) if part.dtype.names else part for part in desk))
    with np.errstate(over="ignore"):
        run(
            match.view(seat).reshape(1),
            seat,
            open_desk,
            (plan or plan_for(setup)).as_record().view(np.recarray),
            forced,
            0,
            passes,
        )
    return desk.tally


def test_interpreted_and_compiled_search_agree() -> None:
    setup = tablee.game("stick-em", players=3)
    match = midway(setup, 30)
    seat = chooser(match)
    compiled = Search(setup).think(match.view(seat), seat, seed=5, passes=12)
    tally = interpreted(match, seat, setup.game.rules, forced=-1, passes=12)
    assert {int(action): int(tally[action, 0]) for action in np.flatnonzero(tally[:-1, 0])} == compiled.visits
    assert tally[-1, 1] / 12 == pytest.approx(compiled.chance, abs=1e-12)


def changed(rules: Any, **functions: Any) -> Any:
    """The rules with some functions of one's own."""
    return SimpleNamespace(**{name: getattr(rules, name) for name in dir(rules) if name[0] != "_"} | functions)


# ---- what it never sees ---------------------------------------------------------------------------------------


def test_a_node_is_what_the_seat_knows_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many worlds lead to the same knowledge, they lead to the same node; other knowledge is another node."""
    match = midway(tablee.game("stick-em", players=3), 30)
    seat, rules = chooser(match), match.rules
    seen: list[bytes] = []
    worlds: list[bytes] = []
    nodes: dict[bytes, set[int]] = {}
    at: dict[bytes, set[bytes]] = {}  # the worlds in which that was known

    def view(s: Any, seat: int, out: Any) -> None:
        rules.view(s, seat, out)
        seen.append(out.tobytes())
        worlds.append(s.tobytes())

    def find(table: Any, key: Any) -> Any:
        if seen:  # a node: the entries of its edges are asked for without a look at anything
            nodes.setdefault(seen[-1], set()).add(int(key))
            at.setdefault(seen.pop(), set()).add(worlds.pop())
        return entry_of(table, key)

    monkeypatch.setattr("tablee.search.passes.entry_of", find)
    interpreted(match, seat, changed(rules, view=view), -1, 40, Plan(others=True, slips=0))
    assert all(len(keys) == 1 for keys in nodes.values())
    assert len({key for keys in nodes.values() for key in keys}) == len(nodes) > 5
    assert max(len(states) for states in at.values()) > 5


def test_every_opening_meets_the_same_worlds_in_the_same_order() -> None:
    match = midway(tablee.game("shit"), 9)
    seat, rules = chooser(match), match.rules
    latest: list[bytes] = []
    met: dict[int, list[bytes]] = {}

    def world(v: Any, seat: int, rng: Any, out: Any) -> None:
        rules.world(v, seat, rng, out)
        latest[:] = [out.tobytes()]

    def apply(s: Any, actor: int, action: int, rng: Any) -> None:
        if latest:
            met.setdefault(action, []).append(latest.pop())
        rules.apply(s, actor, action, rng)

    interpreted(match, seat, changed(rules, world=world, apply=apply), -1, 24)
    longest = max(met.values(), key=len)
    assert len(met) > 1
    assert len(set(longest)) == len(longest) > 4
    for worlds in met.values():
        assert worlds == longest[: len(worlds)]


def test_a_search_leaves_the_view_alone() -> None:
    match = midway(tablee.game("stoick"), 6)
    seat = chooser(match)
    view = match.view(seat)
    before = view.tobytes()
    Search(match.setup).think(view, seat, passes=50)
    assert view.tobytes() == before


# ---- what it finds --------------------------------------------------------------------------------------------


def test_more_passes_are_what_the_budget_says() -> None:
    match = midway(tablee.game("shit"), 3)
    seat = chooser(match)
    short, long = (Search(match.setup, Plan(exploration=1000)).think(match.view(seat), seat, ms=ms) for ms in (2, 100))
    assert long.passes > 4 * short.passes
    assert sum(long.shares.values()) == pytest.approx(1)


def test_it_stops_when_nothing_can_change_any_more() -> None:
    # One card left, so one choice: the second look at the clock is already one too many.
    match = midway(tablee.game("stick-em", rounds=1), 4 + 13 * 4)
    seat = match.actors[0]
    assert len(match.legal(seat)) == 1
    assert Search(match.setup).think(match.view(seat), seat, passes=10_000).passes < 10_000


def test_it_declares_a_family() -> None:
    match = Match(tablee.game("stoick", players=2), 3)
    rng = words(seed_from(3))
    for _ in range(400):
        seat = match.actors[0]
        families = [action for action in match.legal(seat) if match.setup.say(action).startswith("family")]
        if families:
            assert Search(match.setup).think(match.view(seat), seat, passes=300).best in families
            return
        match.play(seat, int(policy_of(match.setup.game).choose(match.view(seat), seat, rng)))
    pytest.fail("nobody found a family")


def test_weighing_tries_every_alternative_in_the_same_worlds() -> None:
    match = midway(tablee.game("shit"), 9)
    seat = chooser(match)
    legal = match.legal(seat)
    rules = match.rules
    drawn: dict[int, list[bytes]] = {}

    def world(v: Any, seat: int, rng: Any, out: Any) -> None:
        rules.world(v, seat, rng, out)
        drawn[action].append(out.tobytes())

    for action in legal[:3]:
        drawn[action] = []
        interpreted(match, seat, changed(rules, world=world), forced=action, passes=4)
    one, *others = drawn.values()
    assert len(set(one)) == 4
    assert others == [one, one]
    values = Search(match.setup).weigh(match.view(seat), seat, legal, seed=1, passes=50)
    assert set(values) == set(legal)


def test_a_game_without_a_policy_is_searched_too(monkeypatch: pytest.MonkeyPatch) -> None:
    from tablee import policies
    from tablee.search import search as module

    monkeypatch.setattr(policies, "POLICIES", {})
    for cached in (policies.policy_of, module.kernel):
        cached.cache_clear()
    try:
        match = Match(tablee.game("shit", players=2), 1)
        thoughts = Search(match.setup).think(match.view(0), 0, passes=200)
        assert set(thoughts.visits) <= set(match.legal(0))
    finally:
        for cached in (policies.policy_of, module.kernel):
            cached.cache_clear()


@pytest.mark.parametrize(
    "plan", [Plan(others=True), Plan(open_hands=True, others=True, pool=8), Plan(slips=64, depth=1)]
)
def test_other_plans_run(plan: Plan) -> None:
    match = midway(tablee.game("stick-em"), 9)
    seat = chooser(match)
    found = Search(match.setup, plan).think(match.view(seat), seat, passes=200)
    assert sum(found.visits.values()) == found.passes > 64
    assert set(found.visits) <= set(match.legal(seat))
    assert all(0 <= value <= 1 for value in found.values.values())


@pytest.mark.parametrize("slug", GAMES)
def test_playouts_at_random_run_in_every_game(slug: str) -> None:
    setup = tablee.game(slug, **{"strict": True} if slug == "stoick" else {})
    match = midway(setup, 9)
    seat = chooser(match)
    found = Search(setup, Plan(care=2)).think(match.view(seat), seat, passes=200)
    assert sum(found.visits.values()) == found.passes > 64
    assert set(found.visits) <= set(match.legal(seat))


def test_who_would_rather_wait_thinks_of_its_own_actions_all_the_same() -> None:
    setup = tablee.game("stoick", strict=True)
    match = midway(setup, 9)
    waiting = [
        seat for seat in match.actors if policy_of(setup.game).choose(match.view(seat), seat, words(seed_from(1))) < 0
    ]
    assert waiting
    for seat in waiting:
        found = Search(setup).think(match.view(seat), seat, passes=100)
        assert set(found.visits) <= set(match.legal(seat))


def test_nobody_thinks_out_of_turn() -> None:
    match = Match(tablee.game("hat-trick"), 1)
    with pytest.raises(NotYourTurn, match="seat 2 has nothing to decide"):
        Search(match.setup).think(match.view(2), 2, passes=10)


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "stop-it"])  # there almost everything lies open
def test_only_from_what_the_seat_knows(slug: str) -> None:
    match = midway(tablee.game(slug), 3)
    seat = chooser(match)
    search = Search(match.setup)
    for other in ((seat + 1) % match.setup.players, -1):
        with pytest.raises(BadView, match=f"not what seat {seat} knows"):
            search.think(match.view(other), seat, passes=10)


@pytest.mark.parametrize("view", ["hello", None, 7, np.zeros(1, np.int32), tablee.game("stick-em").blank()])
def test_only_from_a_view(view: Any) -> None:
    with pytest.raises(BadView, match="begins with a view of Stick 'Em"):
        Search(tablee.game("stick-em")).think(view, 0, passes=10)


def test_only_for_as_many_players() -> None:
    match = Match(tablee.game("stick-em", players=4), 1)
    with pytest.raises(BadView, match="for 3 players; got a view of 4"):
        Search(tablee.game("stick-em", players=3)).think(match.view(0), 0, passes=10)


@pytest.mark.parametrize("action", [10**6, -1, 0, "play red 3"])
def test_only_legal_actions_are_weighed(action: Any) -> None:
    match = Match(tablee.game("stick-em"), 1)
    with pytest.raises((BadAction, IllegalAction)):
        Search(match.setup).weigh(match.view(0), 0, [action], passes=10)


def test_actions_in_words_are_weighed_as_well() -> None:
    match = Match(tablee.game("stick-em"), 1)
    actions = match.legal(0)[:2]
    said: list[int | str] = [match.setup.say(action) for action in actions]
    search = Search(match.setup)
    assert search.weigh(match.view(0), 0, said, passes=10) == search.weigh(match.view(0), 0, actions, passes=10)


@pytest.mark.parametrize(
    "wrong",
    [{"length": 0}, {"depth": 0}, {"swing": 0.0}, {"swing": float("nan")}, {"slips": 65}, {"depth": 10**12}]
    + [{"care": -1}, {"exploration": "much"}, {"open_hands": True}, {"depth": 2.7}, {"depth": 65}, {"others": 5}]
    + [{"others": "no"}],
)
def test_plans_that_are_none(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=next(iter(wrong)).replace("_", " ")):
        Plan(**wrong)


@pytest.mark.parametrize(
    "budget",
    [
        {},
        {"passes": 0},
        {"passes": -5},
        {"ms": 0},
        {"ms": float("nan")},
        {"ms": "5"},
        {"ms": True},
        {"passes": 1.5},
        {"passes": "5"},
    ],
)
def test_a_budget_is_needed(budget: dict[str, Any]) -> None:
    match = Match(tablee.game("shit"), 1)
    with pytest.raises(BadOption, match=r"passes|milliseconds"):
        Search(match.setup).think(match.view(0), 0, **budget)


def test_a_full_table_has_no_place_for_more() -> None:
    table = np.zeros(64, ENTRY).view(np.recarray)
    with np.errstate(over="ignore"):
        places = {int(entry_of(table, np.uint64(key << 32 | 1))) for key in range(1, 65)}
        assert places == set(range(64))
        assert entry_of(table, np.uint64(1000 << 32 | 1)) == -1
        assert entry_of(table, np.uint64(7 << 32 | 1)) >= 0


@pytest.mark.parametrize("entries", [1, 8, 64])
def test_a_full_table_ends_the_tree_and_not_the_search(entries: int) -> None:
    match = midway(tablee.game("stick-em"), 9)
    seat = chooser(match)
    search = Search(match.setup, Plan(others=True))
    search._desk = desk_for(match.setup, entries)
    search._sow(1)
    search._run(match.view(seat), seat, -1, 0, 500)
    tally = search._desk.tally
    assert tally[-1, 0] == tally[:-1, 0].sum() == 500
    assert set(np.flatnonzero(tally[:-1, 0])) <= set(match.legal(seat))


def test_a_plan_for_compiled_code() -> None:
    record = Plan(exploration=0.7, others=True, pool=3).as_record()[0]
    assert (record["exploration"], record["others"], record["pool"], record["care"]) == (0.7, 1, 3, Plan().care)


@pytest.mark.parametrize("slug", GAMES)
def test_with_more_time_another_plan(slug: str) -> None:
    setup = tablee.game(slug)
    quick, thorough = plan_for(setup), plan_for(setup, thorough=True)
    assert Search(setup).plan == quick
    assert quick.swing == thorough.swing
    assert (quick == thorough) == (slug == "stop-it")  # there the level is in the hands


def test_a_round_swings_by_its_variants_and_less_with_reverse_and_mild_together() -> None:
    swings = [
        swing_of(tablee.game("sticheln", **dict.fromkeys(names.split(), True))) for names in ("reverse mild", "reverse")
    ]
    assert swings[0] < min(swings[1], swing_of(tablee.game("sticheln", mild=True)))
    assert swing_of(tablee.game("sticheln", mild=True, hazy=True)) == swing_of(tablee.game("sticheln", mild=True))


@pytest.mark.parametrize(
    ("variant", "others"), [("mild", False), ("aggravated", False), ("reverse", True), ("delayed", True)]
)
def test_in_some_variants_a_master_searches_the_others_choices(variant: str, others: bool) -> None:
    setup = tablee.game("sticheln", **{variant: True})
    assert plan_for(setup, thorough=True).others == others
    assert not plan_for(setup).others


# ---- what a position is worth ---------------------------------------------------------------------------------


def chances(points: list[int], finished: bool, left: int, swing: float = 10.0) -> Any:
    return stakes(points, finished, left, swing)[0]


def stakes(points: list[int], finished: bool, left: int, swing: float = 10.0) -> Any:
    """The chances, and what they are worth to a search."""
    out = np.zeros((2, len(points)))
    win_chances(np.array(points, np.int32), len(points), finished, left, swing, out[0], out[1])
    return out


@given(
    some.lists(some.integers(-300, 300), min_size=2, max_size=8),
    some.booleans(),
    some.integers(0, 8),
)
def test_chances_add_up_and_follow_the_scores(points: list[int], finished: bool, left: int) -> None:
    out = chances(points, finished, left)
    assert out.sum() == pytest.approx(1)
    for one in range(len(points)):
        for other in range(len(points)):
            if points[one] >= points[other]:
                assert out[one] >= out[other] - 1e-12


def test_the_last_round_is_for_the_win() -> None:
    assert list(chances([10, 9, 0], finished=True, left=0)) == [1, 0, 0]
    assert list(chances([10, 10, 0], finished=True, left=0)) == [0.5, 0.5, 0]
    assert chances([10, 9, 0], finished=True, left=3)[0] < 0.5


def test_a_search_fights_for_points_even_when_the_win_is_gone() -> None:
    assert stakes([30, 9, 0], finished=True, left=0)[1, 1] > stakes([30, 3, 0], finished=True, left=0)[1, 1] > 0
    chance, worth = stakes([30, 9, 0], finished=True, left=2)
    assert list(chance) == list(worth)


def test_a_lead_is_worth_more_the_fewer_rounds_are_left() -> None:
    leads = [chances([20, 0], finished=True, left=left)[0] for left in (8, 4, 2, 1, 0)]
    assert leads == sorted(leads)


@pytest.mark.parametrize("slug", GAMES)
def test_a_horizon_keeps_the_seats_choices(slug: str) -> None:
    match = midway(tablee.game(slug), 9)
    seat = chooser(match)
    horizon = outlook_of(match.setup.game).horizon
    world = match.world(seat, 1)
    left = int(horizon(world))
    mask, same = match.setup.empty_mask(), match.setup.empty_mask()
    match.rules.legal(match.state, seat, mask)
    match.rules.legal(world, seat, same)
    assert (mask == same).all()
    assert left >= 0
    assert plan_for(match.setup).swing == swing_of(match.setup) > 0
