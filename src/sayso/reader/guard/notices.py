"""What is told of a decision: the notice in place of a reply, and the note beside it.

A client sends a notice back as if the model had said it; `find_notice` knows it again.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from sayso.core import Attribute, Cause, Decision, Outcome, UnjudgedReason
from sayso.core.json_text import left_out
from sayso.deciding.wording import explain
from sayso.reader.guard.judging import ReaderContext
from sayso.reader.guard.replies import MARK

_NOTICE = re.compile(
    r"(?:\A|\n\n)\[Sayso\] (?:(?!\[Sayso\] ).)*\(note (?P<id>[0-9a-f]{8,32})\)\s*\Z", re.DOTALL
)
_WHOLE = re.compile(r"\A(\[Sayso\] )?This reply ")

ASK_AGAIN = "You can ask for another reply, or ask in other words."
NOBODY = (
    "This reply was not shown, because part of it is above the limit set here. You could not be asked "
    f"whether to see it, because the request does not say who reads it. {ASK_AGAIN}"
)
NOT_KEPT = (
    "This reply was not shown, because part of it is above your limit. It could not be kept for your answer. "
    f"{ASK_AGAIN}"
)
_CALL_REASONS: Mapping[str, str] = {
    "blocked": "it contains blocked words",
    "unjudged": "it could not be judged",
}


@dataclass(frozen=True, slots=True)
class CategoryScore:
    attribute: Attribute
    score: float


@dataclass(frozen=True, slots=True)
class HeldNote:
    """A reply that waits for its reader's answers."""

    id: str
    terms: Annotated[Sequence[str], Field(description="The two worst n-grams, the worst first.")]
    passages: Annotated[Sequence[str], Field(description="How these stand in the reply.")]
    words: Annotated[
        Sequence[str],
        Field(description="What an answer may be about, the word it turns on first; none: the n-grams."),
    ]
    categories: Sequence[CategoryScore]
    url: Annotated[str, Field(description="A page on which this reader can answer; it expires.")]


@dataclass(frozen=True, slots=True)
class FilteredNote:
    id: str


@dataclass(frozen=True, slots=True)
class GuardNote:
    """What was decided about a reply, and why."""

    decision: Outcome
    score: Annotated[
        float | None,
        Field(description="Of what decided: the worst n-gram, a sentence or the whole; null: not judged."),
    ]
    cause: Cause
    message: str
    model: Annotated[str, Field(description="The model that judged.")]
    policy: Annotated[int, Field(description="The version of the community's policy.")]
    reason: Annotated[
        UnjudgedReason | None, Field(description="Why it could not be judged, where the cause is that.")
    ] = left_out()
    held: HeldNote | None = left_out()
    filtered: Annotated[FilteredNote | None, Field(description="Where it is kept that something was.")] = (
        left_out()
    )

    @property
    def kept_id(self) -> str | None:
        """Under which the reply is kept, if it is."""
        kept = self.held or self.filtered
        return kept.id if kept else None

    def follow_text(self) -> "GuardNote":
        """The same where the reply's beginning has left already."""
        return replace(self, message=tell_rest(self.message))


@dataclass(frozen=True, slots=True)
class FoundNotice:
    """A notice at the end of a message: which, and where it begins."""

    note_id: str
    begin: int


def word_held(decision: Decision, context: ReaderContext, *, url: str) -> str:
    reason = explain(decision, context.policy, context.tolerance)
    return f"{reason} Answer here, and say what should happen to such words from now on: {url}"


def word_replaced(decision: Decision, context: ReaderContext) -> str:
    """The community's own message where its limit is the reason; else the reason."""
    if decision.cause in ("blocked", "unjudged"):
        return explain(decision, context.policy, context.tolerance)
    return context.policy.default_message


def word_call(decision: Decision) -> str:
    reason = _CALL_REASONS.get(decision.cause, "its words are above the limit set here")
    return f"A step that the model wanted to take was left out, because {reason}. {ASK_AGAIN}"


def write_notice(message: str, *, note_id: str) -> str:
    """The message between marks: a client sends it back as the model's words, which it is not."""
    return f"{MARK} {message} (note {note_id})"


def tell_rest(message: str) -> str:
    """The same message or notice where the reply's beginning was shown."""
    return _WHOLE.sub(r"\1The rest of this reply ", message)


def find_notice(text: str) -> FoundNotice | None:
    found = _NOTICE.search(text)
    return FoundNotice(found["id"], found.start()) if found else None
