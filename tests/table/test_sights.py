"""What somebody is shown: from one seat, from several on one device, from beside the table."""

import pytest
from tables import ANN, Log, started

from tablee.table import Glance, News, Scene, Terms, Viewer, news_of, requests

TERMS = Terms("stick-em", 3, {"rounds": 1})
SPECTATOR = Viewer("eve", ())


def glance(log: Log) -> Glance:
    assert log.table.match is not None
    return Glance(log.table.setup, log.table.match.state)


def around_one_device() -> tuple[Log, Viewer]:
    log = Log(TERMS)
    for seat in (0, 1):
        log.ask(ANN, requests.Sit(seat))
    log.ask(ANN, requests.Bot(2, "casual"))
    log.ask(ANN, requests.Start())
    return log, Viewer(ANN.id, tuple(log.table.seats_of(ANN.id)))


def secret_choice(log: Log, viewer: Viewer) -> tuple[str, News]:
    """Seat 0 chooses its curse card: what it does, and what the viewer hears of it."""
    assert log.table.match is not None
    before, do = glance(log), log.table.match.choices(0)[0]
    log.act(0, do)
    return do, news_of(before, glance(log), viewer.hearing, 0, log.table.setup.parse(do), "person")


def test_who_has_one_seat_hears_what_they_did_themselves() -> None:
    do, news = secret_choice(started(TERMS), Viewer(ANN.id, (0,)))
    assert news.do == do


@pytest.mark.parametrize("viewer", [Viewer("ben", (1,)), SPECTATOR])
def test_nobody_else_hears_of_a_secret_choice(viewer: Viewer) -> None:
    _, news = secret_choice(started(TERMS), viewer)
    assert (news.seat, news.do) == (0, None)


def test_what_is_told_aloud_around_one_device_is_what_everybody_may_know() -> None:
    log, viewer = around_one_device()
    assert viewer.seats == (0, 1)
    _, news = secret_choice(log, viewer)
    assert (news.seat, news.do) == (0, None)


def test_around_one_device_each_seat_is_shown_and_what_all_around_it_see() -> None:
    log, viewer = around_one_device()
    scene = Scene(log.table, "CODE", set(), glance(log))
    *own, common = scene.for_viewer(viewer).sights
    assert [sight.seat for sight in own] == [0, 1]
    assert own == [scene.for_viewer(Viewer(ANN.id, (seat,))).sights[0] for seat in (0, 1)]
    assert (common,) == scene.for_viewer(SPECTATOR).sights
    assert (common.seat, common.choices) == (None, ())
