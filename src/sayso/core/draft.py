"""An author's draft through the model's eyes, and other ways to say it.

A `Draft` is its own answer: the API documents and sends it as it stands here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sayso.core.attributes import Attribute
from sayso.core.scores import UnjudgedReason
from sayso.core.span import Span

AlternativeSource = Literal["neighbour", "context", "people", "omission"]
"""Where an alternative comes from: near it in meaning, likely in its place, what people wrote instead of it,
or leaving it out."""
RefusalCode = (
    Literal["self_harm", "threat", "testimony", "group", "beyond_repair", "not_english"] | UnjudgedReason
)


@dataclass(frozen=True, slots=True)
class Alternative:
    """Other wording; the empty text leaves the word out. Scores are TOXICITY."""

    text: str = field(repr=False)
    score_after: float = field(metadata={"description": "What the whole text would then score."})
    own_score: float = field(metadata={"description": "What the wording scores alone."})
    reads: float = field(metadata={"description": "How well the sentence then reads, 0 to 1."})
    keeps_meaning: float = field(metadata={"description": "How much of the meaning is kept, 0 to 1."})
    second_opinion_after: float = field(metadata={"description": "What the second opinion would then be."})
    source: AlternativeSource


@dataclass(frozen=True, slots=True)
class DraftWord:
    """A word with its weight, 0 to 1; `highlighted` if there is another way to say it, best first."""

    begin: int
    end: int
    text: str = field(repr=False)
    weight: float
    flagged: bool
    highlighted: bool
    alternatives: tuple[Alternative, ...]

    @property
    def span(self) -> Span:
        return Span(self.begin, self.end)


@dataclass(frozen=True, slots=True)
class Selection:
    """The phrase alone, and wordings for the whole of it."""

    score: float
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class Rewording:
    """One suggestion that takes all marked words of a sentence, or of several, at once: what would stand from
    `begin` to `end`. Scores are TOXICITY."""

    begin: int
    end: int
    text: str = field(repr=False)
    score_after: float = field(metadata={"description": "What the whole text would then score."})
    reads: float = field(
        metadata={"description": "How much better it reads than what stood there; below 0: worse."}
    )
    keeps_meaning: float = field(metadata={"description": "How much of the meaning is kept, 0 to 1."})
    second_opinion_after: float = field(metadata={"description": "What the second opinion would then be."})


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why no other words are suggested, for the author to read."""

    code: RefusalCode
    message: str


@dataclass(frozen=True, slots=True)
class Opinion:
    """What an independent model makes of the same text."""

    model: str
    score: float


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything an author is told about a text. Offsets count code points."""

    scores: Mapping[Attribute, float]
    words: tuple[DraftWord, ...]
    rewordings: tuple[Rewording, ...] = field(
        metadata={"description": "Suggestions for whole sentences, best first; for the author to choose."}
    )
    selection: Selection | None
    refused: Refusal | None
    second_opinion: Opinion
    model: str = field(metadata={"description": "The versioned name of the model that scored."})
    unjudged: UnjudgedReason | None = field(
        default=None,
        metadata={"description": "Why the text could not be judged: then its scores mean nothing."},
    )
