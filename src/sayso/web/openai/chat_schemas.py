"""The body of `/v1/chat/completions`. Fields that we do not know pass through."""

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from sayso.reader.guard.parts import MOST_CHOICES
from sayso.web.http.openapi import NOT_BLANK
from sayso.web.http.values import READ_WHOLE, Flag

MOST_WORDS = 20
LONGEST_WORD = 200


def _check_word(word: str) -> str:
    if not word.strip() or len(word) > LONGEST_WORD:
        raise ValueError(f"should have 1 to {LONGEST_WORD} characters")
    return word.strip()


Count = Annotated[int, Field(strict=True, ge=1, le=MOST_CHOICES), READ_WHOLE]
Word = Annotated[
    str,
    AfterValidator(_check_word),
    WithJsonSchema({"type": "string", "maxLength": LONGEST_WORD, "pattern": NOT_BLANK}),
]
"""Checked by hand, because pydantic's own check of a length cannot take half a surrogate pair."""


class Wish(BaseModel):
    """What a client that knows us may ask for; taken out before the model is asked."""

    without: Annotated[
        list[Word],
        Field(
            max_length=MOST_WORDS,
            description="Words that this reply should do without; they are blocked in it.",
        ),
    ] = []
    reply_to: Annotated[
        str | None, Field(description="The id of a held reply to say again without those words.")
    ] = None


class ChatRequest(BaseModel):
    """OpenAI's, of which we read only this."""

    model_config = ConfigDict(extra="allow")

    messages: Annotated[list[dict[str, Any]], Field(min_length=1, description="The conversation so far.")]
    model: Annotated[str, Field(description="As the server behind the guard calls it.")] = ""
    stream: Annotated[Flag | None, Field(description="Whether the reply comes in pieces.")] = None
    n: Annotated[Count | None, Field(description="How many replies.")] = None
    stream_options: Annotated[
        dict[str, Any] | None, Field(description="`include_usage` is honoured; the rest passes through.")
    ] = None
    sayso: Annotated[Wish | None, Field(description="For clients that know Sayso.")] = None

    @property
    def choices(self) -> int:
        return self.n or 1

    @property
    def wants_usage(self) -> bool:
        return bool((self.stream_options or {}).get("include_usage"))
