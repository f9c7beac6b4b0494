"""Where requests meet the model: texts that wait at the same time are scored in one run."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from typing import Protocol, TypeVar

from sayso.core import Attribute, Evidence, Examiner, Scale, ScaleMap, Scorer, Scores
from sayso.core.errors import BadInput, RemoteBroken, RemoteError, RemoteRefused
from sayso.scoring.optional_roles import close_scorer, find_scale_map, judge_texts

Row = tuple[float, ...]
"""The scores of one text, in the desk's order of attributes."""


class UnjudgedRow(tuple[float, ...]):
    """The row of a text that the model could not read."""

    __slots__ = ()


class ScoreCache:
    """The `entries` most recently asked rows; 0 remembers nothing."""

    def __init__(self, entries: int) -> None:
        self._entries = entries
        self._rows: OrderedDict[bytes, Row] = OrderedDict()

    def __len__(self) -> int:
        return len(self._rows)

    def get(self, key: bytes) -> Row | None:
        row = self._rows.get(key)
        if row is not None:
            self._rows.move_to_end(key)
        return row

    def put(self, key: bytes, row: Row) -> None:
        if not self._entries:
            return
        self._rows[key] = row
        self._rows.move_to_end(key)
        if len(self._rows) > self._entries:
            self._rows.popitem(last=False)


def salt_of(model: str) -> bytes:
    """A key for `hash_text` from the model's versioned name: another version never finds the row."""
    return blake2b(model.encode(), digest_size=32).digest()


def hash_text(text: str, *, salt: bytes) -> bytes:
    """128 bits of BLAKE2b."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16, key=salt).digest()


REFUSALS_IN_A_ROW = 16
"""So many texts refused one after the other: the cause is not in the texts, and the rest is not tried."""

T = TypeVar("T")


class WrongRows(RemoteBroken):
    """A scorer left texts out. Alone, each is answered or is the one left out."""


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


class BatchingScorer:
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
        return find_scale_map(self._scorer)

    @property
    def can_examine(self) -> bool:
        """Whether `judge_on` has an answer."""
        return isinstance(self._scorer, Examiner)

    def require_examiner(self) -> Examiner:
        """The scorer, if it can give evidence; else raises `BadInput`."""
        if not isinstance(self._scorer, Examiner):
            raise BadInput(
                f"The scorer {self.name!r} gives no evidence.",
                hint="Ask without it, or serve another scorer.",
            )
        return self._scorer

    async def score(self, texts: Sequence[str]) -> Scores:
        """Every attribute of every text, on the model's own scale."""
        jobs = [self._enter(text) for text in texts]
        waiting = {job.row for job in jobs if isinstance(job, _Job) and not job.row.done()}
        self._watcher.count_texts(cached=sum(isinstance(job, tuple) for job in jobs), scored=len(waiting))
        if waiting:
            await asyncio.wait(waiting)
        rows = [job if isinstance(job, tuple) else job.row.result() for job in jobs]
        columns = {attribute: [row[i] for row in rows] for i, attribute in enumerate(self._order)}
        unjudged = (place for place, row in enumerate(rows) if isinstance(row, UnjudgedRow))
        return Scores(self.name, columns, frozenset(unjudged))

    async def score_on(self, scale: Scale, texts: Sequence[str]) -> Scores:
        """As `score`, on the scale asked for; a model without a map answers on its own."""
        return self.on_scale(await self.score(texts), scale)

    async def judge_on(self, scale: Scale, texts: Sequence[str]) -> tuple[Scores, Sequence[Evidence]]:
        """As `score_on`, with the evidence for each text, from a scorer that can give it."""
        scores, evidence = await self.run(partial(judge_texts, self._scorer, self.require_examiner(), texts))
        return self.on_scale(scores, scale), evidence

    async def run(self, ask: Callable[[], T]) -> T:
        """Anything else that asks the model, in the model's own thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, partial(call_scorer, self._scorer, ask))

    def on_scale(self, scores: Scores, scale: Scale) -> Scores:
        """Scores on the model's own scale, carried over to the one asked for."""
        scale_map = self.scale_map
        if scale == "sayso" or scale_map is None:
            return scores
        columns = {
            attribute: [float(value) for value in scale_map.apply(attribute, column)]
            for attribute, column in scores.columns.items()
        }
        return Scores(scores.model, columns, scores.unjudged)

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
            if self._pump is None or self._pump.done():
                self._pump = asyncio.create_task(self._run())
        return job

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
        """Scores one batch and hands each job its row, or the failure that concerns it."""
        error = await self._try(jobs)
        if error is None:
            return
        if len(jobs) > 1 and _may_concern_one_text(error):
            await self._serve_one_by_one(jobs)
        else:
            self._fail(jobs, error)

    async def _serve_one_by_one(self, jobs: Sequence[_Job]) -> None:
        """One refused text spoils a batch; what fails for any text ends the matter for all that are left."""
        refused = 0
        for index, job in enumerate(jobs):
            error = await self._try([job])
            refused = refused + 1 if isinstance(error, RemoteRefused) else 0
            if error and (not _may_concern_one_text(error) or refused >= REFUSALS_IN_A_ROW):
                self._fail(jobs[index:], error)
                return
            if error:
                self._fail([job], error)

    async def _try(self, jobs: Sequence[_Job]) -> Exception | None:
        """Scores and settles the jobs; a failure is answered and settles nothing."""
        try:
            rows = await self._score([job.text for job in jobs])
        except Exception as error:  # noqa: BLE001  # whatever a scorer raises belongs to the calls that wait
            return error
        for job, row in zip(jobs, rows, strict=True):
            self._cache.put(job.key, row)
            self._settle(job, row)
        return None

    def _fail(self, jobs: Sequence[_Job], error: Exception) -> None:
        for job in jobs:
            self._settle(job, error)

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


def call_scorer(scorer: Scorer, ask: Callable[[], T]) -> T:
    """Runs in a scorer's thread. asyncio's futures cannot hold StopIteration: who waits, waits forever."""
    try:
        return ask()
    except StopIteration as error:
        raise RuntimeError(f"The scorer {scorer.name!r} raised StopIteration.") from error


def _may_concern_one_text(error: Exception) -> bool:
    """Whether asking text by text helps; of a remote service that is down it would ask many times more."""
    return isinstance(error, RemoteRefused | WrongRows) or not isinstance(error, RemoteError)


def _score_rows(scorer: Scorer, order: Sequence[Attribute], texts: Sequence[str]) -> list[Row]:
    """Runs in the model's thread."""
    scores = call_scorer(scorer, partial(scorer.score, texts))
    columns = [[float(value) for value in scores.columns[attribute]] for attribute in order]
    rows = list(zip(*columns, strict=True)) if columns else [()] * len(texts)
    if len(rows) != len(texts):
        raise WrongRows(f"The scorer {scorer.name!r} answered {len(rows)} rows for {len(texts)} texts.")
    return [UnjudgedRow(row) if place in scores.unjudged else row for place, row in enumerate(rows)]
