"""Words in twos and threes: what a reader is asked about, and what is scored for it."""

from collections.abc import Sequence
from dataclasses import dataclass

from sayso.core import Span
from sayso.text.stopwords import is_stop_word
from sayso.text.words import Word


@dataclass(frozen=True, slots=True)
class Ngram:
    """Words that follow each other once stop words are out; never empty."""

    words: tuple[Word, ...]

    @property
    def span(self) -> Span:
        """From the first word to the last, whatever was left out between them."""
        return Span(self.words[0].span.begin, self.words[-1].span.end)

    @property
    def text(self) -> str:
        """The words alone, one space apart: this is what is scored."""
        return " ".join(word.text for word in self.words)


def content_words(words: Sequence[Word]) -> list[Word]:
    """The words without the stop words."""
    return [word for word in words if not is_stop_word(word.text)]


def make_ngrams(words: Sequence[Word], *, sizes: Sequence[int] = (2, 3)) -> list[Ngram]:
    """Every run of `sizes` words, in order of its first word, shorter ones first.

    Fewer words than the smallest size are one n-gram: a reply of one word is scored as well.
    """
    if not sizes or min(sizes) < 1:
        raise ValueError(f"n-grams need sizes of 1 or more, not {list(sizes)}")
    if 0 < len(words) < min(sizes):
        return [Ngram(tuple(words))]
    return [
        Ngram(tuple(words[begin : begin + size]))
        for begin in range(len(words))
        for size in sorted(set(sizes))
        if begin + size <= len(words)
    ]
