"""What a seat knows and may do, as named, typed data: all that a page needs to draw the table.

    picture_of(setup, match.view(2), 2)
    choices_of(setup, match.view(2), 2)

A picture is made of a view and of nothing else, so it cannot tell more than its seat knows. It holds no sentences:
cards, colours and actions are in the words of a record, and what they are called at the table is for the page to say.
"""

from collections.abc import Callable
from typing import Any

from tablee.catalogue import Setup
from tablee.errors import UnknownGame
from tablee.pictures import hat_trick, shit, stoick, stop_it
from tablee.pictures.choices import Choice, choice_of, choices_of
from tablee.pictures.cursed import StichelnPicture, StickEmPicture, sticheln_picture, stick_em_picture
from tablee.pictures.hat_trick import HatTrickPicture
from tablee.pictures.shit import ShitPicture
from tablee.pictures.stoick import StoickPicture
from tablee.pictures.stop_it import StopItPicture

__all__ = ["Choice", "Picture", "choice_of", "choices_of", "picture_of"]

Picture = StickEmPicture | StichelnPicture | HatTrickPicture | ShitPicture | StoickPicture | StopItPicture

PAINTERS: dict[str, Callable[[Any, int], Picture]] = {
    "stick-em": stick_em_picture,
    "sticheln": sticheln_picture,
    "hat-trick": hat_trick.picture,
    "shit": shit.picture,
    "stoick": stoick.picture,
    "stop-it": stop_it.picture,
}


def picture_of(setup: Setup, view: Any, seat: int) -> Picture:
    """What the view of that seat (-1: a spectator) shows."""
    painter = PAINTERS.get(setup.game.slug)
    if painter is None:
        raise UnknownGame(f"nobody has drawn {setup.game.title} yet; there are pictures of {', '.join(PAINTERS)}")
    return painter(view, seat)
