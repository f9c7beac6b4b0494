"""Numbers for Prometheus: requests, runs of the model, texts. No text, no key, no address of a person."""

import os

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

disable_created_metrics()  # one series more per series, and nobody asks for it

CONTENT_TYPE = CONTENT_TYPE_LATEST
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096)
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """With `PROMETHEUS_MULTIPROC_DIR` set, as `sayso serve --workers N` does, any worker answers for all."""

    def __init__(self, *, model: str = "") -> None:
        self._registry = registry = CollectorRegistry()
        self._requests = Counter(
            "sayso_requests", "Requests answered.", ["method", "route", "status"], registry=registry
        )
        self._duration = Histogram(
            "sayso_request_duration_seconds",
            "Time to answer.",
            ["route"],
            registry=registry,
            buckets=_SECONDS,
        )
        self._texts = Counter(
            "sayso_texts", "Texts, by where the score came from.", ["source"], registry=registry
        )
        self._unjudged = Counter(
            "sayso_unjudged_texts", "Texts that the model could not judge.", registry=registry
        )
        self._runs = Histogram(
            "sayso_batch_texts", "Texts in one run of the model.", registry=registry, buckets=_SIZES
        )
        self._shadow = Counter(
            "sayso_shadow", "Texts for the shadow, by outcome.", ["outcome"], registry=registry
        )
        self._webhooks = Counter(
            "sayso_webhooks",
            "Attempts to tell the platform of objections, by outcome.",
            ["outcome"],
            registry=registry,
        )
        self._replies = Counter(
            "sayso_guard_replies",
            "Replies of the chatbot behind the guard, by what became of them.",
            ["decision", "mode"],
            registry=registry,
        )
        self._upstream_failures = Counter(
            "sayso_upstream_failures",
            "Failures of the server behind the guard, by kind.",
            ["kind"],
            registry=registry,
        )
        self._first_text = Histogram(
            "sayso_guard_first_text_seconds",
            "Time from the start of a stream to its first text.",
            registry=registry,
            buckets=_SECONDS,
        )
        info = Gauge(
            "sayso_model_info",
            "The model that answers.",
            ["model"],
            registry=registry,
            multiprocess_mode="max",
        )
        info.labels(model).set(1)

    def count_request(self, *, method: str, route: str, status: int, duration_s: float) -> None:
        """`route` is the template, so that ids in addresses make no new series; odd methods share one."""
        self._requests.labels(method if method in _METHODS else "other", route, str(status)).inc()
        self._duration.labels(route).observe(duration_s)

    def count_texts(self, *, cached: int, scored: int) -> None:
        if cached:
            self._texts.labels("cache").inc(cached)
        if scored:
            self._texts.labels("model").inc(scored)

    def count_unjudged(self, texts: int) -> None:
        self._unjudged.inc(texts)

    def count_run(self, size: int) -> None:
        self._runs.observe(size)

    def count_shadow(self, outcome: str) -> None:
        self._shadow.labels(outcome).inc()

    def count_webhook(self, outcome: str) -> None:
        self._webhooks.labels(outcome).inc()

    def count_reply(self, *, decision: str, mode: str) -> None:
        """`mode` is plain, or how a stream was held back."""
        self._replies.labels(decision, mode).inc()

    def count_upstream_failure(self, kind: str, /) -> None:
        self._upstream_failures.labels(kind).inc()

    def observe_first_text(self, seconds: float) -> None:
        self._first_text.observe(seconds)

    def render(self) -> bytes:
        """The page Prometheus reads."""
        if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
            return generate_latest(self._registry)
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
        return generate_latest(registry)
