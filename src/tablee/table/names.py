"""Names for tables: an id that nobody can guess, and a code to be read out over the telephone."""

import secrets

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no I and O, which look like 1 and 0
CODE = 6  # letters: a thousand million codes


def new_id() -> str:
    return secrets.token_urlsafe(12)


def new_code(length: int = CODE) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))
