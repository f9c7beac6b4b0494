"""What a reader sees in place of a reply, and how we know it again when it comes back as one."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sayso.core import Decision
from sayso.deciding.wording import explain
from sayso.reader.guard.judging import ReaderContext
from sayso.reader.guard.text_repair import MARK

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
class FoundNotice:
    """A notice at the end of a message: which, and where it begins."""

    note_id: str
    begin: int


def word_held(verdict: Decision, standing: ReaderContext, *, url: str) -> str:
    reason = explain(verdict, standing.policy, standing.tolerance)
    return f"{reason} Answer here, and say what should happen to such words from now on: {url}"


def word_replaced(verdict: Decision, standing: ReaderContext) -> str:
    """The community's own message where its limit is the reason; else the reason."""
    if verdict.cause in ("blocked", "unjudged"):
        return explain(verdict, standing.policy, standing.tolerance)
    return standing.policy.default_message


def word_call(verdict: Decision) -> str:
    reason = _CALL_REASONS.get(verdict.cause, "its words are above the limit set here")
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
