"""Stick 'Em, by Klaus Palesch. 3 to 6 players, 20 minutes.

- SE-1  Red, yellow, green, blue, violet, and grey with six; 0–8 with three players, 0–11 with four, else 0–14.
  Everybody gets 15 cards and none is left.
- SE-2, SE-3  Everybody secretly picks a card; revealed together, it stays face up: that colour is cursed for its owner.
- SE-4  The opener of a round leads its first trick; the openers go round clockwise.
- SE-5  Lay any card you like.
- SE-6, SE-7  Only the led colour in the trick: the highest wins. Otherwise the highest of the other colours wins; of
  equals the earliest.
- SE-8  A zero never wins and is ignored when the winner is sought; led, it still sets the colour.
- SE-9  The winner takes the trick and leads the next.
- SE-10  Nothing but zeros: nobody wins, the cards are out of the round, the same player leads again.
- SE-11  14 tricks make a round.
- SE-12  A card of your cursed colour costs its number, your curse card too; any other card is worth 1.
- SE-13  As many rounds as players. The highest total wins; equals share.
- SE-14  Without aids (an option, `unaided`): heaps lie face down, and nobody is shown what is in them or what the round
  would be worth. The curses stay in sight. A view is what a perfect memory knows, so it holds the heaps either way.
- SE-15  Zeros to the leader (an option, instead of SE-10): whoever led a trick of zeros wins it.

The sibling game is `sticheln`: other decks, a leader who wins the zeros, five rounds, and variants. What the two
have in common is in `cursed`.
"""

from typing import Any

from tablee.rule import rule
from tablee.rules.common import is_over, scores
from tablee.rules.cursed import (
    CHOOSE,
    CURSE,
    FLAWS,
    WORDS,
    actors,
    choose_card,
    cursed_state,
    end_of_tricks,
    is_legal,
    legal,
    new_round,
    status,
    take_trick,
    trick_winner,
    tricks_per_round,
    view,
    world,
)
from tablee.rules.tricks import lay

__all__ = [
    "COLOUR_NAMES",
    "FLAWS",
    "STATE",
    "VERSION",
    "WORDS",
    "actors",
    "apply",
    "is_legal",
    "is_over",
    "legal",
    "scores",
    "start",
    "status",
    "view",
    "world",
]

VERSION = 1
SEATS = 6
STATE = cursed_state(SEATS)

COLOUR_NAMES = ("red", "yellow", "green", "blue", "violet", "grey")
DECK_COLOURS = (5, 5, 5, 6)  # with 3, 4, 5, 6 players
DECK_TOP = (8, 11, 14, 14)
HAND_SIZE = 15


@rule
def start(s: Any, rng: Any) -> None:
    s.colours = DECK_COLOURS[s.players - 3]
    s.low = 0
    s.top = DECK_TOP[s.players - 3]
    s.hand_size = HAND_SIZE
    new_round(s, rng)


@rule
def apply(s: Any, seat: Any, action: Any, rng: Any) -> None:
    if s.phase == CURSE:
        choose_card(s, seat, action - CHOOSE)
        return
    lay(s, seat, action)
    if s.laid == s.players:
        take_trick(s, trick_winner(s))
        if s.tricks == tricks_per_round(s):
            end_of_tricks(s, rng)
