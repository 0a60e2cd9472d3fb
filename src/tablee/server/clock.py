"""The time of day. One clock for all that a server writes down."""

import time


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
