"""What is counted, for Prometheus: `GET /metrics`, from this machine only."""

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tablee.server.app import Service

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    def __init__(self, service: "Service") -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.registry.register(Now(service))
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
        yield GaugeMetricFamily("tablee_bots_thinking", "Bots that think, or wait to", service.company.thinking)
        yield CounterMetricFamily("tablee_bot_seconds", "Seconds that bots have thought", service.company.seconds)
        yield CounterMetricFamily("tablee_commits", "Transactions of the log", service.store.commits)
        yield CounterMetricFamily("tablee_entries", "Entries written to the log", service.store.written)
