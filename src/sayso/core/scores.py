"""What scorers answer: numbers for a batch, and the evidence behind them for one text."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Literal

from sayso.core.attributes import Attribute
from sayso.core.span import Span

UnjudgedReason = Literal["language", "unreadable", "disputed", "too_long", "unavailable"]
"""Why a text could not be judged: it is in a language that the model does not know; the model does not know
most of its characters; two models contradict each other about it; it is longer than what is read; no model
could be asked just now."""

UNJUDGED: Mapping[UnjudgedReason, str] = {
    "language": "This text is in a language that the model does not know",
    "unreadable": "The model does not know most of the characters of this text",
    "disputed": "Two models contradict each other about this text",
    "too_long": "This text is too long to be judged",
    "unavailable": "This text could not be judged just now",
}
"""The reasons as sentences, without their stops."""
HINTS: Mapping[UnjudgedReason, str] = {
    "language": "Write it in a language that the model knows; sayso models says which.",
    "unreadable": "Write it in plain letters.",
    "disputed": "Write it in plain words.",
    "too_long": "Cut it into parts.",
    "unavailable": "Try again in a moment.",
}


@dataclass(frozen=True, slots=True)
class Scores:
    """One column per attribute, one row per text, all made by the same model version.

    A score is the calibrated probability that readers would say the text has the attribute. `unjudged` are
    the rows of texts that the model could not judge, and why: their scores mean nothing. `perspective` is
    what Perspective would answer, from a model that learned that too: on its scale, the same rows.
    """

    model: str
    columns: Mapping[Attribute, Sequence[float]]
    unjudged: Mapping[int, UnjudgedReason] = field(default_factory=dict[int, UnjudgedReason])
    perspective: Mapping[Attribute, Sequence[float]] | None = None

    def __len__(self) -> int:
        return min((len(column) for column in self.columns.values()), default=0)

    def column(self, attribute: Attribute) -> list[float]:
        """One attribute of every text."""
        return [float(score) for score in self.columns[attribute]]

    def row(self, index: int) -> dict[Attribute, float]:
        """The scores of one text."""
        return {attribute: float(column[index]) for attribute, column in self.columns.items()}


FLAGGED = 0.2
"""A word that weighs more is one that readers would mark: RECAST's cut, to which weights are calibrated."""
FINE = 0.3
"""Under this TOXICITY readers would likely not mind a text, and none of its words is flagged."""


def shrink_weights(toxicity: float) -> float:
    """What the weights in a text of this TOXICITY are multiplied with.

    There is a heaviest word in every text, but in one that is fine no reader would mark it.
    """
    return 1.0 if toxicity >= FINE else FLAGGED * toxicity / FINE


@dataclass(frozen=True, slots=True)
class WordWeight:
    """How likely readers would mark a word or term, 0 to 1; by another method, how much of the score goes
    with it."""

    span: Span
    weight: float
    term: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class EvidenceWord:
    """A word with its weight, 0 to 1. `begin` and `end` count code points."""

    begin: int
    end: int
    text: str = field(repr=False)
    weight: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a text scored as it did: which words, which group, what is implied of it."""

    words: tuple[WordWeight, ...] = ()
    targets: Mapping[str, float] = field(default_factory=dict[str, float])
    implied: Mapping[str, float] = field(default_factory=dict[str, float])

    def words_in(self, text: str) -> tuple[EvidenceWord, ...]:
        """Each word as it stands in the `text`."""
        return tuple(
            EvidenceWord(
                word.span.begin,
                word.span.end,
                text[word.span.begin : word.span.end],
                round(float(word.weight), 6),
            )
            for word in self.words
        )

    def to_json(self, text: str) -> dict[str, object]:
        """As JSON holds it."""
        words = [asdict(word) for word in self.words_in(text)]
        return {"words": words, "targets": dict(self.targets), "implied": dict(self.implied)}
