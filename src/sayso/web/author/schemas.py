"""The bodies of `/api/v1/author/…`."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from sayso.core import Attribute
from sayso.core.draft import AlternativeSource, RefusalCode
from sayso.web.http.values import Flag, Whole


class SpanBody(BaseModel):
    """A stretch of the text, in code points: from `begin` up to, but without, `end`."""

    model_config = ConfigDict(extra="forbid")

    begin: Whole
    end: Whole


class DraftRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(description="The draft, at most 20,480 bytes of UTF-8.")]
    selection: Annotated[SpanBody | None, Field(description="A phrase to score and to reword.")] = None
    alternatives: Annotated[Flag, Field(description="Also find other words; without, it is quicker.")] = True


class AlternativeAnswer(BaseModel):
    """Other wording; the empty text leaves the word out. Scores are TOXICITY."""

    text: str
    score_after: Annotated[float, Field(description="What the whole text would then score.")]
    own_score: Annotated[float, Field(description="What the wording scores alone.")]
    reads: Annotated[float, Field(description="How well the sentence then reads, 0 to 1.")]
    keeps_meaning: Annotated[float, Field(description="How much of the meaning is kept, 0 to 1.")]
    second_opinion_after: Annotated[float, Field(description="What the second opinion would then be.")]
    source: AlternativeSource


class DraftWordAnswer(BaseModel):
    """A word with its weight, 0 to 1; `highlighted` if there is another way to say it."""

    begin: int
    end: int
    text: str
    weight: float
    flagged: bool
    highlighted: bool
    alternatives: Sequence[AlternativeAnswer]


class SelectionAnswer(BaseModel):
    """The phrase alone, and wordings for the whole of it."""

    score: float
    alternatives: Sequence[AlternativeAnswer]


class RefusalAnswer(BaseModel):
    """Why no other words are suggested, for the author to read."""

    code: RefusalCode
    message: str


class OpinionAnswer(BaseModel):
    """What an independent model makes of the same text."""

    model: str
    score: float


class DraftAnswer(BaseModel):
    scores: Mapping[Attribute, float]
    words: Sequence[DraftWordAnswer]
    selection: SelectionAnswer | None
    refused: RefusalAnswer | None
    second_opinion: OpinionAnswer
    model: Annotated[str, Field(description="The versioned name of the model that scored.")]
