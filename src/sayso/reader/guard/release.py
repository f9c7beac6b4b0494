"""How much of a reply may leave while the rest is still being written.

Where a text may be cut depends on the text alone, never on how it came: `CutFinder` finds the places.
`ReleaseBuffer` has what would be released judged, and lets go of nothing else.
"""

import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field

from sayso.core import Decision, Streaming
from sayso.core.sizes import MAX_LENGTH
from sayso.text import content_words, split_sentences, split_words

Judge = Callable[[str], Awaitable[Decision]]

STEP_WORDS = 4
"""So many new words are worth a look, in the mode `window`."""

LEAST_CONTENT_WORDS = 3
"""Before there is a whole n-gram, a lone word would be judged for what its neighbours make harmless."""

GROWTH = 16
"""Each look comes at least a sixteenth further on than the last: a long reply is not judged at every word."""

_WORD_END = re.compile(r"(?<=\S)\s|[。！？]")


@dataclass(frozen=True, slots=True)
class Cut:
    """`text[:end]` may leave once both it and `text[:seen]` are judged to be shown."""

    end: int
    seen: int


@dataclass(slots=True)
class CutFinder:
    """Finds the cuts of a growing text, word by word."""

    mode: Streaming
    window_words: int = 8
    _ends: list[int] = field(default_factory=list[int])
    _read: int = 0
    _last: int = 0
    _last_words: int = 0
    _next_look: int = 0
    _content_words: int = 0
    _counted: int = 0

    def find(self, text: str) -> list[Cut]:
        """The cuts in what came since the last call; `text` is all that came."""
        if self.mode == "whole":
            return []
        return [cut for end in self._find_word_ends(text) if (cut := self._cut_at(text, end))]

    def _find_word_ends(self, text: str) -> Iterator[int]:
        """None beyond what can be judged: that is held back until the end."""
        for match in _WORD_END.finditer(text, self._read, MAX_LENGTH):
            self._ends.append(match.end())
            yield match.end()
        self._read = len(text)

    def _cut_at(self, text: str, end: int) -> Cut | None:
        words = len(self._ends)
        if words < self._next_look:
            return None
        cut = self._cut_window(end) if self.mode == "window" else self._cut_sentence(text, end)
        if cut is None or cut.end <= self._last or not self._holds_enough(text, cut.end):
            self._next_look = words + max(1, (words - self._last_words) // GROWTH)
            return None
        self._last, self._last_words = cut.end, words
        self._next_look = words + max(STEP_WORDS if self.mode == "window" else 1, words // GROWTH)
        return cut

    def _cut_window(self, end: int) -> Cut | None:
        at = len(self._ends) - 1 - self.window_words
        return Cut(self._ends[at], end) if at >= 0 else None

    def _cut_sentence(self, text: str, end: int) -> Cut | None:
        """Where the sentence at the end begins: that another one has begun shows that the last is over."""
        sentences = split_sentences(text[self._last : end])
        if len(sentences) < 2:
            return None
        begin = self._last + sentences[-1].begin
        return Cut(begin, begin)

    def _holds_enough(self, text: str, end: int) -> bool:
        """Cuts lie between words: what was counted before the last one is not counted again."""
        if self._content_words < LEAST_CONTENT_WORDS and end > self._counted:
            self._content_words += len(content_words(split_words(text[self._counted : end])))
            self._counted = end
        return self._content_words >= LEAST_CONTENT_WORDS


@dataclass(slots=True)
class ReleaseBuffer:
    """One reply on its way. `released` of its characters have left; each time, all of them were judged."""

    cutter: CutFinder
    judge: Judge
    text: str = field(default="", repr=False)
    released: int = 0
    _cuts: list[Cut] = field(default_factory=list[Cut])
    _is_closed: bool = False

    def add(self, piece: str) -> None:
        self.text += piece
        if not self._is_closed:
            self._cuts += self.cutter.find(self.text)

    async def advance(self) -> str:
        """What may leave now. After the first no, nothing does before the whole reply is judged.

        If much came at once, one look at the end saves many; only a no is looked into from the beginning.
        """
        cuts, self._cuts = self._cuts, []
        before = self.released
        if len(cuts) > 1 and await self._is_shown(cuts[-1].seen) and await self._may_leave(cuts[-1]):
            self.released = cuts[-1].end
        else:
            await self._walk(cuts)
        return self.text[before : self.released]

    async def finish(self) -> Decision:
        """The verdict on the whole."""
        return await self.judge(self.text)

    def release_rest(self) -> str:
        """All that has not left yet: for a whole that is shown, and for no other."""
        rest, self.released = self.text[self.released :], len(self.text)
        return rest

    async def _walk(self, cuts: list[Cut]) -> None:
        for cut in cuts:
            if not await self._is_shown(cut.seen):
                self._is_closed = True
                return
            if await self._may_leave(cut):
                self.released = cut.end

    async def _may_leave(self, cut: Cut) -> bool:
        return cut.seen == cut.end or await self._is_shown(cut.end)

    async def _is_shown(self, end: int) -> bool:
        return (await self.judge(self.text[:end])).outcome == "shown"
