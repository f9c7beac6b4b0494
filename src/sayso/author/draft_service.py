"""The draft reader of a worker: made when the first author comes, since it takes a second and memory."""

from collections.abc import Callable
from functools import partial

from sayso.author.draft import DraftAnalyzer
from sayso.core import Draft, Span
from sayso.scoring.gathering import BatchingScorer


class DraftService:
    """Reads drafts in the model's thread: two readers are never made, and cores are not fought over."""

    def __init__(self, desk: BatchingScorer, *, make: Callable[[], DraftAnalyzer]) -> None:
        self._desk = desk
        self._make = make
        self._reader: DraftAnalyzer | None = None

    async def read(self, text: str, *, selection: Span | None, alternatives: bool) -> Draft:
        return await self._desk.run(partial(self._read, text, selection=selection, alternatives=alternatives))

    def _read(self, text: str, *, selection: Span | None, alternatives: bool) -> Draft:
        self._reader = self._reader or self._make()
        return self._reader.read(text, selection=selection, alternatives=alternatives)
