"""The bodies of `/v1/moderations`. Fields we do not know are ignored, as OpenAI's clients grow new ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, cast

from pydantic import (
    AfterValidator,
    BaseModel,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WithJsonSchema,
    field_validator,
)

from sayso.core.sizes import MAX_TEXTS
from sayso.web.openai.categories import ModerationResult
from sayso.web.openai.errors import BadParameter


def _refuse_empty(text: str) -> str:
    if not text:
        raise ValueError("is empty")
    return text


NonEmpty = Annotated[str, AfterValidator(_refuse_empty), WithJsonSchema({"type": "string", "minLength": 1})]
"""Checked by hand, because pydantic's own check of a length cannot take half a surrogate pair."""


class TextPart(BaseModel):
    """A piece of a message; the pieces are judged together."""

    type: Literal["text"]
    text: NonEmpty


Texts = Annotated[list[NonEmpty], Field(min_length=1, max_length=MAX_TEXTS)]
Parts = Annotated[list[TextPart], Field(min_length=1, max_length=MAX_TEXTS)]


class ModerationRequest(BaseModel):
    """One text, several texts, or the parts of one message."""

    input: Annotated[
        NonEmpty | Texts | Parts,
        Field(description="One text, several (one result each), or the parts of one message (one result)."),
    ]
    model: Annotated[str | None, Field(description="Ignored; the answer names the model that judged.")] = None

    @field_validator("input", mode="wrap")
    @classmethod
    def _name_what_is_taken(cls, value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        """One sentence instead of pydantic's three, one per kind of input."""
        try:
            return handler(value)
        except ValidationError:
            raise _explain(value) from None


def _explain(value: Any) -> Exception:
    parts = cast(list[Any], value) if isinstance(value, list) else []
    if any(
        isinstance(part, dict) and cast(dict[Any, Any], part).get("type") == "image_url" for part in parts
    ):
        return BadParameter(
            "Images cannot be judged here; the input should have parts of type 'text' only.",
            param="input",
            hint="Send the text alone, and the image to a service that has a model for it.",
        )
    return ValueError(
        f"should be a text, a list of 1 to {MAX_TEXTS} texts, or a list of parts such as "
        '{"type": "text", "text": "..."}; no text may be empty'
    )


@dataclass(frozen=True, slots=True)
class ModerationAnswer:
    id: str
    model: str
    results: Sequence[ModerationResult]
