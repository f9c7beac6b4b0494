"""Where requests meet the model: texts that wait at the same time are scored in one run."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any, Protocol, TypeVar, cast

from sayso.core import (
    Attribute,
    Evidence,
    Examiner,
    Scale,
    ScaleMap,
    Scorer,
    Scores,
    UnjudgedReason,
)
from sayso.core.errors import BadInput, Busy, RemoteBroken, RemoteError, RemoteRefused
from sayso.scoring.known_languages import LanguageCheck
from sayso.scoring.lanes import OVERLOADED_AFTER_S, SHORT_CALL, SLICE, Lane, Task, Text, Work
from sayso.scoring.optional_roles import (
    close_scorer,
    find_languages,
    find_scale_map,
    judge_texts,
    put_on_perspective,
)
from sayso.scoring.turns import NobodyWaits


@dataclass(frozen=True, slots=True)
class Row:
    """What was said of one text: its scores, in the scorer's order of attributes."""

    scores: tuple[float, ...]
    unjudged: UnjudgedReason | None = None
    perspective: tuple[float, ...] = ()
    """On Perspective's scale, from a scorer that answers on it too."""


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

    def count_unjudged(self, texts: int) -> None: ...

    def count_run(self, size: int) -> None: ...


class NoWatcher:
    """Looks away."""

    def count_texts(self, *, cached: int, scored: int) -> None: ...

    def count_unjudged(self, texts: int) -> None: ...

    def count_run(self, size: int) -> None: ...


class BatchingScorer:
    """Gathers, caches, and keeps the model off the event loop.

    Two threads run the model, one for each lane: see `lanes`. While a lane is busy, its texts wait; when it
    is free, it takes a slice of them, `max_texts` at most. With `window_ms` over 0 the short lane first waits
    that long for more. Must be used from one event loop.
    """

    def __init__(
        self,
        scorer: Scorer,
        *,
        max_texts: int = 256,
        window_ms: float = 0.0,
        cache_entries: int = 0,
        watcher: RunWatcher | None = None,
        languages: LanguageCheck | None = None,
    ) -> None:
        """Without `languages`, texts in any language count as judged: right for n-grams alone."""
        self._scorer = scorer
        self._languages = languages
        self._max_texts = max_texts
        self._window_s = window_ms / 1000
        self._cache = ScoreCache(cache_entries)
        self._watcher = watcher or NoWatcher()
        self._salt = salt_of(scorer.name)
        self._order = sorted(scorer.attributes)
        self._short, self._long = Lane("short", goes_first=True), Lane("long")
        self._pumps: dict[Lane, asyncio.Task[None]] = {}

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
    def languages(self) -> frozenset[str] | None:
        """The languages that the model knows; None: it does not say."""
        return find_languages(self._scorer)

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
        keys = [hash_text(text, salt=self._salt) for text in texts]
        rows = {key: row for key in set(keys) if (row := self._cache.get(key)) is not None}
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in rows}
        self._watcher.count_texts(cached=sum(key in rows for key in keys), scored=len(missing))
        if missing:
            rows |= await self._score_missing(missing)
        scores = self._join([rows[key] for key in keys])
        self._watcher.count_unjudged(len(scores.unjudged))
        return scores

    async def score_on(self, scale: Scale, texts: Sequence[str]) -> Scores:
        """As `score`, on the scale asked for; a model without a map answers on its own."""
        return self.on_scale(await self.score(texts), scale)

    async def judge_on(self, scale: Scale, texts: Sequence[str]) -> tuple[Scores, Sequence[Evidence]]:
        """As `score_on`, with the evidence for each text, from a scorer that can give it."""
        self.require_examiner()
        parts = list(cut_slices(texts))
        answers = await self._do_all([(partial(self._judge, part), _cost_of(part)) for part in parts])
        evidence = [one for _, found in answers for one in found]
        return self.on_scale(concatenate(self.name, [scores for scores, _ in answers]), scale), evidence

    def _judge(self, texts: Sequence[str]) -> tuple[Scores, Sequence[Evidence]]:
        scores, evidence = judge_texts(self._scorer, self.require_examiner(), texts)
        return self._languages.mark(texts, scores) if self._languages else scores, evidence

    async def run(self, ask: Callable[[], T], *, cost: int = 1) -> T:
        """Anything else that asks the model, in the long lane; `cost` is in characters."""
        return (await self._do_all([(ask, cost)]))[0]

    def find_overload(self) -> Busy | None:
        """Why new texts should rather go elsewhere, if so."""
        if self._long.is_full:
            return self._long.make_refusal()
        return self._short.make_refusal() if self._short.find_oldest_s() > OVERLOADED_AFTER_S else None

    def on_scale(self, scores: Scores, scale: Scale) -> Scores:
        """Scores on the model's own scale, carried over to the one asked for."""
        return scores if scale == "sayso" else put_on_perspective(scores, self.scale_map)

    async def close(self) -> None:
        """Finishes what waits, then lets the threads and the scorer go."""
        for lane in (self._short, self._long):
            if lane in self._pumps:
                await self._pumps[lane]
            lane.close()
        close_scorer(self._scorer)

    async def _score_missing(self, missing: dict[bytes, str]) -> dict[bytes, Row]:
        """By way of the lane for so much text; a text that waits in it already is not scored twice."""
        lane = self._short if _cost_of(missing.values()) <= SHORT_CALL else self._long
        loop = asyncio.get_running_loop()
        new = {
            key: Text(max(1, len(text)), loop.create_future(), key=key, text=text)
            for key, text in missing.items()
            if key not in lane.texts
        }
        lane.enter(list(new.values()))
        lane.texts |= new
        works = [lane.texts[key] for key in missing]
        await self._wait(lane, works)
        return {work.key: work.done.result() for work in works}

    async def _do_all(self, asked: Sequence[tuple[Callable[[], T], int]]) -> list[T]:
        """Each alone, in the long lane."""
        loop = asyncio.get_running_loop()
        works = [Task(max(1, cost), loop.create_future(), ask=ask) for ask, cost in asked]
        self._long.enter(works)
        await self._wait(self._long, works)
        return [cast(T, work.done.result()) for work in works]

    async def _wait(self, lane: Lane, works: Sequence[Work]) -> None:
        """Until all are done. Whoever gives up waiting leaves them."""
        if not works:
            return
        for work in works:
            work.wanted += 1
        if lane not in self._pumps or self._pumps[lane].done():
            self._pumps[lane] = asyncio.create_task(self._serve_lane(lane))
        try:
            await asyncio.wait([work.done for work in works])
        finally:
            for work in works:
                lane.leave(work)

    async def _serve_lane(self, lane: Lane) -> None:
        """Slice by slice, until nothing waits."""
        while lane:
            is_patient = lane is self._short and len(lane) < self._max_texts
            await asyncio.sleep(self._window_s if is_patient else 0)
            works = lane.take(most=self._max_texts)
            if works and isinstance(works[0], Task):
                await self._serve_task(lane, works[0])
            elif works:
                await self._serve(lane, cast("list[Text]", works))

    async def _serve_task(self, lane: Lane, task: Task) -> None:
        try:
            outcome = await lane.run([task], partial(call_scorer, self._scorer, task.ask))
        except Exception as error:  # noqa: BLE001  # whatever it raises belongs to the call that waits
            outcome = error
        _settle(task, outcome)

    async def _serve(self, lane: Lane, jobs: Sequence[Text]) -> None:
        """Scores one batch and hands each text its row, or the failure that concerns it."""
        error = await self._try(lane, jobs)
        if error is None:
            return
        if len(jobs) > 1 and _may_concern_one_text(error):
            await self._serve_one_by_one(lane, jobs)
        else:
            _fail(lane, jobs, error)

    async def _serve_one_by_one(self, lane: Lane, jobs: Sequence[Text]) -> None:
        """One refused text spoils a batch; what fails for any text ends the matter for all that are left."""
        refused = 0
        for index, job in enumerate(jobs):
            error = await self._try(lane, [job])
            refused = refused + 1 if isinstance(error, RemoteRefused) else 0
            if error and (not _may_concern_one_text(error) or refused >= REFUSALS_IN_A_ROW):
                _fail(lane, jobs[index:], error)
                return
            if error:
                _fail(lane, [job], error)

    async def _try(self, lane: Lane, jobs: Sequence[Text]) -> Exception | None:
        """Scores and settles the jobs; a failure is answered and settles nothing."""
        self._watcher.count_run(len(jobs))
        ask = partial(_score_rows, self._scorer, self._order, self._languages, [job.text for job in jobs])
        try:
            rows = await lane.run(jobs, ask)
        except Exception as error:  # noqa: BLE001  # whatever a scorer raises belongs to the calls that wait
            return error
        for job, row in zip(jobs, rows, strict=True):
            self._cache.put(job.key, row)
            lane.forget(job)
            _settle(job, row)
        return None

    def _join(self, rows: Sequence[Row]) -> Scores:
        columns = {attribute: [row.scores[i] for row in rows] for i, attribute in enumerate(self._order)}
        unjudged: dict[int, UnjudgedReason] = {
            index: row.unjudged for index, row in enumerate(rows) if row.unjudged
        }
        perspective = None
        if rows and rows[0].perspective:
            perspective = {name: [row.perspective[i] for row in rows] for i, name in enumerate(self._order)}
        return Scores(self.name, columns, unjudged, perspective)


def cut_slices(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """The texts in order, in parts of at most `SLICE` characters; a longer text is a part of its own."""
    begin = size = 0
    for index, text in enumerate(texts):
        if index > begin and size + len(text) > SLICE:
            yield texts[begin:index]
            begin, size = index, 0
        size += len(text)
    yield texts[begin:]


def concatenate(model: str, parts: Sequence[Scores]) -> Scores:
    """The rows of all parts, one part's after the other's."""
    columns = _chain([part.columns for part in parts])
    answered = [part.perspective for part in parts if part.perspective is not None]
    firsts = [sum(map(len, parts[:index])) for index in range(len(parts))]
    unjudged: dict[int, UnjudgedReason] = {
        first + row: reason
        for first, part in zip(firsts, parts, strict=True)
        for row, reason in part.unjudged.items()
    }
    perspective = _chain(answered) if len(answered) == len(parts) else None
    return Scores(model, columns, unjudged, perspective)


def _chain(parts: Sequence[Mapping[Attribute, Sequence[float]]]) -> dict[Attribute, list[float]]:
    return {name: [score for part in parts for score in part[name]] for name in parts[0]}


def _cost_of(texts: Iterable[str]) -> int:
    return sum(map(len, texts))


def _fail(lane: Lane, jobs: Sequence[Text], error: Exception) -> None:
    for job in jobs:
        lane.forget(job)
        _settle(job, error)


def _settle(work: Work, outcome: Any) -> None:
    if isinstance(outcome, Exception):
        work.done.set_exception(outcome)
        work.done.exception()  # marks it as seen: all callers may have gone
    else:
        work.done.set_result(outcome)


def call_scorer(scorer: Scorer, ask: Callable[[], T]) -> T:
    """Runs in a scorer's thread. asyncio's futures cannot hold StopIteration: who waits, waits forever."""
    try:
        return ask()
    except StopIteration as error:
        raise RuntimeError(f"The scorer {scorer.name!r} raised StopIteration.") from error


def _may_concern_one_text(error: Exception) -> bool:
    """Whether asking text by text helps; of a remote service that is down it would ask many times more."""
    return isinstance(error, RemoteRefused | WrongRows) or not isinstance(error, RemoteError | NobodyWaits)


def _score_rows(
    scorer: Scorer, order: Sequence[Attribute], languages: LanguageCheck | None, texts: Sequence[str]
) -> list[Row]:
    """Runs in the model's thread."""
    scores = call_scorer(scorer, partial(scorer.score, texts))
    rows = _list_rows(scores.columns, order, len(texts))
    if len(rows) != len(texts):
        raise WrongRows(f"The scorer {scorer.name!r} answered {len(rows)} rows for {len(texts)} texts.")
    answered = _list_rows(scores.perspective or {}, order if scores.perspective else (), len(texts))
    unjudged = (languages.mark(texts, scores) if languages else scores).unjudged
    return [
        Row(row, unjudged.get(index), perspective)
        for index, (row, perspective) in enumerate(zip(rows, answered, strict=True))
    ]


def _list_rows(
    columns: Mapping[Attribute, Sequence[float]], order: Sequence[Attribute], count: int
) -> list[tuple[float, ...]]:
    found = [[float(value) for value in columns[attribute]] for attribute in order]
    return list(zip(*found, strict=True)) if found else [()] * count
