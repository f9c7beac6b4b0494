"""The bodies of `/api/v1/readers…` about the reader, limits and words; `held_schemas` has the rest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field
from pydantic.config import JsonDict

from sayso.core import Attribute, Ruling, Term, TermSource
from sayso.storage import Scope, SharedState
from sayso.web.community.schemas import PolicyShown
from sayso.web.http.openapi import NOT_BLANK
from sayso.web.http.values import Body, Flag

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


def scope_of(term: Term) -> Scope:
    return "always" if term.conversation is None else "conversation"


Name = Annotated[str, AfterValidator(check_name), Field(json_schema_extra=_sized(LONGEST_NAME))]
Conversation = Annotated[
    str,
    AfterValidator(check_conversation),
    Field(
        description="The id of a conversation, as in the header X-Sayso-Conversation.",
        json_schema_extra=_sized(LONGEST_CONVERSATION),
    ),
]


class NewReaderRequest(Body):
    """With a key: the platform's own name of the reader. Without one, leave it out: a name is made up."""

    reader: Annotated[
        Name | None,
        Field(description="The platform's own name of the reader, such as its id of an account."),
    ] = None


@dataclass(frozen=True, slots=True)
class NewReaderAnswer:
    reader: Annotated[str, Field(description="The reader's name in this community.")]
    community: str
    token: Annotated[str, Field(description="For the header X-Sayso-Reader. Whoever has it is this reader.")]
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class ReaderAnswer:
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


class LimitsRequest(Body):
    limits: Annotated[
        Mapping[str, Annotated[float, Field(strict=True)] | None],
        Field(description="By attribute, from 0 to the policy's hard limit; null: as the policy has it."),
    ]


@dataclass(frozen=True, slots=True)
class LimitsAnswer:
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


@dataclass(frozen=True, slots=True)
class TermAnswer:
    id: str
    text: str
    ruling: Ruling
    scope: Scope
    conversation: str | None
    source: TermSource
    created_at: datetime | None

    @classmethod
    def of(cls, term: Term) -> "TermAnswer":
        return cls(
            term.id,
            term.text,
            term.ruling,
            scope_of(term),
            term.conversation,
            term.source,
            term.created_at,
        )


@dataclass(frozen=True, slots=True)
class WordsAnswer:
    words: Annotated[Sequence[TermAnswer], Field(description="Newest first.")]
    total: Annotated[int, Field(description="How many there are, on this page or not.")]


@dataclass(frozen=True, slots=True)
class RemovedAnswer:
    removed: Annotated[int, Field(description="How many words were removed; undo brings them back.")]


@dataclass(frozen=True, slots=True)
class UndoneAnswer:
    undone: Annotated[bool, Field(description="False where there is nothing left to take back.")]
    message: Annotated[str, Field(description="What was taken back, in plain words.")]
    total: Annotated[int, Field(description="How many words there are now.")]


@dataclass(frozen=True, slots=True)
class ImportedAnswer:
    imported: Annotated[int, Field(description="How many words were taken; all of the file, or none.")]
    total: Annotated[int, Field(description="How many words there are now.")]


@dataclass(frozen=True, slots=True)
class SharedAnswer:
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
