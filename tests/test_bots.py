"""Bots: found by name, legal, the same for the same seed, and none the wiser for what is hidden."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import pytest
from buried import UNAIDED, buried, buried_anew
from stage_more import stop_table

import odd_bots
import tablee
from tablee import Match, Setup, game
from tablee.arena import play
from tablee.arena.chair import Chair
from tablee.bots import BOTS, LEVELS, Bot, Casual, Expert, Master, Novice, Random, find_bot, register
from tablee.bots.tempo import (
    BEGINNER,
    QUICK,
    SHARP,
    STEADY,
    Memory,
    Tempo,
    delay,
    slip,
    still_stands,
)
from tablee.catalogue import Game
from tablee.dice import Dice
from tablee.errors import BadBot
from tablee.match import as_record
from tablee.policies import POLICIES, policy_of
from tablee.rules import stop_it
from tablee.rules.stop_it import (
    CALL_HAND,
    CALL_NOTHING,
    CALL_PILE,
    DROP,
    FILE,
    FILE_STOP,
    GO,
    HAND_FLAW,
    MOVE,
    PASS,
    PICK,
    TAKE_PILE,
)
from tablee.texts import LANGUAGES, texts

SETUPS = [
    game("stick-em", players=4, rounds=1),
    game("sticheln", players=4, rounds=1, hazy=True),
    game("sticheln", players=3, rounds=1, delayed=True),
    game("hat-trick", players=4, rounds=1),
    game("shit", players=3, target=10),
    game("stoick", players=3, games=1),
    game("stoick", players=3, games=1, strict=True),
    game("stop-it", players=3, points=2),
]
NAMES = ["random", "novice", "casual", "expert@24", "master@24"]


def grouped(setups: list[Setup]) -> list[Any]:
    """One worker compiles for all tests of a game."""
    return [pytest.param(setup, marks=pytest.mark.xdist_group(setup.game.slug), id=repr(setup)) for setup in setups]


def positions(setup: Setup, number: int) -> Iterator[Match]:
    """A random match at so many positions, not all of them early."""
    match, chance = Match(setup, seed="bots"), Dice("bots")
    for place in range(number):
        if match.over:
            return
        yield match
        for _ in range(1 + 2 * place):
            if not match.over:
                seat = chance.pick(match.actors)
                match.play(seat, chance.pick(match.legal(seat)))


# ---- by name ----


def test_the_levels() -> None:
    assert {"novice": Novice, "casual": Casual, "expert": Expert, "master": Master} == LEVELS
    assert {"random": Random, **LEVELS}.items() <= BOTS.items()
    for name, bot in BOTS.items():
        entry = find_bot(name)
        assert (entry.name, entry.ours) == (name, True)
        assert isinstance(entry.make(SETUPS[0], 1), bot)


@pytest.mark.parametrize(
    ("name", "ms", "passes"),
    [
        ("expert", 100, None),
        ("master", 500, None),
        ("expert@20ms", 20, None),
        ("expert@5000", None, 5000),
        ("master@1", None, 1),
        ("master@2000ms", 2000, None),
        ("expert@3600000ms", 3_600_000, None),
        ("expert@1000000000", None, 1_000_000_000),
    ],
)
def test_budgets(name: str, ms: int | None, passes: int | None) -> None:
    bot: Any = find_bot(name).make(SETUPS[0], 2)
    assert (bot.budget.ms, bot.budget.passes, bot.seat) == (ms, passes, 2)


A_BUDGET = "a budget is so many milliseconds or passes, `expert@100ms` or `expert@5000`; got "


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("exprt", "no bot is named 'exprt'; did you mean 'expert'?"),
        ("Casual", "no bot is named 'Casual'; did you mean 'casual'?"),
        ("hal", "no bot is named 'hal'; there is random, novice, casual, expert, master"),
        ("", "no bot is named ''"),
        ("@", "no bot is named ''"),
        ("@20ms", "no bot is named ''"),
        ("exprt@20ms", "did you mean 'expert'?"),
        ("casual@20ms", "'casual' does not search, so it takes no budget; got 'casual@20ms'"),
        ("random@", "'random' does not search"),
        ("expert@", A_BUDGET + "'expert@'"),
        ("expert@0", "a number of passes is a whole number from 1 to 1,000,000,000; got 0, in 'expert@0'"),
        ("expert@0ms", "a number of milliseconds lies above 0 and up to 3,600,000; got 0, in 'expert@0ms'"),
        ("expert@-1", A_BUDGET),
        ("expert@-5ms", A_BUDGET),
        ("expert@+5", A_BUDGET),
        ("expert@1.5", A_BUDGET),
        ("expert@1e9999", A_BUDGET),
        ("expert@inf", A_BUDGET),
        ("expert@nan", A_BUDGET),
        ("expert@ms", A_BUDGET),
        ("expert@20s", A_BUDGET),
        ("expert@20 ms", A_BUDGET),
        ("expert@20ms@20ms", A_BUDGET),
        ("expert@²", A_BUDGET),
        ("expert@3600001ms", "up to 3,600,000; got 3600001, in "),
        ("expert@1000000001", "from 1 to 1,000,000,000; got 1000000001, in "),
        pytest.param("expert@" + "9" * 150, "from 1 to 1,000,000,000; got 99", id="150 digits"),
        pytest.param("expert@" + "9" * 5000, "at most 200 characters; got 'expert@99999", id="long"),
        (
            "nowhere_at_all:First",
            "cannot import 'nowhere_at_all' for the bot 'nowhere_at_all:First': ModuleNotFoundError: No module named "
            f"'nowhere_at_all'; it is looked for in {Path.cwd()} and on the Python path",
        ),
        ("odd_bots.py:First", "; a module is named without .py: 'odd_bots:First'"),
        (":First", "for the bot ':First'"),
        ("odd_bots:Absent", "'odd_bots' has no 'Absent'; its bots are First, Chatty, Last, Swift, Slow, Vandal, Spy, "),
        ("json:Absent", "'json' has no 'Absent'; there is no bot in it"),
        ("odd_bots:NoChoose", "the bot 'odd_bots:NoChoose' is not a subclass of tablee.bots.Bot with a `choose("),
        ("tablee.bots:Bot", "is not a subclass of tablee.bots.Bot with a `choose("),
        ("odd_bots:", "'odd_bots' has no ''"),
        ("odd_bots:First:Last", "'odd_bots' has no 'First:Last'"),
        ("odd_bots:NotABot", "the bot 'odd_bots:NotABot' is not a subclass of tablee.bots.Bot with a `choose("),
        ("odd_bots:no_class", "is not a subclass of tablee.bots.Bot"),
        ("odd_bots:np", "is not a subclass of tablee.bots.Bot"),
    ],
)
def test_what_is_no_bot(name: str, message: str) -> None:
    with pytest.raises(BadBot, match=re.escape(message)) as refused:
        find_bot(name)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("name", [None, 5, Casual, b"casual"])
def test_a_name_is_a_text(name: Any) -> None:
    with pytest.raises(BadBot, match="a bot's name is a text"):
        find_bot(name)


@pytest.mark.parametrize(
    ("module", "source", "message"),
    [
        ("bots_raising", "raise OSError('no model\\nhere')", "cannot import 'bots_raising' for the bot"),
        ("bots_misspelt", "class First(:", "cannot import 'bots_misspelt'"),
        ("bots_missing", "import a_library_nobody_has", "ModuleNotFoundError: No module named 'a_library_nobody_has'"),
        ("bots_leaving", "import sys; sys.exit(3)", "cannot import 'bots_leaving'"),
    ],
)
def test_modules_that_cannot_be_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, source: str, message: str
) -> None:
    (tmp_path / f"{module}.py").write_text(source, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    with pytest.raises(BadBot, match=re.escape(message)) as refused:
        find_bot(f"{module}:First")
    assert "\n" not in str(refused.value)
    assert "looked for" not in str(refused.value)  # it was found


def test_a_module_of_the_present_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "from tablee.bots import Bot\nclass Mine(Bot):\n    choose = lambda self, view, legal, rng: legal[0]\n"
    (tmp_path / "bots_in_a_folder.py").write_text(source, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    entry = find_bot("bots_in_a_folder:Mine")
    assert (entry.name, entry.ours) == ("bots_in_a_folder:Mine", False)
    assert entry.make(SETUPS[0], 3).seat == 3


def test_a_bot_registered_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.bots.roster.BOTS", dict(BOTS))
    register("first", odd_bots.First)
    register("first", odd_bots.First)  # again is no harm
    entry = find_bot("first")
    assert (entry.name, entry.ours) == ("first", False)
    assert isinstance(entry.make(SETUPS[0], 0), odd_bots.First)
    with pytest.raises(BadBot, match="there is a bot named 'first' already"):
        register("first", odd_bots.Last)
    with pytest.raises(BadBot, match="there is a bot named 'expert' already"):
        register("expert", odd_bots.First)
    for name in ("my bot", "a:b", "a@b", "a,b", "", "7"):
        with pytest.raises(BadBot, match="one word of letters, digits and _"):
            register(name, odd_bots.First)
    with pytest.raises(BadBot, match=r"not a subclass of tablee\.bots\.Bot"):
        register("nothing", odd_bots.NotABot)  # type: ignore[arg-type]


def test_a_registered_searcher_takes_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.bots.roster.BOTS", dict(BOTS))
    register("mine", type("Mine", (Expert,), {"__module__": "elsewhere"}))
    bot: Any = find_bot("mine@300").make(SETUPS[0], 0)
    assert (bot.budget.passes, find_bot("mine@300").ours) == (300, False)


# ---- at the table ----


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("setup", grouped(SETUPS))
def test_answers_are_legal(setup: Setup, name: str) -> None:
    played = play(setup, [find_bot(name)] * setup.players, seed=3)
    assert played.match.over
    assert played.faults == ()
    again = play(setup, [find_bot(name)] * setup.players, seed=3)
    assert again.match.actions == played.match.actions  # and the same seed gives the same match


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("setup", grouped(SETUPS))
def test_the_same_seed_the_same_choice(setup: Setup, name: str) -> None:
    """Whatever a bot was asked before, and whatever becomes of what it is given."""
    used: dict[int, Bot] = {}
    for number, match in enumerate(positions(setup, 6)):
        for seat in match.actors:
            view, legal = match.view(seat), match.legal(seat)
            one = used.setdefault(seat, find_bot(name).make(setup, seat))
            other = find_bot(name).make(setup, seat)
            before = view.tobytes(), list(legal)
            answers = {bot.choose(view, legal, Dice(number)) for bot in (one, other)}
            assert len(answers) == 1
            assert (view.tobytes(), legal) == before
            assert answers <= {*legal, None} if len(match.actors) > 1 else answers <= {*legal}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("setup", grouped(SETUPS))
def test_what_is_hidden_changes_no_choice(setup: Setup, name: str) -> None:
    """Other hands, piles and secret choices that the seat's knowledge allows: the same answer."""
    differing = 0
    for number, match in enumerate(positions(setup, 6)):
        for seat in match.actors:
            for draw in range(2):
                twin = match.copy()
                twin.state = match.world(seat, seed=f"{number} {draw}")
                assert twin.view(seat).tobytes() == match.view(seat).tobytes()
                differing += twin.state.tobytes() != match.state.tobytes()
                answers = {Chair(find_bot(name), setup, seat, seed=number).ask(one) for one in (match, twin)}
                assert len(answers) == 1
    assert differing > 0


@pytest.mark.parametrize("name", ["novice", "casual"])
@pytest.mark.parametrize("setup", UNAIDED, ids=repr)
def test_without_aids_beginners_and_regulars_go_by_nothing_that_lies_face_down(setup: Setup, name: str) -> None:
    """What they would have to have kept count of is dealt anew: they choose the same, for the same reason."""
    match, dice, compared = Match(setup, seed="unaided"), Dice(f"unaided {setup!r}"), 0
    bots = [find_bot(name).make(setup, seat) for seat in range(setup.players)]
    while not match.over and len(match.actions) < 300:
        seat = dice.pick(match.actors)
        legal, view = match.legal(seat), match.view(seat)
        answer = bots[seat].choose(view, legal, Dice(len(match.actions)))
        assert view.tobytes() == match.view(seat).tobytes()
        assert answer is None or answer in legal
        if answer is not None and buried(setup, match.state) and len(legal) > 1:
            thought, other = bots[seat].thought, Match(setup, match.seed)
            other.state = buried_anew(setup, match.state, len(match.actions), seat, forgetful=True)
            assert bots[seat].choose(other.view(seat), legal, Dice(len(match.actions))) == answer
            assert bots[seat].thought == thought
            compared += other.view(seat).tobytes() != view.tobytes()
        match.play(seat, dice.pick(legal) if answer is None else answer)
    assert compared > 0


@pytest.mark.xdist_group("sticheln")
def test_without_aids_a_searcher_gives_no_reason_that_lies_face_down() -> None:
    """It knows what was dealt anew, and may choose otherwise; where it does the same it says the same."""
    setup, same = game("sticheln", players=3, rounds=1, delayed=True, unaided=True), 0
    match, dice, bot = Match(setup, seed="reasons"), Dice("reasons"), find_bot("expert@24").make(setup, 0)
    while not match.over:
        [seat, *_] = match.actors
        legal = match.legal(seat)
        if seat == 0 and buried(setup, match.state) and len(legal) > 1:
            told = bot.choose(match.view(0), legal, Dice(1)), bot.thought
            other = Match(setup, match.seed)
            for lot in range(4):
                other.state = buried_anew(setup, match.state, lot, 0, forgetful=True)
                if bot.choose(other.view(0), legal, Dice(1)) == told[0]:
                    assert bot.thought is not None
                    assert told[1] is not None
                    assert bot.thought.reason == told[1].reason
                    same += 1
        match.play(seat, dice.pick(legal))
    assert same > 0


def test_a_bot_is_given_no_way_to_the_state() -> None:
    setup = game("stick-em", players=3, rounds=1)
    odd_bots.Spy.seen.clear()
    match = Match(setup, seed=1)
    chair = Chair(find_bot("odd_bots:Spy"), setup, 0, seed=1)
    chair.ask(match)
    ((view, legal, rng),) = odd_bots.Spy.seen
    assert not np.shares_memory(view, match.state)
    assert view.tobytes() == match.view(0).tobytes() != match.state.tobytes()
    assert legal == match.legal(0)
    assert not view.hand[1:].any()
    assert isinstance(rng, Dice)
    assert not np.shares_memory(rng.words, match._rng)
    assert not any(isinstance(thing, Match) for thing in [*vars(rng).values(), *vars(chair.bot).values()])
    assert view.base is None or not np.shares_memory(view.base, match.state)


def test_a_bot_that_changes_what_it_is_given_changes_nothing() -> None:
    setup = game("hat-trick", players=4, rounds=1)
    honest, vandals = (play(setup, [find_bot(f"odd_bots:{bot}")] * 4, seed=2) for bot in ("First", "Vandal"))
    assert vandals.faults == ()
    assert vandals.match.record() == honest.match.record()


# ---- thoughts ----


@pytest.mark.parametrize("setup", grouped(SETUPS))
def test_what_an_expert_thought(setup: Setup) -> None:
    met = 0
    for number, match in enumerate(positions(setup, 6)):
        seat, bot = match.actors[0], find_bot("expert@48").make(setup, match.actors[0])
        answer = bot.choose(match.view(seat), match.legal(seat), Dice(number))
        thought = bot.thought
        if thought is None or answer is None or not thought.shares:  # waits, or has nothing to think about
            continue
        met += 1
        assert thought.values.keys() == thought.shares.keys() <= set(match.legal(seat))
        assert all(0 <= value <= 1 for value in thought.values.values())
        assert sum(thought.shares.values()) == pytest.approx(1)
        if not setup.game.real_time:  # there a hand may slip
            assert thought.shares[answer] == max(thought.shares.values())
        policy = policy_of(setup.game)
        assert thought.reason in {f"reason.{policy.name}.{key}" for key in POLICIES[setup.game.slug].REASONS}
    assert met > 0


@pytest.mark.parametrize("name", ["novice", "casual"])
@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_habits_have_reasons(setup: Setup, name: str) -> None:
    reasons = {f"reason.{policy_of(setup.game).name}.{key}" for key in POLICIES[setup.game.slug].REASONS}
    for number, match in enumerate(positions(setup, 8)):
        for seat in match.actors:
            bot = find_bot(name).make(setup, seat)
            answer = bot.choose(match.view(seat), match.legal(seat), Dice(number))
            assert (bot.thought is None) == (answer is None)
            assert bot.thought is None or bot.thought.reason in reasons


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_is_a_character(language: str) -> None:
    told = texts(language)
    assert len({told[f"bot.{level}.name"] for level in LEVELS}) == len(LEVELS)
    assert all(told[f"bot.{level}.about"] for level in LEVELS)


def test_a_game_without_a_policy_is_played_at_random() -> None:
    entry = tablee.find("stick-em")
    own = Game(**{**vars(entry), "slug": "of-ones-own"})
    match = Match(own.setup(3, rounds=1), seed=1)
    bot = Casual(match.setup, 0)
    answers = {bot.choose(match.view(0), match.legal(0), Dice(number)) for number in range(40)}
    assert len(answers) > 5
    assert answers <= set(match.legal(0))


# ---- how quick and how sure their hands are ----

TEMPOS = [BEGINNER, STEADY, QUICK, SHARP]
ACTIONS = [TAKE_PILE, FILE, FILE + 1, FILE_STOP, MOVE, MOVE + 1, DROP, PICK, CALL_PILE, CALL_HAND]
ACTIONS += [CALL_NOTHING, PASS, GO]


def test_each_level_has_its_tempo() -> None:
    assert [LEVELS[name].tempo for name in ("novice", "casual", "expert", "master")] == TEMPOS
    for figure in ("reaction", "hand", "spread", "slips"):
        figures = [getattr(tempo, figure) for tempo in TEMPOS]
        assert figures == sorted(figures, reverse=True)
        assert len(set(figures)) == 4
    memories = [tempo.memory for tempo in TEMPOS]
    assert memories == sorted(memories)


@pytest.mark.parametrize("action", ACTIONS)
def test_delays(action: int) -> None:
    middles = []
    for tempo in TEMPOS:
        dice = Dice("delays")
        delays = [delay(tempo, action, dice) for _ in range(500)]
        assert all(0 < seconds < 10 for seconds in delays)
        middles.append(median(delays))
    if action == GO:
        assert len(set(middles)) == 1  # nobody is quicker at that
    else:
        assert middles == sorted(middles, reverse=True)
        assert middles[0] > 1.5 * middles[-1]


def test_half_of_all_delays_are_below_the_median() -> None:
    chance = Dice("median")
    delays = [chance.around(0.6, 0.35) for _ in range(4000)]
    assert sum(seconds < 0.6 for seconds in delays) == pytest.approx(2000, abs=130)
    assert np.std(np.log(delays)) == pytest.approx(0.35, abs=0.02)


def test_dice_are_fair_and_repeats() -> None:
    assert [Dice(1).unit(), Dice(1).below(50)] == [Dice(1).unit(), Dice(1).below(50)]
    assert Dice(1).unit() != Dice(2).unit()
    dice = Dice("fair")
    units = [dice.unit() for _ in range(4000)]
    assert 0 <= min(units) < 0.01 < 0.99 < max(units) < 1
    assert sum(dice.happens(0.25) for _ in range(4000)) == pytest.approx(1000, abs=110)
    assert not dice.happens(0)
    things = list(range(9))
    shuffled = dice.shuffled(things)
    assert sorted(shuffled) == things == list(range(9)) != shuffled
    assert dice.shuffled([]) == []


def test_slips() -> None:
    legal = [FILE, FILE + 1, FILE + 2, DROP, TAKE_PILE]
    counts = []
    for tempo in TEMPOS:
        chance = Dice("slips")
        answers = [slip(tempo, FILE, legal, chance) for _ in range(3000)]
        assert set(answers) <= set(legal) - {TAKE_PILE}
        counts.append(sum(answer != FILE for answer in answers))
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == pytest.approx(3000 * BEGINNER.slips * 3 / 4, rel=0.3)
    assert all(slip(BEGINNER, TAKE_PILE, legal, Dice(number)) == TAKE_PILE for number in range(100))


@pytest.mark.rule("SI-19")
def test_a_beginner_cries_out_at_nothing_now_and_then_where_that_can_be_and_nobody_else_does() -> None:
    counts = []
    for tempo in TEMPOS:
        chance = Dice("alarms")
        answers = [slip(tempo, TAKE_PILE, [TAKE_PILE, CALL_NOTHING], chance) for _ in range(3000)]
        assert set(answers) <= {TAKE_PILE, CALL_NOTHING}
        counts.append(answers.count(CALL_NOTHING))
    assert counts[0] == pytest.approx(3000 * BEGINNER.alarms, rel=0.5)
    assert counts[1:] == [0, 0, 0]
    calm, seen = stop_table(["red 1", ""], ["blue"]).view(0), stop_table(["red 1", ""], ["blue", "stop red"]).view(0)
    assert still_stands(calm, calm, CALL_NOTHING)
    assert not still_stands(calm, seen, CALL_NOTHING)  # now there is one


def test_after_a_count_everything_is_thought_over() -> None:
    table = {"phase": stop_it.LAST, "empty": True, "points": 200, "options": ["end_when_empty"]}
    match = stop_table(["red 1 | stop red", "red 2 | stop blue"], **table)
    before = match.view(1)
    assert still_stands(before, match.view(1), PASS)
    match.play(0, "call red")
    assert not still_stands(before, match.view(1), PASS)


def test_memory() -> None:
    match = Match(game("stop-it", players=3, points=20), seed=4)
    dice = Dice("memory")
    perfect = Tempo(0.5, 0.5, 0.3, 0.0, memory=1.0)
    forgetful = Tempo(0.5, 0.5, 0.3, 0.0, memory=0.0)
    steady = Memory(STEADY)
    rules, forgotten = match.rules, 0
    while len(match.actions) < 300 and not match.over:
        seat = dice.pick(match.actors)
        match.play(seat, dice.pick(match.legal(seat)))
        view = match.view(1)
        before = view.tobytes()
        assert Memory(perfect).blur(view, 1, Dice(1)).tobytes() == before
        blurred = Memory(forgetful).blur(view, 1, Dice(1))
        assert view.tobytes() == before  # a copy
        assert blurred.owned[1].tolist() == view.owned[1].tolist()
        assert (blurred.owned <= view.owned).all()
        world = as_record(np.zeros(1, rules.STATE))
        rules.world(blurred, 1, Dice(2).words, world)
        assert not rules.status(world) & HAND_FLAW  # nobody holds less than what lies there for all to see
        half = steady.blur(view, 1, Dice(len(match.actions)))
        assert half.tobytes() == steady.blur(view, 1, Dice("again")).tobytes()  # what was forgotten stays so
        assert blurred.owned.sum() <= half.owned.sum() <= view.owned.sum()
        forgotten += blurred.owned.sum() < view.owned.sum()
    assert forgotten > 50


def test_a_hand_on_its_way_to_a_pile_looks_again() -> None:
    match = Match(game("stop-it", players=2, points=2), seed=4)
    before = match.view(0)
    while not any(TAKE_PILE <= action < CALL_PILE for action in match.legal(1)):
        match.play(match.actors[0], match.legal(match.actors[0])[0])
        before = match.view(0)
    take = next(action for action in match.legal(1) if TAKE_PILE <= action < CALL_PILE)
    match.play(1, take)
    now = match.view(0)
    other = TAKE_PILE + (take - TAKE_PILE + 1) % (CALL_PILE - TAKE_PILE)
    assert not still_stands(before, now, take)
    assert still_stands(before, now, other)
    assert still_stands(before, before, take)
    assert still_stands(before, now, None)
    assert still_stands(before, now, GO)


@pytest.mark.parametrize("sides", [0, -1, 2**31 + 1, 2**63])
def test_dice_that_nobody_can_make(sides: int) -> None:
    with pytest.raises(ValueError, match=r"from 1 to 2\*\*31 sides"):
        Dice(1).below(sides)
