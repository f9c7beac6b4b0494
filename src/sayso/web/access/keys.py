"""Who is calling: a key from the request, looked up and remembered for a few seconds."""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core import DEFAULT_COMMUNITY, Role, Scale
from sayso.core.errors import NotAllowed
from sayso.storage import Key
from sayso.storage.access.keys import SECRET

if TYPE_CHECKING:
    from sayso.web.service import Service

KEY_MEMORY_S = 4.0
"""A revoked key is refused at the latest this long after its revocation, in every worker."""

_LONGEST_SECRET = 200
KEY_HINT = (
    "Send it as 'Authorization: Bearer KEY', as header 'x-api-key' or as '?key=KEY'. "
    "Make one with: sayso key create --name my-site"
)


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever holds the key, or `ANYONE` in open mode. `scale` None: the service's own choice."""

    key_id: str = ""
    role: Role = "service"
    community: str = DEFAULT_COMMUNITY
    scale: Scale | None = None
    per_minute: int | None = None
    per_day: int | None = None


ANYONE = Caller()


class KeyRing:
    """Looks keys up in the store, off the event loop, and remembers the answer briefly."""

    def __init__(
        self,
        find: Callable[[str], Key | None],
        *,
        clock: Callable[[], float] = time.monotonic,
        memory_size: int = 10_000,
    ) -> None:
        self._find = find
        self._clock = clock
        self._memory_size = memory_size
        self._known: dict[str, tuple[float, Caller | None]] = {}

    async def caller(self, secret: str) -> Caller | None:
        """The holder of this secret; None if there is no such key or it was revoked."""
        if len(secret) > _LONGEST_SECRET:
            return None
        entry = self._known.get(secret)
        if entry and self._clock() - entry[0] < KEY_MEMORY_S:
            return entry[1]
        asked_at = self._clock()
        key = await asyncio.to_thread(self._find, secret)
        caller = _caller_from(key) if key and key.revoked_at is None else None
        if len(self._known) >= self._memory_size:
            self._known.clear()
        self._known[secret] = (asked_at, caller)
        return caller


def _caller_from(key: Key) -> Caller:
    return Caller(key.id, key.role, key.community, key.scale, key.per_minute, key.per_day)


async def authenticate(service: "Service", secret: str | None) -> Caller:
    """The caller with this secret. Open mode takes anyone, and still knows the holder of a real key."""
    caller = await service.keys.caller(secret) if secret else None
    if caller:
        return caller
    if service.settings.is_open:
        return ANYONE
    if secret:
        raise NotAllowed("This API key is not known here or was revoked.", hint=KEY_HINT)
    raise NotAllowed("This service needs an API key, and the request has none.", hint=KEY_HINT)


def read_secret(headers: Mapping[str, str], query: Mapping[str, str]) -> str | None:
    """The key of a request: `Authorization: Bearer`, `x-api-key` or `?key=`, the first that looks like ours.

    If none does, the first that is there: a client may have a bearer for the server behind the guard as well.
    """
    scheme, _, token = headers.get("authorization", "").partition(" ")
    bearer = token if scheme.lower() == "bearer" else ""
    found = [given.strip() for given in (bearer, headers.get("x-api-key", ""), query.get("key", ""))]
    given = [secret for secret in found if secret]
    return next(filter(SECRET.fullmatch, given), given[0] if given else None)
