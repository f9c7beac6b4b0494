"""A row as the model gets to see it: read plainly, perhaps disguised, its marks moved along."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sayso.text.lexicon import Lexicon
from sayso.text.reading import read_plain
from sayso_lab.data.rows import Floats, Marks, Row

Places = Sequence[int] | NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Sample:
    """Marks are per character of `text`; `longest` is where its tokens are cut."""

    text: str
    row: Row
    groups: Floats | None
    word_marks: Marks | None
    span_marks: Marks | None
    longest: int = 256

    def move(self, text: str, places: Places) -> "Sample":
        """Under another text, each character of which came from a place in this one."""
        return replace(
            self,
            text=text,
            word_marks=_take(self.word_marks, places),
            span_marks=_take(self.span_marks, places),
        )

    def read(self, lexicon: Lexicon) -> "Sample":
        """With its disguises undone; as it is if nothing would be left."""
        folded = read_plain(self.text, lexicon)
        return self.move(folded.text, folded.begins) if folded.text.strip() else self


def make_sample(row: Row, lexicon: Lexicon, *, longest_text: int) -> Sample:
    """The row as it will be read, cut to so many characters."""
    text = row.text[:longest_text]
    whole = Sample(text, row, row.groups, row.word_marks, row.span_marks)
    return whole.read(lexicon)


def _take(marks: Marks | None, places: Places) -> Marks | None:
    return None if marks is None else marks[..., np.asarray(places, np.intp)]
