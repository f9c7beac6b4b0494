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


# How "The old cat sat by the warm fire " is cut as it comes, in the mode `window` with window_words=2.
# Each word ends with its space; the ends are 4, 8, 12, 16, 19, 23, 28, 33.
#
#   words  what would leave      what a look finds
#   1, 2   nothing               no word is two words back: look again at the next
#   3      "The "                no content word, of LEAST_CONTENT_WORDS: look again at the next
#   4      "The old "            one
#   5      "The old cat "        two
#   6      "The old cat sat "    three: Cut(end=16, seen=23). It may leave once it is judged to be shown, and
#                                so is all that was seen, "The old cat sat by the "
#   7 to 9 -                     no look: the next is worth it after STEP_WORDS new words, with the tenth
#
# In the mode `sentence` a look succeeds when another sentence has begun: of "Much rain falls today. The " the
# cut is Cut(23, 23), before "The ". A look that fails in a long sentence comes again a sixteenth further on
# (GROWTH), so that all looks together cost a few readings of the text. In the mode `whole` nothing is cut.
@dataclass(slots=True)
class CutFinder:
    """Finds the cuts of a growing text, word by word."""

    mode: Streaming
    window_words: int = 8
    _ends: list[int] = field(default_factory=list[int])
    """Where each word ends, as far as the text was searched."""
    _searched: int = 0
    _last_cut: int = 0
    _words_at_cut: int = 0
    """How many words there were when the last cut was found."""
    _next_look: int = 0
    """How many words there have to be before it is worth looking for a cut again."""
    _content_words: int = 0
    """In what was `_counted`; not counted on once there are enough."""
    _counted: int = 0

    def find(self, text: str) -> list[Cut]:
        """The cuts in what came since the last call; `text` is all that came."""
        if self.mode == "whole":
            return []
        return [cut for end in self._find_word_ends(text) if (cut := self._look(text, end))]

    def _find_word_ends(self, text: str) -> Iterator[int]:
        """None beyond what can be judged: that is held back until the end."""
        for match in _WORD_END.finditer(text, self._searched, MAX_LENGTH):
            self._ends.append(match.end())
            yield match.end()
        self._searched = len(text)

    def _look(self, text: str, end: int) -> Cut | None:
        words = len(self._ends)
        if words < self._next_look:
            return None
        cut = self._cut_window(end) if self.mode == "window" else self._cut_sentence(text, end)
        if cut is None or cut.end <= self._last_cut or not self._holds_enough(text, cut.end):
            self._next_look = words + max(1, (words - self._words_at_cut) // GROWTH)
            return None
        self._last_cut, self._words_at_cut = cut.end, words
        self._next_look = words + max(STEP_WORDS if self.mode == "window" else 1, words // GROWTH)
        return cut

    def _cut_window(self, end: int) -> Cut | None:
        at = len(self._ends) - 1 - self.window_words
        return Cut(self._ends[at], end) if at >= 0 else None

    def _cut_sentence(self, text: str, end: int) -> Cut | None:
        """Where the sentence at the end begins: that another one has begun shows that the last is over."""
        sentences = split_sentences(text[self._last_cut : end])
        if len(sentences) < 2:
            return None
        begin = self._last_cut + sentences[-1].begin
        return Cut(begin, begin)

    def _holds_enough(self, text: str, end: int) -> bool:
        """Cuts lie between words: what was counted before is not counted again."""
        if self._content_words < LEAST_CONTENT_WORDS and end > self._counted:
            self._content_words += len(content_words(split_words(text[self._counted : end])))
            self._counted = end
        return self._content_words >= LEAST_CONTENT_WORDS


@dataclass(slots=True)
class ReleaseBuffer:
    """One reply on its way. `released` of its characters have left; each time, all of them were judged."""

    cut_finder: CutFinder
    judge: Judge
    text: str = field(default="", repr=False)
    released: int = 0
    _cuts: list[Cut] = field(default_factory=list[Cut])
    _is_closed: bool = False

    def add(self, piece: str) -> None:
        self.text += piece
        if not self._is_closed:
            self._cuts += self.cut_finder.find(self.text)

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
        """The decision on the whole."""
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


async def find_safe(text: str, judge: Judge, *, mode: Streaming, window_words: int) -> int:
    """How many characters of a reply may be shown although it goes on: up to the furthest cut that is shown.

    Cuts depend on the text alone: as that grows, so does this.
    """
    for cut in reversed(CutFinder(mode, window_words).find(text)):
        is_shown = (await judge(text[: cut.end])).outcome == "shown"
        if is_shown and (cut.seen == cut.end or (await judge(text[: cut.seen])).outcome == "shown"):
            return cut.end
    return 0
