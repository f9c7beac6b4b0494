"""Words with letters struck out: f**k, sh*t, id**t.

What is behind a mask only a list of words can tell, so unmasking asks a `Vocabulary`, which also
tells where the words are in a run of spaced-out letters (y o u i d i o t).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from sayso.text.folded import Edit, Folded
from sayso.text.stopwords import STOP_WORDS

# Letters on both sides, or at least two stars at the end: "such as*" has a footnote, not a mask.
_MASKED = re.compile(
    r"(?<![^\W_])(?: [a-z]+ (?: [*\#%@$&^~+_•–—█■]+ [a-z]+ )+ (?:\*{2,})? | [a-z]+ \*{2,} )(?![^\W_])",
    re.VERBOSE,
)
_MAYBE_MASKED = re.compile(r"[*#%@$&^~+_•–—█■]")
_LONGEST = 40
_MOST_FITTING = 200
"""What more terms than this fit says nothing: "s****" with a long list."""


class Vocabulary:
    """The words a masked word may stand for: plain, lower-case, the more important first."""

    def __init__(self, terms: Iterable[str]) -> None:
        self._rank: dict[str, int] = {}
        for term in terms:
            if term.isalpha() and len(term) <= _LONGEST:
                self._rank.setdefault(term, len(self._rank))
        self._longest = max(map(len, STOP_WORDS | self._rank.keys()))
        self._places: dict[tuple[int, int, str], set[str]] = {}
        for term in self._rank:
            for place, letter in enumerate(term):
                self._places.setdefault((len(term), place, letter), set()).add(term)
        self._find_fitting = lru_cache(maxsize=2000)(self._look_up)  # a text may repeat one mask

    def unmask(self, word: str) -> tuple[str, ...]:
        """The first terms that fit: as long as `word`, and equal wherever it shows a letter."""
        if len(word) > _LONGEST:
            return ()
        return self._find_fitting("".join(letter if letter.isalpha() else "*" for letter in word))

    def _look_up(self, word: str) -> tuple[str, ...]:
        shown = [(len(word), place, letter) for place, letter in enumerate(word) if letter != "*"]
        if not shown:
            return ()
        sets = sorted((self._places.get(key, set[str]()) for key in shown), key=len)
        fitting = set[str].intersection(*sets)
        return tuple(sorted(fitting, key=self._rank.__getitem__)[:_MOST_FITTING])

    def cut(self, letters: str) -> Sequence[int]:
        """Where new words begin in `letters`, if they are stop words and at least one term."""
        if len(letters) > 4 * _LONGEST:
            return ()
        # best[i]: whether a term is among the words that make up letters[:i], and where the last began
        best: dict[int, tuple[bool, int]] = {0: (False, 0)}
        for end in range(1, len(letters) + 1):
            for begin in range(max(0, end - self._longest), end):
                self._extend(best, letters, begin, end)
        cuts: list[int] = []
        end = len(letters)
        if not best.get(end, (False, 0))[0]:
            return ()
        while end := best[end][1]:
            cuts.append(end)
        return cuts

    def _extend(self, best: dict[int, tuple[bool, int]], letters: str, begin: int, end: int) -> None:
        word = letters[begin:end]
        is_term = word in self._rank
        if begin not in best or not (is_term or word in STOP_WORDS):
            return
        has_term = is_term or best[begin][0]
        if end not in best or (has_term and not best[end][0]):
            best[end] = (has_term, begin)


def fill_masks(folded: Folded, vocabulary: Vocabulary) -> Folded:
    """Masked words that a term of `vocabulary` fits, replaced by it."""
    found = find_masked(folded.text, vocabulary)
    return folded.edit(Edit(begin, end, terms[0]) for begin, end, terms in found)


def find_masked(text: str, vocabulary: Vocabulary) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Where masked words stand in a folded text, and all the terms that fit each."""
    if _MAYBE_MASKED.search(text):
        for word in _MASKED.finditer(text):
            if terms := vocabulary.unmask(word[0]):
                yield *word.span(), terms
