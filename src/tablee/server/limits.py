"""How much of something one may have: so many at once, and so many a second from then on."""

import ipaddress
import time
from collections import OrderedDict

REMEMBERED = 20_000  # callers
NETWORK = 64  # bits of an IPv6 address that a household has for itself


def household(host: str) -> str:
    """By what limits know somebody: a household has one IPv4 address, or a whole network of IPv6."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), NETWORK), strict=False))


class Bucket:
    """Holds up to `size` drops and fills up by `rate` a second; each thing one does takes a drop."""

    __slots__ = ("_drops", "_rate", "_size", "_then")

    def __init__(self, size: float, rate: float) -> None:
        self._size, self._rate = size, rate
        self._drops = size
        self._then = time.monotonic()

    def take(self) -> bool:
        """Take a drop; False: there was none."""
        if self.wait() > 0:
            return False
        self._drops -= 1
        return True

    def reserve(self) -> float:
        """Take a drop, if need be one that is yet to come: in so many seconds."""
        wait = self.wait()
        self._drops -= 1
        return wait

    def wait(self) -> float:
        """Seconds until there is a drop."""
        now = time.monotonic()
        self._drops = min(self._size, self._drops + (now - self._then) * self._rate)
        self._then = now
        return max(0.0, (1 - self._drops) / self._rate)


class Buckets:
    """A bucket for each caller. Who has not called for longest is forgotten first."""

    def __init__(self, size: float, rate: float) -> None:
        self._size, self.rate = size, rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, caller: str) -> bool:
        return self._of(caller).take()

    def reserve(self, caller: str) -> float:
        """Take a drop, if need be one that is yet to come: in so many seconds."""
        return self._of(caller).reserve()

    def _of(self, caller: str) -> Bucket:
        bucket = self._buckets.setdefault(caller, Bucket(self._size, self.rate))
        self._buckets.move_to_end(caller)
        while len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket

    def wait(self, caller: str) -> float:
        """Seconds until there is a drop for the caller."""
        return self._buckets[caller].wait() if caller in self._buckets else 0.0
