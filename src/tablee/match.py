"""A match: one game from the deal to the last score, driven by hand, at the speed of plain Python."""

import copy
import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from tablee import rng as randomness
from tablee.catalogue import Game, Setup, check_setup
from tablee.catalogue.game import Json
from tablee.errors import BadOption, IllegalAction, NotYourTurn
from tablee.fairness import Fairness
from tablee.mirror import mirror_of, write_back

FORMAT = "tablee-record/1"


def as_record(states: Any) -> Any:
    """The first of an array of states, with its fields as attributes: what the rules read when interpreted."""
    return states.view(np.recarray)[0]


class Mark(NamedTuple):
    """A moment of a match, to go back to."""

    state: bytes
    rng: bytes
    actions: int  # how many there were,
    deals: int
    results: int


class Match:
    """A game in play.

        match = Match(tablee.game("stick-em", players=4), seed=7)
        match.play(0, "choose red 3")

    `seed` is 64 hexadecimal digits, or anything else that prints (7, "friday"), which is then hashed to such digits;
    without one, a fresh seed is drawn. With `fairness` the seed is what that gives, and the record tells how. A refused
    action raises and changes nothing.
    """

    def __init__(self, setup: Setup, seed: object = None, fairness: Fairness | None = None) -> None:
        check_setup(setup)
        if fairness is not None and seed not in (None, fairness.seed):
            raise BadOption("with fairness the seed is what that gives; do not name another")
        if fairness is not None and len(fairness.words) != setup.players:
            raise BadOption(f"fairness: a word for each of {setup.players} seats; got {len(fairness.words)}")
        self.setup = setup
        self.fairness = fairness
        self.seed = _seed_digits(seed) if fairness is None else fairness.seed
        self.rules = setup.game.rules
        self.actions: list[tuple[int, int]] = []  # (seat, action) in order
        self.deals: list[Json] = []
        self.results: list[Json] = []
        self._rng = randomness.words(self.seed)
        self._mask = setup.empty_mask()
        self.state = as_record(setup.blank())
        self.rules.start(self.state, self._rng)
        self._note_deal()

    def copy(self) -> "Match":
        """The same match again: what is played on one does not show on the other. The cards to come are the same."""
        twin = copy.copy(self)
        twin.state, twin._rng, twin._mask = self.state.copy(), self._rng.copy(), self._mask.copy()
        twin.actions, twin.deals, twin.results = [*self.actions], [*self.deals], [*self.results]
        return twin

    def mark(self) -> Mark:
        """This moment, small and quickly made."""
        return Mark(self.state.tobytes(), self._rng.tobytes(), len(self.actions), len(self.deals), len(self.results))

    def back_at(self, mark: Mark) -> "Match":
        """The match as it was at a moment that it went through. This one stays as it is."""
        twin = copy.copy(self)
        twin.state = as_record(np.frombuffer(mark.state, self.rules.STATE).copy())
        twin._rng, twin._mask = np.frombuffer(mark.rng, self._rng.dtype).copy(), self._mask.copy()
        twin.actions = self.actions[: mark.actions]
        twin.deals, twin.results = self.deals[: mark.deals], self.results[: mark.results]
        return twin

    # ---- what can be done now ----

    @property
    def actors(self) -> list[int]:
        """The seats that may act now: one, several at once, or none when the match is over."""
        seats = int(self.rules.actors(self.state))
        return [seat for seat in range(self.setup.players) if seats >> seat & 1]

    def legal(self, seat: int) -> list[int]:
        """What that seat may do now; empty if it is not among the actors."""
        self.rules.legal(self.state, self.setup.check_seat(seat), self._mask)
        return [32 * word + bit for word, bits in enumerate(self._mask) for bit in range(32) if int(bits) >> bit & 1]

    def choices(self, seat: int) -> list[str]:
        """The same in words."""
        return [self.setup.say(action) for action in self.legal(seat)]

    def play(self, seat: int, action: int | str) -> list[Json]:
        """Carry out an action, given as a number or in words. Gives the results it led to: a trick, a round…

        They are the referee's, as a record keeps them, and may hold what a seat does not know: `tablee.sight` tells
        what a seat sees of an action.
        """
        seat = self.setup.check_seat(seat)
        code = self.setup.parse(action)
        before, after = mirror_of(self.state), mirror_of(self.state)
        if not self.rules.is_legal(before, seat, code):
            raise self.refusal(seat, code)
        self.rules.apply(after, seat, code, self._rng)
        write_back(after, self.state)
        self.actions.append((seat, code))
        results = self.setup.game.paper.results(before, after)
        news = [{"after": len(self.actions), **result} for result in results]
        self.results += news
        self._note_deal()
        return news

    def refusal(self, seat: int, action: int) -> IllegalAction:
        """Why the seat cannot do that now: to be raised."""
        words = self.setup.say(action)
        if self.over:
            return NotYourTurn(f"seat {seat} cannot {words!r}: the match is over")
        if seat not in self.actors:
            turn = " or ".join(f"seat {actor}" for actor in self.actors)
            return NotYourTurn(f"seat {seat} cannot {words!r} now: it is for {turn} to act")
        choices = self.choices(seat)
        shown = ", ".join(repr(choice) for choice in choices[:12])
        more = f" and {len(choices) - 12} more" if len(choices) > 12 else ""
        return IllegalAction(f"seat {seat} cannot {words!r} now; it can {shown}{more}")

    # ---- how it stands ----

    @property
    def over(self) -> bool:
        return bool(self.rules.is_over(self.state))

    @property
    def scores(self) -> list[int]:
        """Each seat's score so far."""
        out = np.zeros(self.setup.players, np.int32)
        self.rules.scores(self.state, out)
        return [int(score) for score in out]

    @property
    def winners(self) -> list[int]:
        """The seats with the highest score once the match is over; empty before."""
        if not self.over:
            return []
        scores = self.scores
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    def view(self, seat: int) -> Any:
        """What that seat knows (-1: a spectator), as a state record in which everything unknown is 0."""
        shown = as_record(np.zeros(1, self.rules.STATE))
        self.rules.view(self.state, self.setup.check_seat(seat, spectator=True), shown)
        return shown

    def world(self, seat: int, seed: object = None) -> Any:
        """A state at random from all those that what the seat knows allows: for a bot that looks ahead."""
        drawn = as_record(np.zeros(1, self.rules.STATE))
        self.rules.world(self.view(seat), int(seat), randomness.words(_seed_digits(seed)), drawn)
        return drawn

    def hand(self, seat: int) -> list[str]:
        """The seat's own cards by name."""
        return self.setup.game.paper.hand(self.state, self.setup.check_seat(seat))

    # ---- on paper ----

    def record(self) -> Json:
        """The match so far as plain data, ready for JSON: docs/record-format.md says what is in it."""
        return {
            "format": FORMAT,
            "game": self.setup.game.slug,
            "rules": self.setup.version,
            "players": self.setup.players,
            "options": self.setup.chosen,
            "seed": self.seed,
            "fairness": self.fairness and self.fairness.as_json(),
            "deals": copy.deepcopy(self.deals),
            "actions": [{"seat": seat, "do": self.setup.say(action)} for seat, action in self.actions],
            "results": copy.deepcopy(self.results),
            "scores": self.scores,
            "winners": self.winners,
        }

    @classmethod
    def replay(cls, record: Mapping[str, Any], game: Game | None = None) -> "Match":
        """Play a record again. Refuses it, naming the place, if anything in it is not what the rules give.

        `game` is for a game of your own that is not in the catalogue.
        """
        from tablee.record import replay  # a record's reader needs a Match to play it on

        return replay(record, game)

    def _note_deal(self) -> None:
        paper = self.setup.game.paper
        if paper.deals(self.state) > len(self.deals):
            after = {"after": len(self.actions)} if self.actions else {}
            self.deals.append({**after, **paper.deal(self.state)})


def _seed_digits(seed: object) -> str:
    if seed is None:
        return secrets.token_hex(32)
    if isinstance(seed, str) and len(seed) == 64:
        randomness.words(seed)  # refuses what looks like digits and is not
        return seed
    return randomness.seed_from(seed)
