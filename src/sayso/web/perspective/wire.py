"""What goes over the wire: the request messages as they may arrive, and how a body becomes one.

Unset, null and the default are the same, and names may be `camelCase` or `snake_case`, as with Google's own
JSON; unknown fields are ignored.
"""

import json
from collections.abc import Mapping
from typing import Annotated, TypeVar, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from sayso.web.perspective.errors import Refusal, refuse_payload
from sayso.web.perspective.names import shorten

SCORE_TYPE_DEFAULT = "SCORE_TYPE_UNSPECIFIED"
TEXT_TYPE_DEFAULT = "TEXT_TYPE_UNSPECIFIED"
LONGEST_NAME = 4096

MessageT = TypeVar("MessageT", bound="Message")


def _check_length(name: str) -> str:
    """Pydantic's own check would refuse half a surrogate pair."""
    if len(name) > LONGEST_NAME:
        raise PydanticCustomError("string_too_long", "too long")
    return name


Name = Annotated[str, AfterValidator(_check_length)]


class Message(BaseModel):
    """A message in which null means unset."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        frozen=True,
        hide_input_in_errors=True,
    )

    @model_validator(mode="before")
    @classmethod
    def drop_nulls(cls, value: object) -> object:
        if value is None:
            return {}
        if isinstance(value, dict):
            items = cast("dict[str, object]", value).items()
            return {name: item for name, item in items if item is not None}
        return value


class TextEntry(Message):
    text: str = Field(default="", repr=False)
    type: str = TEXT_TYPE_DEFAULT


class ArticleAndParentComment(Message):
    article: TextEntry = TextEntry()
    parent_comment: TextEntry = TextEntry()


class Context(Message):
    """What the comment answers: accepted and checked, and used by no model."""

    entries: tuple[TextEntry, ...] = Field(default=(), repr=False)
    article_and_parent_comment: ArticleAndParentComment | None = Field(default=None, repr=False)


class AttributeParameters(Message):
    score_type: str = SCORE_TYPE_DEFAULT
    score_threshold: float | None = Field(default=None, allow_inf_nan=False)


class Score(Message):
    value: float | None = Field(default=None, allow_inf_nan=False)
    type: str = SCORE_TYPE_DEFAULT


class SpanScore(Message):
    begin: int | None = None
    end: int | None = None
    score: Score = Score()


class AttributeScores(Message):
    summary_score: Score | None = None
    span_scores: tuple[SpanScore, ...] = ()


class CommentMessage(Message):
    """What both methods take."""

    comment: TextEntry = TextEntry()
    context: Context = Context()
    languages: tuple[str, ...] = ()
    client_token: Name = ""
    session_id: Name = ""
    community_id: Name = ""


class AnalyzeRequest(CommentMessage):
    requested_attributes: dict[str, AttributeParameters] = Field(default_factory=dict)
    do_not_store: bool = False
    span_annotations: bool = False
    drop_unsupported_attributes: bool = False


class SuggestRequest(CommentMessage):
    attribute_scores: dict[str, AttributeScores] = Field(default_factory=dict)


def _refuse_constant(name: str) -> float:
    raise refuse_payload(f"Invalid JSON payload received. {name} is not a JSON number.")


DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


def read_message(kind: type[MessageT], body: bytes) -> MessageT:
    """The body as a message; an empty body is an empty message."""
    value = _read_json(body)
    if not isinstance(value, dict):
        raise refuse_payload("Invalid JSON payload received. Root element must be a message.")
    try:
        return kind.model_validate(value)
    except ValidationError as error:
        raise _refuse_value(error) from None


def _read_json(body: bytes) -> object:
    if not body.strip():
        return {}
    try:
        return DECODER.decode(body.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise refuse_payload(
            f"Invalid JSON payload received. {error.msg} at line {error.lineno}, column {error.colno}."
        ) from None
    except UnicodeDecodeError as error:
        raise refuse_payload(f"Invalid JSON payload received. Byte {error.start} is not UTF-8.") from None
    except (RecursionError, ValueError):
        raise refuse_payload(
            "Invalid JSON payload received. Nested too deeply, or a number too long."
        ) from None


WIRE_TYPES: Mapping[str, str] = {
    "string": "TYPE_STRING",
    "float": "TYPE_FLOAT",
    "finite": "TYPE_FLOAT",
    "int": "TYPE_INT32",
    "bool": "TYPE_BOOL",
    "tuple": "TYPE_LIST",
}


def _refuse_value(error: ValidationError) -> Refusal:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    path = _spell_path(first["loc"])
    wanted = WIRE_TYPES.get(first["type"].partition("_")[0], "TYPE_MESSAGE")
    if first["type"] == "string_too_long":
        wanted += f", at most {LONGEST_NAME} characters"
    return refuse_payload(f"Invalid value at '{path}' ({wanted}).", field=path)


def _spell_path(location: tuple[int | str, ...]) -> str:
    path = ""
    for step in location:
        if isinstance(step, int):
            path += f"[{step}]"
        else:
            path += f".{shorten(step)}" if path else shorten(step)
    return path
