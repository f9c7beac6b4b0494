"""Where requests meet the model: texts that wait at the same time are scored in one run."""

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from sayso.core import Attribute, Evidence, Examiner, Scale, ScaleMap, Scorer, Scores
from sayso.core.errors import BadInput, RemoteBroken, RemoteQuota, RemoteTimeout
from sayso.web.cache import Row, ScoreCache, hash_text, salt_of

_HOPELESS = (RemoteQuota, RemoteTimeout)
"""Failures that asking again, text by text, would only make worse."""


class RunWatcher(Protocol):
    """Is told what the desk does; the metrics are one."""

    def count_texts(self, *, cached: int, scored: int) -> None: ...

    def count_run(self, size: int) -> None: ...


class NoWatcher:
    """Looks away."""

    def count_texts(self, *, cached: int, scored: int) -> None: ...

    def count_run(self, size: int) -> None: ...


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    """One text that waits. Every call that wants this text waits for the same `row`."""

    key: bytes
    text: str = field(repr=False)
    row: asyncio.Future[Row]


class ScoringDesk:
    """Gathers, caches, and keeps the model off the event loop.

    One thread runs the model. While it is busy, texts wait; when it is free, it takes up to
    `max_texts` of them. With `window_ms` over 0 it first waits that long for more. Must be
    used from one event loop.
    """

    def __init__(
        self,
        scorer: Scorer,
        *,
        max_texts: int = 256,
        window_ms: float = 0.0,
        cache_entries: int = 0,
        watcher: RunWatcher | None = None,
    ) -> None:
        self._scorer = scorer
        self._max_texts = max_texts
        self._window_s = window_ms / 1000
        self._cache = ScoreCache(cache_entries)
        self._watcher = watcher or NoWatcher()
        self._salt = salt_of(scorer.name)
        self._order = sorted(scorer.attributes)
        self._waiting: list[_Job] = []
        self._in_flight: dict[bytes, _Job] = {}
        self._pump: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sayso-model")

    @property
    def name(self) -> str:
        return self._scorer.name

    @property
    def attributes(self) -> frozenset[Attribute]:
        return self._scorer.attributes

    @property
    def scale_map(self) -> ScaleMap | None:
        """The model's map to Perspective's scale, if it has one."""
        return getattr(self._scorer, "scale_map", None)

    @property
    def can_examine(self) -> bool:
        """Whether `examine` has an answer."""
        return isinstance(self._scorer, Examiner)

    async def score(self, texts: Sequence[str]) -> Scores:
        """Every attribute of every text, on the model's own scale."""
        jobs = [self._enter(text) for text in texts]
        waiting = {job.row for job in jobs if isinstance(job, _Job) and not job.row.done()}
        self._watcher.count_texts(cached=sum(isinstance(job, tuple) for job in jobs), scored=len(waiting))
        if waiting:
            await asyncio.wait(waiting)
        rows = [job if isinstance(job, tuple) else job.row.result() for job in jobs]
        columns = {attribute: [row[i] for row in rows] for i, attribute in enumerate(self._order)}
        return Scores(self.name, columns)

    async def score_on(self, scale: Scale, texts: Sequence[str]) -> Scores:
        """As `score`, on the scale asked for; a model without a map answers on its own."""
        scores = await self.score(texts)
        scale_map = self.scale_map
        if scale == "sayso" or scale_map is None:
            return scores
        columns = {
            attribute: [float(value) for value in scale_map.apply(attribute, column)]
            for attribute, column in scores.columns.items()
        }
        return Scores(scores.model, columns)

    async def examine(self, texts: Sequence[str]) -> Sequence[Evidence]:
        """The evidence for each text, from a scorer that can give it."""
        if not isinstance(self._scorer, Examiner):
            raise BadInput(
                f"The scorer {self.name!r} gives no evidence.",
                hint="Ask without it, or serve another scorer.",
            )
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._scorer.examine, texts)

    async def close(self) -> None:
        """Finishes what waits, then lets the thread and the scorer go."""
        if self._pump:
            await self._pump
        self._thread.shutdown()
        close_scorer(self._scorer)

    def _enter(self, text: str) -> Row | _Job:
        """The row if it is remembered; else the job that makes it, a new one only if none is under way."""
        key = hash_text(text, salt=self._salt)
        row = self._cache.get(key)
        if row is not None:
            return row
        job = self._in_flight.get(key)
        if job is None:
            job = _Job(key, text, asyncio.get_running_loop().create_future())
            self._in_flight[key] = job
            self._waiting.append(job)
            self._start()
        return job

    def _start(self) -> None:
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._run())

    async def _run(self) -> None:
        """Serves the waiting jobs until there are none."""
        while self._waiting:
            await asyncio.sleep(self._window_s if len(self._waiting) < self._max_texts else 0)
            for batch in self._take():
                await self._serve(batch)

    def _take(self) -> Iterator[list[_Job]]:
        """What waits now, in runs; by length for a model that pads, since one long text makes all as long."""
        if getattr(self._scorer, "pads", False):
            jobs, self._waiting = sorted(self._waiting, key=lambda job: len(job.text)), []
            yield from (jobs[i : i + self._max_texts] for i in range(0, len(jobs), self._max_texts))
        else:
            jobs, self._waiting = self._waiting[: self._max_texts], self._waiting[self._max_texts :]
            yield jobs

    async def _serve(self, jobs: Sequence[_Job]) -> None:
        """Scores one batch and hands each job its row."""
        try:
            rows = await self._score([job.text for job in jobs])
        except Exception as error:  # noqa: BLE001  # whatever a scorer raises belongs to the calls that wait
            await self._cope(jobs, error)
        else:
            for job, row in zip(jobs, rows, strict=True):
                self._cache.put(job.key, row)
                self._settle(job, row)

    async def _cope(self, jobs: Sequence[_Job], error: Exception) -> None:
        """After a failed batch each text is tried alone, so that a failure hits only whom it concerns."""
        if len(jobs) == 1 or isinstance(error, _HOPELESS):
            for job in jobs:
                self._settle(job, error)
        else:
            for job in jobs:
                await self._serve([job])

    async def _score(self, texts: list[str]) -> list[Row]:
        self._watcher.count_run(len(texts))
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._thread, partial(_score_rows, self._scorer, self._order, texts)
        )

    def _settle(self, job: _Job, outcome: Row | Exception) -> None:
        del self._in_flight[job.key]
        if isinstance(outcome, Exception):
            job.row.set_exception(outcome)
            job.row.exception()  # marks it as seen: all callers may have gone
        else:
            job.row.set_result(outcome)


def close_scorer(scorer: Scorer) -> None:
    """A scorer that holds connections has `close`; the others need none."""
    close = getattr(scorer, "close", None)
    if close is not None:
        close()


def _score_rows(scorer: Scorer, order: Sequence[Attribute], texts: Sequence[str]) -> list[Row]:
    """Runs in the model's thread."""
    scores = scorer.score(texts)
    columns = [[float(value) for value in scores.columns[attribute]] for attribute in order]
    rows = list(zip(*columns, strict=True)) if columns else [()] * len(texts)
    if len(rows) != len(texts):
        raise RemoteBroken(f"The scorer {scorer.name!r} answered {len(rows)} rows for {len(texts)} texts.")
    return rows
