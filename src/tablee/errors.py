"""What can go wrong, each with a sentence that says what would have been right."""


class TableeError(ValueError):
    """Any mistake in what a caller asked for. Nothing has been changed when it is raised."""


class UnknownGame(TableeError):
    """No game has that slug."""


class BadPlayers(TableeError):
    """The game is not for that many players."""


class BadOption(TableeError):
    """An option the game does not have, a value it does not take, or two options that contradict each other."""


class BadVersion(TableeError):
    """A version of a game's rules that cannot be played any more, or not yet."""


class BadSeed(TableeError):
    """A seed that is not 64 hexadecimal digits."""


class BadSeat(TableeError):
    """No such seat at this table."""


class BadAction(TableeError):
    """A text or number that is no action of this game at all."""


class IllegalAction(TableeError):
    """An action of this game that this seat may not take now."""


class NotYourTurn(IllegalAction):
    """The seat may not act at all now."""


class BadView(TableeError):
    """What was given for a seat's view is not what that seat knows."""


class BadBot(TableeError):
    """No bot has that name, or what was given for one is none."""


class BadRecord(TableeError):
    """A record that is malformed, or that the rules contradict; the message names the place."""
