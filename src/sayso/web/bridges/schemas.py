"""The bodies of `/api/v1/guard/…` and of LiteLLM's guardrail."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema, model_validator

from sayso.core import Attribute
from sayso.core.json_text import left_out
from sayso.core.sizes import MAX_TEXTS
from sayso.reader.guard.notices import GuardNote
from sayso.web.http.values import Flag, Limit
from sayso.web.openai.chat_requests import LONGEST_NAME

Action = Literal["NONE", "BLOCKED", "GUARDRAIL_INTERVENED"]
"""Nothing to do; refused; other texts instead."""


def _check_name(name: str) -> str:
    if len(name) > LONGEST_NAME:
        raise ValueError(f"should have at most {LONGEST_NAME} characters")
    return name.strip()


class Situation(BaseModel):
    """Whose reply it is, and where."""

    model_config = ConfigDict(extra="forbid")

    reader: Annotated[
        str | None, Field(description="What you call the reader; counts with a key only. null: nobody.")
    ] = None
    conversation: Annotated[
        str,
        AfterValidator(_check_name),
        WithJsonSchema({"type": "string", "maxLength": LONGEST_NAME}),
        Field(description="What you call the conversation."),
    ] = ""


class JudgeRequest(Situation):
    reply: Annotated[str, Field(description="The reply, as far as it has come.")]
    final: Annotated[Flag, Field(description="Whether it is complete. If not, nothing is kept of it.")] = True
    limits: Annotated[
        dict[Attribute, Limit],
        Field(description="Count for this reply instead of the reader's own, up to the hard limit."),
    ] = {}  # pydantic copies it
    prompt: Annotated[
        str | None, Field(description="What was asked; kept only if the reader agreed to records.")
    ] = None


@dataclass(frozen=True, slots=True)
class JudgeAnswer:
    text: Annotated[
        str,
        Field(
            description="What to show. Of a reply that is not complete, as much as may be shown by now; "
            "of one that is, the reply or a notice in its place."
        ),
    ]
    sayso: Annotated[GuardNote | None, Field(description="What was decided; null: it goes on.")]


class ContextRequest(Situation):
    messages: Annotated[
        list[dict[str, Any]],
        Field(description="The conversation, as for a completion."),
    ]


@dataclass(frozen=True, slots=True)
class ContextAnswer:
    messages: Annotated[Sequence[Mapping[str, Any]], Field(description="Without notices of ours.")]
    refused: Annotated[
        str | None, Field(description="Why the last prompt may not go to the model; null: it may.")
    ]


class LiteLlmMetadata(BaseModel):
    user_api_key_end_user_id: Annotated[str | None, Field(description="The reader; with a key only.")] = None


class LiteLlmRequest(BaseModel):
    """What LiteLLM sends, of which we read only this."""

    input_type: Literal["request", "response"]
    texts: Annotated[
        list[str] | None,
        Field(description=f"Of a request, the whole conversation; of a response, at most {MAX_TEXTS:,}."),
    ] = None
    images: list[Any] | None = None
    tool_calls: list[Any] | None = None
    structured_messages: list[dict[str, Any]] | None = None
    model: str | None = None
    litellm_call_id: str | None = None
    litellm_trace_id: str | None = None
    request_headers: dict[str, str] | None = None
    request_data: LiteLlmMetadata = LiteLlmMetadata()
    additional_provider_specific_params: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _limit_replies(self) -> "LiteLlmRequest":
        """A conversation may be as long as it likes: only its last prompt is ever judged."""
        if self.input_type == "response" and len(self.texts or []) > MAX_TEXTS:
            raise ValueError(f"at most {MAX_TEXTS:,} texts are judged at once")
        return self


@dataclass(frozen=True, slots=True)
class LiteLlmAnswer:
    action: Action
    blocked_reason: str | None = left_out()
    texts: Annotated[Sequence[str] | None, Field(description="As many as were sent.")] = left_out()
    structured_messages: Sequence[Mapping[str, Any]] | None = left_out()
    stream_holdback_chars: Annotated[
        Sequence[int] | None, Field(description="Of each text, how many characters at its end have to wait.")
    ] = left_out()
