"""What is learnt about a request on its way in and needed on its way out, by the log and the headers."""

from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any

_KEY = "sayso.notes"


@dataclass(slots=True)
class RequestNotes:
    """`headers` are added to the answer, whatever it is. `count_more`, where callers without a key are
    counted, counts so many more texts for this one's address, or raises. The body may have
    `body_limit` bytes, 0: a stranger's many; `is_known`: it is not counted with strangers' bodies."""

    request_id: str = ""
    key_id: str = ""
    headers: dict[str, str] = field(default_factory=dict[str, str])
    count_more: Callable[[int], None] | None = None
    body_limit: int = 0
    is_known: bool = False


def notes_of(scope: MutableMapping[str, Any]) -> RequestNotes:
    """The notes of this request, made on first use."""
    return scope.setdefault(_KEY, RequestNotes())
