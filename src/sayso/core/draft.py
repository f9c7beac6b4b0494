"""An author's draft through the model's eyes, and other ways to say it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from sayso.core.attributes import Attribute
from sayso.core.span import Span

AlternativeSource = Literal["neighbour", "context", "people", "omission"]
"""Where an alternative comes from: near it in meaning, likely in its place, what people wrote instead of it,
or leaving it out."""
RefusalCode = Literal["group", "threat", "beyond_repair", "not_english"]


@dataclass(frozen=True, slots=True)
class Alternative:
    """Other wording for a word or a phrase; the empty one leaves it out.

    `score_after` is the TOXICITY the whole text would then have, `own_score` that of the wording alone.
    `reads` and `keeps_meaning` run from 0 to 1, higher is better.
    """

    text: str = field(repr=False)
    score_after: float
    own_score: float
    reads: float
    keeps_meaning: float
    second_opinion_after: float
    source: AlternativeSource


@dataclass(frozen=True, slots=True)
class DraftWord:
    """A word with its weight, and, if it is highlighted, other ways to say it, best first."""

    span: Span
    text: str = field(repr=False)
    weight: float
    flagged: bool
    highlighted: bool = False
    alternatives: tuple[Alternative, ...] = ()


@dataclass(frozen=True, slots=True)
class Selection:
    """A phrase of the draft: its score alone, and wordings for all its flagged words at once."""

    span: Span
    score: float
    alternatives: tuple[Alternative, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why no alternatives are given, in words for the author."""

    code: RefusalCode
    message: str


@dataclass(frozen=True, slots=True)
class Opinion:
    """What another model, which shares nothing with the first, makes of the same text."""

    model: str
    score: float


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything an author is told about a text, made by one version of the model."""

    scores: Mapping[Attribute, float]
    words: tuple[DraftWord, ...]
    selection: Selection | None
    refused: Refusal | None
    second_opinion: Opinion
    model: str

    def to_json(self) -> dict[str, Any]:
        """As the draft endpoint answers and `sayso explain --json` prints; offsets in code points."""
        selection = self.selection
        return {
            "scores": {str(name): round(score, 6) for name, score in self.scores.items()},
            "words": [_word_to_json(word) for word in self.words],
            "selection": selection
            and {
                "score": round(selection.score, 6),
                "alternatives": [_alternative_to_json(one) for one in selection.alternatives],
            },
            "refused": self.refused and asdict(self.refused),
            "second_opinion": {
                "model": self.second_opinion.model,
                "score": round(self.second_opinion.score, 6),
            },
            "model": self.model,
        }


def _word_to_json(word: DraftWord) -> dict[str, Any]:
    return {
        "begin": word.span.begin,
        "end": word.span.end,
        "text": word.text,
        "weight": round(word.weight, 6),
        "flagged": word.flagged,
        "highlighted": word.highlighted,
        "alternatives": [_alternative_to_json(one) for one in word.alternatives],
    }


def _alternative_to_json(alternative: Alternative) -> dict[str, Any]:
    values = asdict(alternative)
    return {name: round(value, 6) if isinstance(value, float) else value for name, value in values.items()}
