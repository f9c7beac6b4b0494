"""The bodies of `/api/v1/…`; an answer is a dataclass that documents itself and makes its JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from sayso.core import Attribute, Scale, UnjudgedReason
from sayso.core.json_text import left_out
from sayso.core.scores import EvidenceWord
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
        Flag,
        Field(
            description="Also say which words readers would likely mark, who is meant and what is implied."
        ),
    ] = False

    @model_validator(mode="after")
    def _need_exactly_one(self) -> "AnalyzeRequest":
        if len(self.model_fields_set & {"text", "texts"}) != 1:
            raise ValueError("give either 'text' or 'texts', and not both")
        return self

    @property
    def all_texts(self) -> list[str]:
        return self.texts if "texts" in self.model_fields_set else [self.text]


@dataclass(frozen=True, slots=True)
class ResultAnswer:
    """The scores of one text, none if it is unjudged; words and groups only if `evidence` was asked for."""

    scores: Mapping[Attribute, float]
    words: Sequence[EvidenceWord] | None = left_out()
    targets: Mapping[str, float] | None = left_out()
    implied: Mapping[str, float] | None = left_out()
    unjudged: Annotated[
        UnjudgedReason | None,
        Field(description="Why the text could not be judged; then it has no scores, and is not harmless."),
    ] = left_out()


@dataclass(frozen=True, slots=True)
class AnalyzeAnswer:
    """One result per text, in order."""

    results: Sequence[ResultAnswer]
    model: Annotated[str, Field(description="The versioned name of the model that scored.")]
    scale: Scale


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    name: str
    attributes: Sequence[Attribute]
    scales: Sequence[Scale]
    evidence: bool


@dataclass(frozen=True, slots=True)
class ModelsAnswer:
    """What answers now, and which scorers this installation could serve."""

    active: ModelAnswer
    installed: Sequence[str]


@dataclass(frozen=True, slots=True)
class ErrorAnswer:
    """Every failure of our own addresses."""

    code: Annotated[str, Field(description="Stable; see the page /errors.")]
    message: Annotated[str, Field(description="What happened and what would be accepted.")]
    hint: Annotated[str, Field(description="What to do next; may be empty.")]
    docs: Annotated[str, Field(description="Where the code is explained.")]


@dataclass(frozen=True, slots=True)
class HealthAnswer:
    status: Literal["up"]


@dataclass(frozen=True, slots=True)
class ReadyAnswer:
    status: Literal["ready", "not ready"]
    model: str
    reason: str | None = left_out()
    code: Annotated[str | None, Field(description="Why not, by its name on the page /errors.")] = left_out()
