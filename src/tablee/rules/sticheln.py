"""Sticheln, by Klaus Palesch. 3 to 8 players, 30 minutes; and its variants.

- ST-1, ST-2  Green, brown, red, blue and yellow with up to five players, violet too from six on; 0–8 with three
  players, 0–11 with four, 0–14 with five and six, 0–17 with seven, 0–18 with eight.
- ST-3  15 cards each, 14 with eight players; the 3 or 2 left over with seven and eight are shown and lie aside.
- ST-4  Everybody picks a curse card, as in Stick 'Em.
- ST-5, ST-6  Lay any card. The led card sets the colour, every other colour is trump except its zeros; the highest
  trump wins; without one, zeros of other colours or not, the highest card of the led colour. Of equals the earliest.
- ST-7  A zero never wins, except that a trick of nothing but zeros goes to whoever led it.
- ST-8  The winner leads next. 14 tricks, 13 with eight players.
- ST-9  Scored as in Stick 'Em.
- ST-10, ST-11  Five rounds, everything shuffled anew, the opener moving left. The highest total wins; equals share.

Variants, which combine (ST-17) except Hazy with Delayed. With Reverse and Mild a lucky card brings 5, others cost 1.

- ST-12  Reverse: a lucky colour whose cards score their number, all others cost 1; the LOWEST trump wins.
- ST-13  Mild: a cursed card costs 5 whatever its number, the zero too.
- ST-14  Aggravated: two cursed colours by two cards, so one trick fewer.
- ST-15  Hazy: the curse cards stay face down until the round ends.
- ST-16  Delayed: no curse card, one trick more; the colour is picked when scoring, among those one has won.

- ST-18  Without aids (an option, `unaided`) as in Stick 'Em; who is to pick a colour looks through their own heap.
"""

from typing import Any

from tablee.rule import rule
from tablee.rules.common import is_over, scores
from tablee.rules.cursed import (
    CHOOSE,
    COLOUR,
    CURSE,
    FLAWS,
    PLAY,
    WORDS,
    actors,
    all_chosen,
    choose_card,
    choose_colour,
    cursed_state,
    end_of_tricks,
    finish_round,
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
SEATS = 8
STATE = cursed_state(SEATS)

COLOUR_NAMES = ("green", "brown", "red", "blue", "yellow", "violet")
DECK_COLOURS = (5, 5, 5, 6, 6, 6)  # with 3, 4, 5, 6, 7, 8 players
DECK_TOP = (8, 11, 14, 14, 17, 18)
HAND_SIZE = (15, 15, 15, 15, 15, 14)


@rule
def start(s: Any, rng: Any) -> None:
    s.colours = DECK_COLOURS[s.players - 3]
    s.low = 0
    s.top = DECK_TOP[s.players - 3]
    s.hand_size = HAND_SIZE[s.players - 3]
    s.zeros_to_leader = 1  # ST-7
    new_round(s, rng)


@rule
def apply(s: Any, seat: Any, action: Any, rng: Any) -> None:
    if s.phase == CURSE:
        choose_card(s, seat, action - CHOOSE)
    elif s.phase == PLAY:
        lay(s, seat, action)
        if s.laid == s.players:
            take_trick(s, trick_winner(s))
            if s.tricks == tricks_per_round(s):
                end_of_tricks(s, rng)
    else:
        choose_colour(s, seat, action - COLOUR)
        if all_chosen(s):
            finish_round(s, rng)
