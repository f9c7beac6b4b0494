"""What another service's answer means when it is not the scores: whose fault it is, and whether to try again.

Messages quote the service's own words, but never the text that was sent nor the key.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import cast

import httpx

from sayso.core.errors import RemoteBroken, RemoteError, RemoteQuota, RemoteRefused, RemoteTimeout

WORTH_RETRYING = frozenset({429, 500, 502, 503, 504})
USED_UP = frozenset({"insufficient_quota"})
QUOTE_LENGTH = 200
SHARED_RUN = 16


@dataclass(frozen=True, slots=True)
class Service:
    """How messages speak of a service, and the setting that holds its key."""

    name: str
    key_setting: str


@dataclass(frozen=True, slots=True)
class Failure:
    """An error and whether trying again may help; `wait_s` is what the service asked for."""

    error: RemoteError
    retry: bool
    wait_s: float | None = None


def read_failure(service: Service, response: httpx.Response, *, hidden: Sequence[str] = ()) -> Failure:
    """What an answer with an error status means. Nothing in `hidden` will be quoted."""
    details = _details(response)
    codes = list(_codes(details))
    label = " ".join([str(response.status_code), *codes[:1]])
    said = _quote(details.get("message"), hidden)
    wait_s = _retry_after_s(response, details)
    if response.status_code == 429 or "RESOURCE_EXHAUSTED" in codes:
        return _quota(service, f"({label}){said}", wait_s, retry=USED_UP.isdisjoint(codes))
    if 400 <= response.status_code < 500:
        about_key = response.status_code in {401, 403} or "API_KEY_INVALID" in codes
        hint = f"Check the key in {service.key_setting}." if about_key else ""
        refused = RemoteRefused(f"{service.name} refused the request ({label}){said}", hint=hint)
        return Failure(refused, retry=False)
    error = RemoteBroken(f"{service.name} failed ({label}){said}", hint="Try again later.")
    return Failure(error, retry=response.status_code in WORTH_RETRYING, wait_s=wait_s)


def read_exception(service: Service, error: httpx.HTTPError, *, host: str, timeout_s: float) -> Failure:
    """What it means that no answer came at all."""
    if isinstance(error, httpx.TimeoutException):
        message = f"{service.name} did not answer within {timeout_s:g} s."
        return Failure(
            RemoteTimeout(message, hint="Try again, or raise SAYSO_REMOTE_TIMEOUT_S."),
            retry=True,
        )
    message = (
        f"{service.name} cannot be reached at {host or 'an address without a host'} ({type(error).__name__})."
    )
    return Failure(RemoteBroken(message, hint="Check its address and the network."), retry=True)


def unreadable(service: Service, what: str) -> RemoteBroken:
    return RemoteBroken(f"{service.name} answered something unreadable: {what}.", hint="Check its address.")


def read_score(service: Service, value: object, *, name: str) -> float:
    """A score as the service sent it, if it is one."""
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not math.isfinite(value)
        or not 0 <= value <= 1
    ):
        raise unreadable(service, f"no score from 0 to 1 for {name}")
    return float(value)


def _quota(service: Service, what: str, wait_s: float | None, *, retry: bool) -> Failure:
    hint = (
        f"Wait {wait_s:g} s, or ask {service.name} for more."
        if wait_s
        else f"Ask {service.name} for more, or slow down."
    )
    return Failure(
        RemoteQuota(f"{service.name} says: too many requests {what}", hint=hint, retry_after_s=wait_s),
        retry=retry,
        wait_s=wait_s,
    )


def _details(response: httpx.Response) -> Mapping[str, object]:
    """The `error` object that Google and OpenAI both send; empty if there is none."""
    try:
        return as_object(as_object(response.json()).get("error"))
    except ValueError:
        return {}


def as_object(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, dict) else {}


def as_list(value: object) -> Sequence[object]:
    return cast("Sequence[object]", value) if isinstance(value, list) else []


def _codes(details: Mapping[str, object]) -> Iterator[str]:
    """Names of the failure, the most telling first: Google's errorType, reason, status; OpenAI's code."""
    found = [
        as_object(part).get(key)
        for part in as_list(details.get("details"))
        for key in ("errorType", "reason")
    ]
    for code in [*found, details.get("status"), details.get("code"), details.get("type")]:
        if isinstance(code, str) and len(code) <= 60 and code.replace("_", "").isalnum():
            yield code


def _quote(message: object, hidden: Sequence[str]) -> str:
    if (
        not isinstance(message, str)
        or not message.strip()
        or any(_shares(message, secret) for secret in hidden)
    ):
        return "."
    return f": {' '.join(message.split())[:QUOTE_LENGTH]}"


def _shares(message: str, secret: str) -> bool:
    """Whether the message repeats the secret or a good part of it: services like to echo what they refuse."""
    secret = secret.strip()
    last = max(0, len(secret) - SHARED_RUN)
    return bool(secret) and any(secret[at : at + SHARED_RUN] in message for at in range(last + 1))


def _retry_after_s(response: httpx.Response, details: Mapping[str, object]) -> float | None:
    delays = [as_object(part).get("retryDelay") for part in as_list(details.get("details"))]
    for value in [response.headers.get("retry-after"), *delays]:
        seconds = _seconds(value, sent=response.headers.get("date"))
        if seconds is not None:
            return seconds
    return None


def _seconds(value: object, *, sent: str | None) -> float | None:
    """`120`, `12s`, or a date, which counts from the answer's own date so that no clock is needed."""
    if not isinstance(value, str):
        return None
    try:
        return max(0.0, float(value.removesuffix("s")))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(value) - parsedate_to_datetime(sent or "")).total_seconds())
    except (ValueError, TypeError):
        return None
