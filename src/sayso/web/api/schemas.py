"""The bodies of `/api/v1/…`."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from sayso.core import Attribute, Scale
from sayso.core.sizes import MAX_TEXTS
from sayso.web.http.values import Flag


class AnalyzeRequest(BaseModel):
    """One `text`, or many `texts`."""

    model_config = ConfigDict(json_schema_extra={"oneOf": [{"required": ["text"]}, {"required": ["texts"]}]})

    text: Annotated[str, Field(default_factory=str, description="One text.")]
    texts: Annotated[
        list[str], Field(default_factory=list, max_length=MAX_TEXTS, description="Several texts.")
    ]
    attributes: Annotated[
        list[Attribute] | None, Field(description="What to score; without it, all the model has.")
    ] = None
    scale: Annotated[
        Scale,
        Field(description="Perspective's scale, or Sayso's own: the probability that readers would agree."),
    ] = "sayso"
    evidence: Annotated[
        Flag, Field(description="Also say which words carry the score, who is meant and what is implied.")
    ] = False

    @model_validator(mode="after")
    def _need_exactly_one(self) -> "AnalyzeRequest":
        if len(self.model_fields_set & {"text", "texts"}) != 1:
            raise ValueError("give either 'text' or 'texts', and not both")
        return self

    @property
    def all_texts(self) -> list[str]:
        return self.texts if "texts" in self.model_fields_set else [self.text]


class WordAnswer(BaseModel):
    """A word with its weight, 0 to 1. `begin` and `end` count code points."""

    begin: int
    end: int
    text: str
    weight: float


class ResultAnswer(BaseModel):
    """The scores of one text; the rest only if `evidence` was asked for."""

    scores: Mapping[Attribute, float]
    words: Sequence[WordAnswer] | None = None
    targets: Mapping[str, float] | None = None
    implied: Mapping[str, float] | None = None


class AnalyzeAnswer(BaseModel):
    """One result per text, in order."""

    results: Sequence[ResultAnswer]
    model: Annotated[str, Field(description="The versioned name of the model that scored.")]
    scale: Scale


class ModelAnswer(BaseModel):
    name: str
    attributes: Sequence[Attribute]
    scales: Sequence[Scale]
    evidence: bool


class ModelsAnswer(BaseModel):
    """What answers now, and which scorers this installation could serve."""

    active: ModelAnswer
    installed: Sequence[str]


class ErrorAnswer(BaseModel):
    """Every failure of our own addresses."""

    code: Annotated[str, Field(description="Stable; see the page /errors.")]
    message: Annotated[str, Field(description="What happened and what would be accepted.")]
    hint: Annotated[str, Field(description="What to do next; may be empty.")]
    docs: Annotated[str, Field(description="Where the code is explained.")]


class HealthAnswer(BaseModel):
    status: Literal["up"]


class ReadyAnswer(BaseModel):
    status: Literal["ready", "not ready"]
    model: str
    reason: str | None = None
    code: Annotated[str | None, Field(description="Why not, by its name on the page /errors.")] = None
