"""What every game must keep, as a suite that can be imported: for our games and for yours.

    from tablee.conformance import check
    check(my_game)

plays random games and compares. It raises `NotConforming` with the promise that was broken, the game's seed and the
place; it is silent if all is well. The promises, one function each:

- `well_formed`   the record has int32 fields only, none named like something NumPy's records have
- `sound`         `status` is 0 in every position, and every game ends
- `replayed`      header and actions give the same record, byte for byte
- `legal_is_accepted`  what `legal` lists is what `is_legal` accepts, only actors have choices, every choice has words
- `views_hold`    a world drawn from a view is sound and gives the same view and choices, so what worlds differ in does
  not show; a view tells who may act, the scores and the seat's own choices. (That the worlds differ in everything
  that should be secret is for the game's own tests: a view and a world that agree to show a hand pass here.)
- `news_hold`     two worlds that a seat cannot tell apart give it the same news of the same action
- `clones_are_apart`  a copy goes its own way, and ends as the original would
- `totals_fit`    scores add up where the game says to what
- `speeds_agree`  interpreted, compiled and, where there is a GPU, CUDA play the same, byte for byte
"""

import random
from collections.abc import Iterator
from typing import Any, NoReturn

import numpy as np

from tablee import cuda, kernels
from tablee.batch import kernel, playouts, seeds
from tablee.catalogue import Game, Setup
from tablee.errors import TableeError
from tablee.match import Match, as_record
from tablee.playout import random_action, random_seat
from tablee.rng import seed_from, words
from tablee.sight import watch

TOO_LONG = 100_000  # decisions after which a game is taken to be without end
SAMPLED = 400  # of a long game, the checks that take samples see so many decisions


class NotConforming(AssertionError):
    """A promise that a game does not keep."""


def check(game: Game | Setup, games: int = 2, seed: object = 0) -> None:
    """Every promise, over `games` random games of every setup (of a `Game`: all player counts, options in turn)."""
    well_formed(game.game if isinstance(game, Setup) else game)
    for setup in [game] if isinstance(game, Setup) else setups(game):
        for number in range(games):
            start = seed_from(f"{seed} {number} {setup!r}")
            match = sound(setup, start)
            replayed(match)
            totals_fit(match)
            legal_is_accepted(setup, start)
            clones_are_apart(setup, start)
            views_hold(setup, start)
            news_hold(setup, start)
        speeds_agree(setup, games, seed)


def setups(game: Game) -> Iterator[Setup]:
    """Every number of players; and, with the usual number, each flag alone and all that combine with it."""
    for players in game.players:
        yield game.setup(players)
    if any(option.name == "first" for option in game.options):
        yield game.setup(first=game.usual - 1)
    flags = [option.name for option in game.options if option.is_flag]
    clashes = {frozenset((clash.one, clash.other)) for clash in game.conflicts}
    companies = set()
    for flag in flags:
        yield game.setup(**{flag: True})
        company = [flag]
        for other in flags:
            if other not in company and not any(frozenset((other, one)) in clashes for one in company):
                company.append(other)
        if len(company) > 1 and frozenset(company) not in companies:
            companies.add(frozenset(company))
            yield game.setup(**dict.fromkeys(company, True))


def well_formed(game: Game) -> None:
    """Other widths wrap differently when compiled, and a field named like a method cannot be read by its name."""
    for name in game.rules.STATE.names or ():
        if game.rules.STATE[name].base != np.int32:
            raise NotConforming(f"{game.slug}: the field {name} is not int32")
        if hasattr(np.record, name):
            raise NotConforming(f"{game.slug}: a NumPy record has a {name} of its own: no field may be called that")


def fail(setup: Setup, seed: object, what: str) -> NoReturn:
    raise NotConforming(f"{setup!r}, seed {seed}: {what}")


def random_play(match: Match, choose: random.Random) -> Iterator[tuple[int, int]]:
    """Play at random; before each action, the seat and the action that come next."""
    for _ in range(TOO_LONG):
        if match.over:
            return
        seat = choose.choice(match.actors)
        action = choose.choice(match.legal(seat))
        yield seat, action
        try:
            match.play(seat, action)
        except TableeError as error:
            fail(match.setup, match.seed, f"action {action}, listed by `legal`, is refused: {error}")
    fail(match.setup, match.seed, f"not over after {TOO_LONG} decisions")


def sampled(setup: Setup, seed: str, share: float) -> Iterator[Match]:
    """A random match, stopped at its first position and at about that share of the next SAMPLED."""
    match = Match(setup, seed)
    choose = random.Random(seed)
    for _ in random_play(match, choose):
        if not match.actions or choose.random() < share:
            yield match
        if len(match.actions) == SAMPLED:
            break
    yield match


def sound(setup: Setup, seed: str) -> Match:
    """`status` is 0 in every position of a random match, which ends. Gives the match."""
    match = Match(setup, seed)
    for _ in random_play(match, random.Random(seed)):
        check_status(setup, seed, match.state, f"after {len(match.actions)} actions")
    check_status(setup, seed, match.state, "at the end")
    if match.actors or any(match.legal(seat) for seat in range(setup.players)):
        fail(setup, seed, "over, and yet somebody may act")
    return match


def check_status(setup: Setup, seed: object, state: Any, where: str) -> None:
    flaws = int(setup.game.rules.status(state))
    if flaws:
        names = [text for bit, text in setup.game.rules.FLAWS.items() if flaws & bit]
        fail(setup, seed, f"{where}: {'; '.join(names) or f'unnamed flaw {flaws}'}")


def replayed(match: Match) -> None:
    again = Match.replay(match.record(), match.setup.game)
    if again.state.tobytes() != match.state.tobytes() or again.record() != match.record():
        fail(match.setup, match.seed, "a replay of the record gives another state")


def totals_fit(match: Match) -> None:
    total = match.setup.game.total
    if total is not None and sum(match.scores) != total(match.state):
        fail(match.setup, match.seed, f"the scores {match.scores} do not add up to {total(match.state)}")
    if not match.winners:
        fail(match.setup, match.seed, "over, and nobody wins")


def legal_is_accepted(setup: Setup, seed: str) -> None:
    rules = setup.game.rules
    for match in sampled(setup, seed, 0.05):
        for seat in range(setup.players):
            listed = set(match.legal(seat))
            if bool(listed) != (seat in match.actors):
                fail(setup, seed, f"seat {seat}: {len(listed)} choices, actors {match.actors}")
            for action in [*range(-2, setup.action_count + 2), 2**31 - 1]:
                if bool(rules.is_legal(match.state, seat, action)) != (action in listed):
                    fail(setup, seed, f"seat {seat}, action {action}: `legal` and `is_legal` do not agree")
            for action in listed:
                if setup.parse(setup.say(action)) != action:
                    fail(setup, seed, f"action {action} is not read back from its words")


def clones_are_apart(setup: Setup, seed: str) -> None:
    rules = setup.game.rules
    for match in sampled(setup, seed, 0.02):
        before = match.state.tobytes()
        copies = np.frombuffer(before * 2, rules.STATE).copy()
        ends = []
        for number in range(2):
            state = copies[number : number + 1].view(np.recarray)[0]
            play_on(setup, state, words(seed_from(seed)), 40)
            ends.append(state.tobytes())
        if ends[0] != ends[1]:
            fail(setup, seed, "two copies of a state, played alike, differ")
        if match.state.tobytes() != before:
            fail(setup, seed, "playing on a copy changed the original")


def play_on(setup: Setup, state: Any, rng: Any, decisions: int) -> None:
    """Some random decisions on a bare state."""
    rules, mask = setup.game.rules, setup.empty_mask()
    for _ in range(decisions):
        seats = int(rules.actors(state))
        if seats == 0:
            return
        seat = int(random_seat(seats, rng))
        rules.legal(state, seat, mask)
        rules.apply(state, seat, int(random_action(mask, rules.WORDS, rng)), rng)


def views_hold(setup: Setup, seed: str) -> None:
    """A world drawn from a seat's view is sound and gives the same view, and the seat the same choices.

    And the worlds are not all the truth: a view that showed everything would pass the rest.
    """
    rules = setup.game.rules
    rng = words(seed_from(f"worlds {seed}"))
    unlike: set[int] = set()  # seats for which some world was not the truth
    varied: set[int] = set()  # seats for which two worlds of one view differed
    for match in sampled(setup, seed, 0.05):
        for seat in range(-1, setup.players):
            before = match.state.tobytes()
            view = match.view(seat)
            for name in ("players", *setup.options):
                if view[name] != match.state[name]:
                    fail(setup, seed, f"the view of seat {seat} does not show {name}")
            drawn = as_record(np.zeros(1, rules.STATE))
            rules.world(view, seat, rng, drawn)
            check_status(setup, seed, drawn, f"a world of seat {seat} after {len(match.actions)} actions")
            shown = as_record(np.zeros(1, rules.STATE))
            rules.view(drawn, seat, shown)
            if shown.tobytes() != view.tobytes():
                fields = [name for name in rules.STATE.names or () if np.any(shown[name] != view[name])]
                fail(
                    setup,
                    seed,
                    f"seat {seat} after {len(match.actions)} actions: a world of its view shows "
                    f"another {', '.join(fields)}",
                )
            if seat >= 0 and choices_differ(setup, match.state, drawn, seat):
                fail(setup, seed, f"seat {seat}: its choices depend on what it cannot know")
            view_tells(match, seat, view)
            check_status(setup, seed, match.state, "looking on")
            if match.state.tobytes() != before:
                fail(setup, seed, "looking at a state changes it")
            if drawn.tobytes() != match.state.tobytes():
                unlike.add(seat)
            other = as_record(np.zeros(1, rules.STATE))
            rules.world(view, seat, rng, other)
            if other.tobytes() != drawn.tobytes():
                varied.add(seat)
    for seat in unlike - varied:
        fail(setup, seed, f"all worlds of a view of seat {seat} are the same: `world` does not use its rng")
    for seat in set(range(-1, setup.players)) - unlike:
        fail(setup, seed, f"nothing is hidden from seat {seat}: every world of its views was the truth")


def view_tells(match: Match, seat: int, view: Any) -> None:
    """Who may act, whether it is over, the scores and the seat's own choices are the same from its view."""
    rules, setup = match.rules, match.setup
    points = np.zeros(setup.players, np.int32)
    rules.scores(view, points)
    for what, told in (
        ("who may act", int(rules.actors(view)) == int(rules.actors(match.state))),
        ("that it is over", bool(rules.is_over(view)) == match.over),
        ("the scores", points.tolist() == match.scores),
        ("its choices", seat < 0 or not choices_differ(setup, match.state, view, seat)),
    ):
        if not told:
            fail(setup, match.seed, f"the view of seat {seat} after {len(match.actions)} actions does not tell {what}")


def choices_differ(setup: Setup, state: Any, other: Any, seat: int) -> bool:
    """Whether the seat has other choices in a state that it cannot tell from this one."""
    masks = []
    for one in (state, other):
        mask = setup.empty_mask()
        setup.game.rules.legal(one, seat, mask)
        masks.append(mask.tobytes())
    return masks[0] != masks[1]


def news_hold(setup: Setup, seed: str) -> None:
    """What a seat sees of an action is the same in the true state and in a world of its view, chance aside.

    Only actions of others are compared, and only where they leave the seat with the same view: what chance brings
    into sight may differ between worlds.
    """
    rng = words(seed_from(f"news {seed}"))
    for match in sampled(setup, seed, 0.05):
        for watcher in range(-1, setup.players):
            for actor in [seat for seat in match.actors if seat != watcher][:1]:
                twin = match.copy()
                twin.state = as_record(np.zeros(1, setup.game.rules.STATE))
                setup.game.rules.world(match.view(watcher), watcher, rng, twin.state)
                shared = [action for action in match.legal(actor) if action in set(twin.legal(actor))]
                if shared:
                    compare_news(match.copy(), twin, watcher, actor, shared[0])


def compare_news(match: Match, twin: Match, watcher: int, actor: int, action: int) -> None:
    one, other = watch(match, watcher, actor, action), watch(twin, watcher, actor, action)
    if one.after.tobytes() == other.after.tobytes() and (one.action, one.results) != (other.action, other.results):
        fail(match.setup, match.seed, f"seat {watcher} is told {one.results} or {other.results} of the same thing")


def views_agree(setup: Setup, seed: object) -> None:
    """Views, worlds and choices come out alike, interpreted and compiled."""
    rules, zero = setup.game.rules, np.zeros(1, setup.game.rules.STATE)
    match = next(sampled(setup, seed_from(f"agree {seed}"), 0))
    play_on(setup, match.state, words(seed_from(f"agree {seed}")), 30)
    for seat in range(-1, setup.players):
        states = np.frombuffer(match.state.tobytes(), rules.STATE).copy()
        seats, shown, drawn = np.array([seat], np.int32), zero.copy(), zero.copy()
        rngs = words(seed_from(f"agree {seat} {seed}")).reshape(1, 4)
        kernel(setup.game, kernels.views)(states, seats, zero, shown)
        kernel(setup.game, kernels.worlds)(shown, seats, rngs.copy(), zero, drawn)
        slow_drawn = as_record(np.zeros(1, rules.STATE))
        rules.world(match.view(seat), seat, rngs[0], slow_drawn)
        if shown.tobytes() != match.view(seat).tobytes() or drawn.tobytes() != slow_drawn.tobytes():
            fail(setup, seed, f"interpreted and compiled differ in a view or a world of seat {seat}")


def speeds_agree(setup: Setup, games: int, seed: object) -> None:
    """The same loop over the same seeds, interpreted, compiled and on a GPU."""
    rules = setup.game.rules
    rngs = seeds(seed, 0, games)
    scores = np.zeros((games, setup.players), np.int32)
    decisions = np.zeros(games, np.int64)
    slow_state, fast_state = setup.blank(), setup.blank()
    slow_rngs, fast_rngs = rngs.copy(), rngs.copy()
    interpreted = kernels.playouts(rules, checked=True)
    interpreted(
        setup.blank().view(np.recarray), slow_state.view(np.recarray), setup.empty_mask(), slow_rngs, scores, decisions
    )
    fast_scores, fast_decisions = np.zeros_like(scores), np.zeros_like(decisions)
    kernel(setup.game, kernels.playouts, True)(
        setup.blank(), fast_state, setup.empty_mask(), fast_rngs, fast_scores, fast_decisions
    )
    for name, slow, fast in (
        ("decisions", decisions, fast_decisions),
        ("scores", scores, fast_scores),
        ("last state", slow_state, fast_state),
        ("randomness", slow_rngs, fast_rngs),
    ):
        if slow.tobytes() != fast.tobytes():
            fail(setup, seed, f"interpreted and compiled play differ in their {name}")
    if decisions.min() < 0:
        fail(setup, seed, f"a flaw in compiled play: {decisions.min()}")
    views_agree(setup, seed)
    if cuda.available():
        count = max(games, 256)
        on_cpu, on_gpu = playouts(setup, count, seed), cuda.playouts(setup, count, seed)
        if (
            on_cpu.scores.tobytes() != on_gpu.scores.tobytes()
            or on_cpu.decisions.tobytes() != on_gpu.decisions.tobytes()
        ):
            fail(setup, seed, "compiled and CUDA play differ")
