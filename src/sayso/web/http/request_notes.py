"""What is learnt about a request on its way in and needed on its way out, by the log and the headers."""

from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any

_KEY = "sayso.notes"


@dataclass(slots=True)
class RequestNotes:
    """`headers` are added to the answer, whatever it is. `count_more`, where callers without a key are
    counted, counts so many more texts for this one's address, or raises."""

    request_id: str = ""
    key_id: str = ""
    headers: dict[str, str] = field(default_factory=dict[str, str])
    count_more: Callable[[int], None] | None = None


def notes_of(scope: MutableMapping[str, Any]) -> RequestNotes:
    """The notes of this request, made on first use."""
    return scope.setdefault(_KEY, RequestNotes())
