"""The roles that parts play for each other. A part gets its neighbours as arguments of these types."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, runtime_checkable

from sayso.core.attributes import Attribute
from sayso.core.scores import Evidence, Scores, WordWeight
from sayso.core.span import Span


@runtime_checkable
class Scorer(Protocol):
    """Turns a batch of texts into scores.

    A score depends on the text and the model version alone, never on its neighbours in the batch.
    Any `str` is accepted, the empty one and lone surrogates too.
    """

    @property
    def name(self) -> str:
        """The versioned name, such as `embedded.v1`: a stored decision can always be replayed."""
        ...

    @property
    def attributes(self) -> frozenset[Attribute]:
        """What it can score; nothing else may be asked of it."""
        ...

    def score(self, texts: Sequence[str]) -> Scores:
        """Scores of every attribute it has, one row per text, in order."""
        ...


@runtime_checkable
class Examiner(Protocol):
    """A scorer that can also say why, in the same pass."""

    def examine(self, texts: Sequence[str]) -> Sequence[Evidence]:
        """The evidence for each text, in order."""
        ...


@runtime_checkable
class Classifier(Protocol):
    """A scorer that also tells apart the classes of a data set, such as hatespeech, offensive and normal."""

    def classify(self, texts: Sequence[str]) -> Mapping[str, Sequence[float]]:
        """For each class a column of probabilities, one per text, in order."""
        ...


@runtime_checkable
class Explainer(Protocol):
    """Says how much each word carries a text's score; methods are compared behind this role."""

    @property
    def name(self) -> str:
        """The method, such as `rationale` or `occlusion`."""
        ...

    def explain(self, texts: Sequence[str]) -> Sequence[tuple[WordWeight, ...]]:
        """For each text its words with their weights, in order; words without weight may be left out."""
        ...


class ScaleMap(Protocol):
    """Carries a model's scores over to another scale, attribute by attribute."""

    def apply(self, attribute: Attribute, scores: Sequence[float]) -> Sequence[float]:
        """The same scores on the other scale; monotone, so that rankings stay."""
        ...


class LanguageDetector(Protocol):
    """Says which language a text is in."""

    def detect(self, text: str, *, least: float = 0.0) -> Sequence[str]:
        """Language codes, most likely first; never empty. Another language than the one that is assumed is
        named only where it is sure by `least`, from 0 to 1, at least."""
        ...


class Clock(Protocol):
    """The time, passed in so that rules about time can be tested."""

    def __call__(self) -> datetime: ...


@dataclass(frozen=True, slots=True)
class Blank:
    """A text with words hidden: what could stand there?"""

    text: str = field(repr=False)
    spans: tuple[Span, ...]


class Odds(Protocol):
    """How likely words are in one hidden place."""

    def find_likeliest(self, count: int) -> Sequence[str]:
        """Whole words, likeliest first."""
        ...

    def weigh(self, wording: str) -> float:
        """How well a wording reads there, 0 to 1: 1 is as likely as the likeliest word."""
        ...


class WordGuesser(Protocol):
    """A masked language model: guesses hidden words from those around them."""

    @property
    def name(self) -> str:
        """The versioned name."""
        ...

    def guess(self, blanks: Sequence[Blank]) -> Sequence[Sequence[Odds]]:
        """For each blank one `Odds` per hidden span, in order."""
        ...


class FluencyModel(Protocol):
    """Says how well sentences read."""

    def weigh(self, texts: Sequence[str]) -> Sequence[float]:
        """For each text a number, higher for one that reads better, whatever its length."""
        ...
