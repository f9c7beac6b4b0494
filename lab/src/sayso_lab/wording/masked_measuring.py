"""How often a masked-word model knows the word that was there: the measure of any `WordGuesser`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from sayso.core import Blank, Span, WordGuesser
from sayso.stats.clusters import cluster_share
from sayso.stats.intervals import Interval
from sayso.stats.resampling import Bootstrap
from sayso.text.stopwords import is_stop_word
from sayso.text.words import Word, split_words

MOST_WORDS = 6000
"""Drawn at random from all words of the texts."""
FEWEST_AROUND = 3
"""Words beside the hidden one, without which nobody could guess."""
TOGETHER = 32
_ALL = 10_000_000


@dataclass(frozen=True, slots=True)
class Found:
    """The share of hidden words that were among the likeliest, 0 to 1; higher is better.

    The 95 % interval redraws whole texts, because the words of a text are known or not known together.
    """

    words: int
    share: Interval

    def to_json(self) -> dict[str, Any]:
        share = [round(value, 4) for value in (self.share.value, self.share.low, self.share.high)]
        return {"words": self.words, "share": share}


@dataclass(frozen=True, slots=True)
class MaskedResults:
    """Of all words and of content words, which are those that are not stop words."""

    model: str
    count: int
    texts: int
    all: Found
    content: Found

    def to_json(self, *, what: str) -> dict[str, Any]:
        """A line of a model card; `what` says which texts these are."""
        sizes = {"what": what, "count": self.count, "texts": self.texts}
        return sizes | {"all": self.all.to_json(), "content": self.content.to_json()}

    def __str__(self) -> str:
        return (
            f"The right word among the {self.count} likeliest: {self.all.share} of {self.all.words:,} words, "
            f"{self.content.share} of {self.content.words:,} content words, in {self.texts:,} texts"
        )


@dataclass(frozen=True, slots=True)
class _Place:
    """A word to hide, and which text it is in."""

    text: str = field(repr=False)
    number: int
    word: Word


def measure_guesser(
    guesser: WordGuesser, texts: Sequence[str], *, seed: int, count: int = 10, most_words: int = MOST_WORDS
) -> MaskedResults:
    """Hides one word at a time and asks whether it is among the `count` likeliest.

    Only words that the guesser could name are hidden: whole words that are one token to it. Case does not
    matter. Undefined (`nan`) where the texts have no such word.
    """
    known = _list_known(guesser)
    places = [place for place in _list_places(texts) if place.word.text.lower() in known]
    drawn = places if len(places) <= most_words else Random(seed).sample(places, most_words)  # noqa: S311 - a reproducible draw, no secret
    drawn.sort(key=lambda place: len(place.text))
    hits = [hit for begin in range(0, len(drawn), TOGETHER) for hit in _try(guesser, drawn[begin:], count)]
    content = [not is_stop_word(place.word.text) for place in drawn]
    bootstrap = Bootstrap(seed=seed)
    every = _sum_up(drawn, hits, bootstrap)
    kept = [one for one, is_content in zip(zip(drawn, hits, strict=True), content, strict=True) if is_content]
    some = _sum_up([place for place, _ in kept], [hit for _, hit in kept], bootstrap)
    return MaskedResults(guesser.name, count, len({place.number for place in drawn}), every, some)


def _list_known(guesser: WordGuesser) -> frozenset[str]:
    """Every word that can be a guess; which are likelier does not matter here."""
    [[odds]] = guesser.guess([Blank("any", (Span(0, 3),))])
    return frozenset(word.lower() for word in odds.find_likeliest(_ALL))


def _list_places(texts: Sequence[str]) -> Iterator[_Place]:
    for number, text in enumerate(texts):
        words = split_words(text)
        if len(words) > FEWEST_AROUND:
            yield from (_Place(text, number, word) for word in words)


def _try(guesser: WordGuesser, places: Sequence[_Place], count: int) -> list[bool]:
    some = places[:TOGETHER]
    answers = guesser.guess([Blank(place.text, (place.word.span,)) for place in some])
    return [
        place.word.text.lower() in {word.lower() for word in odds[0].find_likeliest(count)}
        for place, odds in zip(some, answers, strict=True)
    ]


def _sum_up(places: Sequence[_Place], hits: Sequence[bool], bootstrap: Bootstrap) -> Found:
    clusters = [str(place.number) for place in places]
    return Found(len(places), cluster_share(np.array(hits, np.float64), clusters, bootstrap=bootstrap))
