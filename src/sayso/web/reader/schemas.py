"""The bodies of `/api/v1/readers…` about the reader, limits and words; `held_schemas` has the rest."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from sayso.core import Attribute, Method, Ruling, Streaming, TermSource
from sayso.storage import Scope, SharedState
from sayso.web.http.openapi import NOT_BLANK
from sayso.web.http.values import Flag

LONGEST_NAME = 200
LONGEST_TERM = 200
LONGEST_CONVERSATION = 200
MOST_LISTED = 1000


def check_name(name: str) -> str:
    return _check(name, LONGEST_NAME)


def check_term(text: str) -> str:
    return _check(text, LONGEST_TERM)


def check_conversation(conversation: str) -> str:
    return _check(conversation, LONGEST_CONVERSATION)


def _check(text: str, longest: int) -> str:
    """By hand, because pydantic's own check of a length refuses half a surrogate pair."""
    if not text.strip():
        raise ValueError("it is empty")
    if len(text) > longest:
        raise ValueError(f"at most {longest} characters are taken, not {len(text)}")
    return text


def _sized(longest: int) -> JsonDict:
    return {"minLength": 1, "maxLength": longest, "pattern": NOT_BLANK}


Name = Annotated[str, AfterValidator(check_name), Field(json_schema_extra=_sized(LONGEST_NAME))]
Conversation = Annotated[
    str,
    AfterValidator(check_conversation),
    Field(
        description="The id of a conversation, as in the header X-Sayso-Conversation.",
        json_schema_extra=_sized(LONGEST_CONVERSATION),
    ),
]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewReaderRequest(Body):
    """With a key: the platform's own name of the reader. Without one, leave it out: a name is made up."""

    reader: Annotated[
        Name | None,
        Field(description="The platform's own name of the reader, such as its id of an account."),
    ] = None


class NewReaderAnswer(BaseModel):
    reader: Annotated[str, Field(description="The reader's name in this community.")]
    community: str
    token: Annotated[str, Field(description="For the header X-Sayso-Reader. Whoever has it is this reader.")]
    expires_at: datetime


class ReaderAnswer(BaseModel):
    reader: str
    community: str
    created_at: datetime
    records: Annotated[bool, Field(description="Whether the reader agreed that conversations are kept.")]
    agreed_at: Annotated[datetime | None, Field(description="Since when; null without agreement.")]
    joins_list: Annotated[bool, Field(description="Whether the community's shared words count for them too.")]
    expires_at: Annotated[datetime, Field(description="When the token of this request expires.")]


class AgreementRequest(Body):
    records: Annotated[Flag, Field(description="Keep my conversations, filtered replies too.")]
    joins_list: Annotated[
        Flag | None, Field(description="Use the community's shared words; null: as it is.")
    ] = None


class PolicyShown(BaseModel):
    """What a reader may know of the community's policy."""

    community: str
    version: Annotated[int, Field(description="0 where nobody has set a policy.")]
    attributes: Annotated[Sequence[Attribute], Field(description="What is watched.")]
    soft_limit: Annotated[float, Field(description="h*: from here on the reader is asked.")]
    hard_limit: Annotated[float, Field(description="h^max: from here on the default message is shown.")]
    default_message: str
    strict: Annotated[bool, Field(description="The whole reply stays under the hard limit as well.")]
    method: Method
    streaming: Streaming


class LimitsRequest(Body):
    limits: Annotated[
        Mapping[str, Annotated[float, Field(strict=True)] | None],
        Field(description="By attribute, from 0 to the policy's hard limit; null: as the policy has it."),
    ]


class LimitsAnswer(BaseModel):
    limits: Annotated[Mapping[Attribute, float], Field(description="The reader's own, as they were set.")]
    effective: Annotated[
        Mapping[Attribute, float], Field(description="What holds now, for each attribute that is watched.")
    ]
    capped: Annotated[
        Sequence[Attribute],
        Field(description="Own limits above the hard limit, which was lowered since: the hard limit holds."),
    ]
    unwatched: Annotated[
        Sequence[Attribute], Field(description="Own limits for what the policy no longer watches.")
    ]
    message: Annotated[str, Field(description="Both in plain words; empty if every own limit holds.")]
    policy: PolicyShown


class TermRequest(Body):
    text: Annotated[
        str,
        AfterValidator(check_term),
        Field(description="The words that are ruled on.", json_schema_extra=_sized(LONGEST_TERM)),
    ]
    ruling: Ruling
    conversation: Annotated[Conversation | None, Field(description="Only there; null: for good.")] = None


class TermAnswer(BaseModel):
    id: str
    text: str
    ruling: Ruling
    scope: Scope
    conversation: str | None
    origin: TermSource
    created_at: datetime | None


class WordsAnswer(BaseModel):
    words: Annotated[Sequence[TermAnswer], Field(description="Newest first.")]
    total: Annotated[int, Field(description="How many there are, on this page or not.")]


class RemovedAnswer(BaseModel):
    removed: Annotated[int, Field(description="How many words were removed; undo brings them back.")]


class UndoneAnswer(BaseModel):
    undone: Annotated[bool, Field(description="False where there is nothing left to take back.")]
    message: Annotated[str, Field(description="What was taken back, in plain words.")]
    total: Annotated[int, Field(description="How many words there are now.")]


class ImportedAnswer(BaseModel):
    imported: Annotated[int, Field(description="How many words were taken; all of the file, or none.")]
    total: Annotated[int, Field(description="How many words there are now.")]


class SharedAnswer(BaseModel):
    """Words proposed to the community; whoever runs it decides."""

    id: str
    text: str
    ruling: Ruling
    state: SharedState


class FileWord(BaseModel):
    """An entry of a file; the scope may be left out, and is then for good."""

    text: Annotated[str, Field(json_schema_extra=_sized(LONGEST_TERM))]
    ruling: Ruling
    scope: Scope = "always"


class WordFile(BaseModel):
    """A word bank as it is exported, and as it is taken back."""

    format: Literal["sayso-words"]
    version: Literal[1]
    words: Sequence[FileWord]
