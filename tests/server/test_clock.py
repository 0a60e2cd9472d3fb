"""Whatever happens to the machine's clock: ours goes on."""

import random

from tablee.server.clock import SLOWER, Clock

SECOND, HOUR = 10**9, 3600 * 10**9


class Machine:
    def __init__(self) -> None:
        self.wall, self.steady = 1_800_000_000 * SECOND, 5 * HOUR
        self.clock = Clock(lambda: self.wall, lambda: self.steady)

    def go(self, time: int) -> int:
        """So much time; gives how much of it our clock saw."""
        before = self.clock.now()
        self.wall += time
        self.steady += time
        return self.clock.now() - before


def test_it_goes_as_time_does() -> None:
    machine = Machine()
    assert machine.go(90 * SECOND) == 90 * SECOND
    assert machine.clock.now() == machine.wall


def test_set_back_it_neither_stands_still_nor_runs_back() -> None:
    machine = Machine()
    machine.wall -= HOUR
    assert machine.go(SECOND) == SECOND - SECOND // SLOWER
    for _ in range(SLOWER * 3600):
        assert machine.go(SECOND) > 0
    assert machine.clock.now() == machine.wall  # and is right again some time


def test_set_forward_it_is_there_at_once() -> None:
    machine = Machine()
    before = machine.clock.now()
    machine.wall += HOUR
    assert machine.clock.now() - before == HOUR


def test_set_back_and_forward_again_nothing_has_happened() -> None:
    machine = Machine()
    machine.wall -= HOUR
    machine.go(SECOND)
    machine.wall += HOUR
    machine.go(SECOND)
    assert machine.clock.now() == machine.wall


def test_whatever_is_done_to_it_it_goes_forward() -> None:
    dice, machine = random.Random(1), Machine()
    for _ in range(10_000):
        machine.wall += dice.choice([0, 0, 0, SECOND, -SECOND, HOUR, -HOUR, dice.randrange(SECOND)])
        time = dice.randrange(SECOND)
        assert machine.go(time) >= time - time // SLOWER - 1
        assert machine.clock.now() >= machine.wall


def test_it_goes_by_another_clock_whatever_its_own_machine_shows() -> None:
    machine = Machine()
    machine.clock.follow(15 * SECOND, at_once=True)
    assert machine.clock.now() == machine.wall - 15 * SECOND
    assert machine.go(SECOND) == SECOND
    machine.clock.follow(16 * SECOND)  # later on it is only slowed down, as ever
    assert machine.go(SECOND) == SECOND - SECOND // SLOWER
    machine.go(60 * SECOND)
    assert machine.clock.now() == machine.wall - 16 * SECOND
