"""Words with something between the letters: i d i o t, i.d.i.o.t, i-d-i-o-t.

The careful reading leaves alone what is more likely meant as it stands: three letters or fewer, the
alphabet, initials with a full stop after the last. The eager one joins any three letters.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from sayso.text.folded import Edit, Folded

# A run of single letters (or signs read as letters), the same thing between every two of them.
# Whatever is cut off its end leaves a run that still fits, so that a search never goes back far.
_RUN = re.compile(
    r"""(?<![^\W_]) (?<![@$]) [a-z0-9@$]
        (?P<gap> [ ]? [.\-_~,/·•:|*+] [ ]? | [ ]{1,3} | \t )
        [a-z0-9@$] (?: (?P=gap) [a-z0-9@$] )+
        (?! [^\W_] | [@$] )""",
    re.VERBOSE,
)
_VOWEL = re.compile("[aeiou0134@]")
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"

Cut = Callable[[str], Sequence[int]]
"""Says after which letters of a joined run a new word begins; none: it is one word."""


def join_letters(folded: Folded, *, eager: bool = False, cut: Cut | None = None) -> Folded:
    """Runs of single letters joined to words; with `cut`, to several where a run holds several."""
    return folded.edit(_drop_gaps(folded.text, eager=eager, cut=cut))


def _drop_gaps(text: str, *, eager: bool, cut: Cut | None) -> Iterator[Edit]:
    for run in _RUN.finditer(text):
        step = 1 + len(run["gap"])
        word = run[0][::step]
        if not _is_word(word, eager=eager) or (not eager and _is_initials(text, run)):
            continue
        kept = set(cut(word)) if cut else set[int]()
        for number in range(1, len(word)):
            end = run.start() + number * step
            yield Edit(end - len(run["gap"]), end, " " if number in kept else "")


def _is_word(word: str, *, eager: bool) -> bool:
    letters = sum(character.isalpha() for character in word)
    if len(set(word)) == 1 or letters < 2:
        return False
    if eager:
        return True
    return len(word) > 3 and 2 * letters > len(word) and bool(_VOWEL.search(word)) and word not in _ALPHABET


def _is_initials(text: str, run: re.Match[str]) -> bool:
    return run["gap"] == "." and text.startswith(".", run.end())
