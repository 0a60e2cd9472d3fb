"""Why a table does not do what somebody asks of it."""

from typing import Literal

from tablee.errors import TableeError

Code = Literal[
    "closed",  # the table is closed
    "started",  # too late: the match has begun
    "not_started",  # too early
    "over",  # the match is over
    "not_over",  # it is not
    "no_seat",  # there is no such seat
    "taken",  # somebody sits there
    "empty",  # nobody does
    "one_seat",  # in a race nobody has two
    "not_yours",  # it is somebody else's
    "not_host",  # only the host may
    "kicked",  # the host sent them away for good
    "unwelcome",  # the host has blocked them
    "not_seated",  # only those who sit at the table may
    "not_full",  # a seat is empty
    "full",  # the log of a table at which nothing begins
    "not_your_turn",
    "illegal",  # an action of the game, but not now
    "no_action",  # no action of the game at all
    "shown",  # a hidden card was shown since
    "nothing",  # there is nothing to take back, or to answer
    "pending",  # the others have not answered yet
    "no_chat",  # this table has none
    "too_long",
    "rematched",  # there is a new table already
    "too_late",  # the stand-in decides this one
    "too_early",  # the countdown has not ended
    "faster",  # somebody else took the card, or called
    "busy",  # others were faster
    "id_used",  # the same id was something else before
    "set_back",  # the server's database was set back under the table
]


AWAY: tuple[Code, str] = "kicked", "the host of the table sent you away"


class Refusal(TableeError):
    """A request that is refused: nothing has changed. The code is for a page to put into its own words."""

    def __init__(self, code: Code, why: str) -> None:
        super().__init__(why)
        self.code: Code = code
