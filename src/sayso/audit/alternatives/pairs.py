"""ParaDetox (Logacheva et al. 2022): rude sentences and what people made of them, held-out ones only.

Columns: toxic, neutral1, neutral2, neutral3 (the last two may be empty). One sentence in ten is held out, by
the sentence alone (`is_held_out_pair`): from the others Sayso's table of substitutions was made.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Literal

from sayso.core import Span
from sayso.core.errors import BadFile
from sayso.files.labelled import Table
from sayso.text.partition import is_held_out_pair
from sayso.text.words import split_words

REWRITES = ("neutral1", "neutral2", "neutral3")
MOST_WORDS = 3
"""More words in the place of one are no substitution but another sentence."""
Kind = Literal["word", "phrase", "omission"]


@dataclass(frozen=True, slots=True)
class Change:
    """What one person did with one word: another `wording` in its place, or, empty, nothing."""

    span: Span
    wording: str = field(repr=False)

    @property
    def kind(self) -> Kind:
        count = len(self.wording.split())
        return "omission" if count == 0 else "word" if count == 1 else "phrase"


@dataclass(frozen=True, slots=True)
class Pair:
    """A sentence, its rewrites, and every single word that was changed in one of them, each change once."""

    text: str = field(repr=False)
    rewrites: tuple[str, ...] = field(repr=False)
    changes: tuple[Change, ...]


def read_pairs(table: Table) -> list[Pair]:
    """The held-out sentences, each once."""
    table.require("toxic", REWRITES[0])
    found: dict[str, list[str]] = {}
    for row in table.rows:
        text = row.text("toxic")
        if is_held_out_pair(text):
            given = (one for one in REWRITES if row.cells.get(one) not in (None, ""))
            found.setdefault(text, []).extend(row.text(column) for column in given)
    if not found:
        raise BadFile(
            f"{table.source} holds no sentence that was held out: of ten, one is, by its words alone.",
            hint="Give a larger file.",
        )
    return [make_pair(text, rewrites) for text, rewrites in found.items()]


def make_pair(text: str, rewrites: Sequence[str]) -> Pair:
    changes = dict.fromkeys(change for rewrite in rewrites for change in find_changes(text, rewrite))
    return Pair(text, tuple(dict.fromkeys(rewrites)), tuple(changes))


def find_changes(text: str, rewrite: str) -> Iterator[Change]:
    """Single words that were replaced or left out; case and marks between words do not matter."""
    before = split_words(text)
    old, new = [word.text.casefold() for word in before], normalise(rewrite).split()
    for tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag in ("replace", "delete") and j - i == 1 and m - k <= MOST_WORDS:
            yield Change(before[i].span, " ".join(new[k:m]))


def normalise(wording: str) -> str:
    """The words alone, in small letters, with a space between each two."""
    return " ".join(word.text.casefold() for word in split_words(wording))
