"""What can go wrong with the server behind the guard. Nothing that it said of itself is ever passed on."""

import math
from collections.abc import Mapping
from contextlib import suppress
from typing import Literal

import httpx

from sayso.core.errors import BadInput, RemoteBroken, RemoteError, RemoteQuota, RemoteRefused, RemoteTimeout

FailureKind = Literal[
    "unreachable", "timeout", "quota", "key", "refused", "failed", "malformed", "broken_off", "too_large"
]
"""What the metrics count."""

LONGEST_WAIT_S = 3600.0
_MALFORMED = "The server behind the guard answered something that is no completion"
_LOOK = "Look into that server's log; SAYSO_UPSTREAM names it."


class UpstreamRefused(BadInput):
    """The server took the request for a bad one. The client may know why; the server's words stay here."""


class UpstreamFault(Exception):
    """Something in an answer that is not as it should be; becomes `error` once it is counted as `kind`."""

    def __init__(self, kind: FailureKind, error: RemoteError) -> None:
        super().__init__(kind)
        self.kind: FailureKind = kind
        self.error = error


def find_fault(why: str) -> UpstreamFault:
    return UpstreamFault("malformed", tell_malformed(why))


def tell_status(status: int, headers: Mapping[str, str]) -> tuple[FailureKind, RemoteError | BadInput]:
    """What an answer other than 200 means for whoever asked."""
    said = f"The server behind the guard answered with status {status}"
    if status in (401, 403):
        return "key", RemoteRefused(
            f"{said}: it does not take the key.",
            hint="Set SAYSO_UPSTREAM_KEY, or send that server's own key as the bearer.",
        )
    if status == 429:
        wait_s = _read_wait(headers)
        return "quota", RemoteQuota(f"{said}: too many requests.", hint="Try later.", retry_after_s=wait_s)
    if 400 <= status < 500:
        return "refused", UpstreamRefused(
            f"{said}: it does not take this request.",
            hint="Check the model's name, the length of the conversation and the options you sent.",
        )
    return "failed", RemoteBroken(f"{said}.", hint=_LOOK)


def tell_exception(error: httpx.HTTPError, *, began: bool) -> tuple[FailureKind, RemoteError]:
    """`began`: some of the answer was there already."""
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.UnsupportedProtocol):
        return "unreachable", RemoteBroken(
            "The server behind the guard cannot be reached.", hint=f"Start it. {_LOOK}"
        )
    if isinstance(error, httpx.TimeoutException):
        return "timeout", tell_timeout(began=began)
    return "broken_off", tell_broken_off()


def tell_timeout(*, began: bool) -> RemoteTimeout:
    what = "stopped in the middle of its answer" if began else "did not answer in time"
    return RemoteTimeout(
        f"The server behind the guard {what}.",
        hint="Try again, or raise SAYSO_UPSTREAM_IDLE_S and SAYSO_UPSTREAM_TIMEOUT_S.",
    )


def tell_broken_off() -> RemoteBroken:
    return RemoteBroken("The server behind the guard broke off its answer.", hint=f"Try again. {_LOOK}")


def tell_malformed(why: str) -> RemoteBroken:
    """`why` in our own words."""
    return RemoteBroken(f"{_MALFORMED}: {why}.", hint=_LOOK)


def tell_too_large(limit: int) -> RemoteBroken:
    return RemoteBroken(
        f"The server behind the guard sent more than {limit} bytes.",
        hint="Ask for a shorter answer with max_tokens, or raise SAYSO_UPSTREAM_MAX_BYTES.",
    )


def _read_wait(headers: Mapping[str, str]) -> float | None:
    with suppress(ValueError):
        wait_s = float(headers.get("retry-after", ""))
        return min(wait_s, LONGEST_WAIT_S) if math.isfinite(wait_s) and wait_s >= 0 else None
    return None
