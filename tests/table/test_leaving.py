"""Somebody leaves in the middle of something: nobody who stays is stuck."""

from tables import BEN, started

from tablee.dice import Dice
from tablee.table import Terms, follow_up, requests, table_of
from tablee.table.entries import Rematched, StoodIn


def test_who_asks_for_a_rematch_sits_at_it() -> None:
    log = started(Terms("stick-em", 3, {"rounds": 1}))
    log.add([StoodIn(at=log.now, seat=0), StoodIn(at=log.now, seat=1)])
    log.play_on(Dice(3))
    (rematched,) = log.ask(BEN, requests.Rematch())
    assert isinstance(rematched, Rematched)
    again = table_of(follow_up(log.table, rematched, BEN.id))
    assert again.host == BEN.id
    assert [chair.person for chair in again.chairs] == ["", BEN.id, ""]  # Ann has left, and need not come along
