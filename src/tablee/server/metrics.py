"""What is counted, for Prometheus: `GET /metrics`, by whom `--figures` names, or from this machine."""

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from tablee.server.database import room_on_disk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tablee.server.app import Service

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class OfDatabase:
    """What is counted of the database, wherever it is used."""

    def __init__(self) -> None:
        self.seconds = Histogram(
            "tablee_database_seconds", "What was asked of the database", ["what"], buckets=BUCKETS, registry=None
        )
        self.failures = Counter(
            "tablee_database_failures", "What the database did not do, through its fault", ["what"], registry=None
        )
        self.retries = Counter("tablee_database_retries", "What was tried again", ["what"], registry=None)
        for what in ("append", "read", "write"):  # there from the start, so that a first failure shows as a change
            self.failures.labels(what)
            self.retries.labels(what)


class Metrics:
    def __init__(self, service: "Service") -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.registry.register(Now(service))
        database = service.store.figures
        for collector in (database.seconds, database.failures, database.retries):
            self.registry.register(collector)
        self.http = Histogram(
            "tablee_http_seconds",
            "Requests by HTTP, by endpoint and status",
            ["endpoint", "status"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.unavailable = Counter(
            "tablee_unavailable", "Requests refused because the database is away", ["by"], registry=self.registry
        )
        for way in ("http", "socket"):
            self.unavailable.labels(way)
        self.lag = Histogram(
            "tablee_loop_lag_seconds",
            "By how much the event loop was late, twice a second",
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.actions = Counter("tablee_actions", "Actions played", ["by"], registry=self.registry)
        self.refusals = Counter("tablee_refusals", "Requests refused", ["code"], registry=self.registry)
        self.latency = Histogram(
            "tablee_request_seconds",
            "From a request to everybody being told",
            buckets=BUCKETS,
            registry=self.registry,
        )

    def page(self) -> bytes:
        return generate_latest(self.registry)


class Now(Collector):
    """What can be looked up when somebody asks."""

    def __init__(self, service: "Service") -> None:
        self._service = service

    def collect(self) -> "Iterator[Metric]":
        service = self._service
        yield GaugeMetricFamily("tablee_tables", "Tables in memory", len(service.hall.rooms))
        yield GaugeMetricFamily("tablee_sockets", "Clients connected", len(service.connections))
        yield GaugeMetricFamily("tablee_connections", "Connections, of sockets and of requests", len(service.gate))
        yield CounterMetricFamily("tablee_connections_refused", "Connections refused", service.gate.refused)
        yield CounterMetricFamily("tablee_connections_cut", "Connections cut off: they owed us", service.gate.cut_off)
        yield GaugeMetricFamily("tablee_bots_thinking", "Bots that think, or wait to", service.company.thinking)
        yield CounterMetricFamily("tablee_bot_seconds", "Seconds that bots have thought", service.company.seconds)
        yield CounterMetricFamily("tablee_commits", "Transactions of the log", service.store.commits)
        store, bus = service.store, service.bus
        if (free := room_on_disk(service.settings.database)) is not None:
            yield GaugeMetricFamily("tablee_disk_free_bytes", "Room on the disk of the database", free)
        yield CounterMetricFamily("tablee_entries", "Entries written to the log", store.written)
        yield CounterMetricFamily("tablee_lost_races", "Entries that another process wrote first", store.lost_races)
        yield CounterMetricFamily("tablee_tables_set_back", "Tables that were set back", store.set_back)
        unreadable = len(service.keeper.unreadable)
        yield CounterMetricFamily("tablee_tables_unreadable", "Tables whose log cannot be rid of anything", unreadable)
        up = GaugeMetricFamily("tablee_up", "Whether it answered when it was last asked", labels=["what"])
        outages = {"database_read": store.reading, "database_write": store.writing, **bus.outages}
        for what, outage in outages.items():
            up.add_metric([what], outage.lasting is None)
        yield up
        told = CounterMetricFamily("tablee_redis_words", "Words to and from other processes", labels=["way"])
        for way, count in (("told", bus.told), ("heard", bus.heard), ("dropped", bus.dropped)):
            told.add_metric([way], count)
        yield told
        failures = sum(outage.failures for outage in bus.outages.values())
        yield CounterMetricFamily("tablee_redis_failures", "What Redis did not do", failures)
