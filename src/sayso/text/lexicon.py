"""Known words, and the readings of a disguised word that they allow.

A model reads words, so a disguise is undone only where a known word confirms it: 1d10t is idiot, R2D2 stays.
*Charged* words, those that carry much of a judgement, are looked for first and with fewer letters showing.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

_VOWELS = frozenset("aeiou")
_MARK = re.compile("[*#_-]")
# Four letters without their vowel are three consonants: enough to know these by, too few for most words.
_KNOWN_BY_CONSONANTS = frozenset(["fuck", "shit", "cunt", "dick", "jews", "gays", "kill", "hate"])
_TINY = frozenset(
    "a i to in is it of on or so me my we us he be by do go if no up as at an am".split()  # noqa: SIM905 - a list of words reads as words
)
_LONGEST_RUN = 60
_LONGEST_WORD = 16
COMMON = 15_000
"""Words up to this rank are common enough to be what a word with a letter missing was meant to be."""

Reading = str | None


class Lexicon:
    """Words with their rank (lower is commoner) and the charged ones, most charged first."""

    def __init__(self, ranks: Mapping[str, int], charged: Sequence[str]) -> None:
        known = {
            word: rank for word, rank in ranks.items() if len(word) >= 3 and word.isascii() and word.isalpha()
        }
        self._ranks = known | dict.fromkeys(charged, 0)
        self._charged = {word: place for place, word in enumerate(charged)}
        self._shortened = _shorten(charged)
        self._longest = max(map(len, self._ranks), default=0)
        self._shapes: dict[tuple[int, str], list[str]] = {}
        far = len(charged)
        for word in sorted(self._ranks, key=lambda word: (self._charged.get(word, far), self._ranks[word])):
            self._shapes.setdefault((len(word), word[0]), []).append(word)

    def __contains__(self, word: str) -> bool:
        return word in self._ranks

    def unmask(self, word: str) -> Reading:
        """What `st*pid`, `f**k` or `id-ot` stands for: a charged word that fits, else the commonest known
        one if half of the letters and at least three show. A hyphen may also join words: charged ones only.
        """
        shape = _MARK.sub("*", word.lower())
        like = self._shapes.get((len(shape), shape[0]))
        if not like:  # before a pattern is made: the word may be as long as the text
            return None
        shown = len(shape) - shape.count("*")
        only_charged = "-" in word or 2 * shown < len(shape) or shown < 3
        fits = re.compile(re.escape(shape).replace(r"\*", "[a-z]")).fullmatch
        for known in like:
            if only_charged and known not in self._charged:
                return None
            if fits(known):
                return known
        return None

    def complete(self, word: str, *, charged_only: bool = False) -> Reading:
        """The word that lacks a letter, or two where it is long and charged, in an unknown `word`."""
        if word in self._ranks:
            return None
        if word in self._shortened or charged_only:
            return self._shortened.get(word)
        return self._complete_common(word)

    def _complete_common(self, word: str) -> Reading:
        if not 5 <= len(word) < self._longest or (word.endswith("s") and word[:-1] in self._ranks):
            return None
        fitting = [guess for guess in _lengthen(word) if self._ranks.get(guess, COMMON) < COMMON]
        return min(fitting, key=self._ranks.__getitem__, default=None)

    def cut(self, letters: str) -> Sequence[int]:
        """Where the words end in letters that were spaced out: the fewest words that make them up.

        Empty if they are one known word, or no known words at all.
        """
        low = letters.lower()
        if len(low) > _LONGEST_RUN or low in self._ranks:
            return ()
        best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
        for begin in range(len(low)):
            if begin in best:
                self._extend(best, low, begin)
        return best.get(len(low), (0, ()))[1]

    def _extend(self, best: dict[int, tuple[int, tuple[int, ...]]], low: str, begin: int) -> None:
        cost, ends = best[begin]
        for end in range(begin + 1, min(len(low), begin + _LONGEST_WORD) + 1):
            word = low[begin:end]
            if word not in self._ranks and word not in _TINY:
                continue
            new = cost + 1 + (len(word) < 3)
            if end not in best or new < best[end][0]:
                best[end] = (new, (*ends, end))


def _shorten(charged: Sequence[str]) -> dict[str, str]:
    """Charged words by what is left of them without an inner letter, or without two if they are long."""
    left: dict[str, str] = {}
    for word in charged:
        for place in range(1, len(word) - 1):
            rest = word[:place] + word[place + 1 :]
            if len(rest) > 3 or (word in _KNOWN_BY_CONSONANTS and word[place] in _VOWELS):
                left.setdefault(rest, word)
    for word in charged:
        if len(word) > 7:
            for first, second in combinations(range(1, len(word) - 1), 2):
                left.setdefault(word[:first] + word[first + 1 : second] + word[second + 1 :], word)
    return left


def _lengthen(word: str) -> Iterator[str]:
    """Every word with one more inner letter; a consonant is put only into six letters and more."""
    letters = "abcdefghijklmnopqrstuvwxyz" if len(word) > 5 else "aeiou"
    for place in range(1, len(word)):
        for letter in letters:
            yield word[:place] + letter + word[place:]
