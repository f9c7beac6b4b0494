"""The key of a request, looked up and remembered for a few seconds."""

import asyncio
import time
from collections.abc import Callable, Mapping

from sayso.storage import Key
from sayso.storage.access.keys import SECRET
from sayso.web.access.callers import KeyHolder

KEY_MEMORY_S = 4.0
"""A revoked key is refused at the latest this long after its revocation, in every worker."""

_LONGEST_SECRET = 200
KEY_HEADERS = ("x-api-key", "x-goog-api-key")


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
        self._known: dict[str, tuple[float, KeyHolder | None]] = {}

    async def holder(self, secret: str) -> KeyHolder | None:
        """The holder of this secret; None if there is no such key or it was revoked."""
        if len(secret) > _LONGEST_SECRET:
            return None
        entry = self._known.get(secret)
        if entry and self._clock() - entry[0] < KEY_MEMORY_S:
            return entry[1]
        asked_at = self._clock()
        key = await asyncio.to_thread(self._find, secret)
        holder = None
        if key and key.revoked_at is None:
            holder = KeyHolder(key.id, key.role, key.community, key.scale, key.per_minute, key.per_day)
        if len(self._known) >= self._memory_size:
            self._known.clear()
        self._known[secret] = (asked_at, holder)
        return holder


def read_secret(headers: Mapping[str, str], query: Mapping[str, str]) -> str | None:
    """The key of a request: `Authorization: Bearer`, a header or `?key=`, the first that looks like ours.

    If none does, the first that is there: a client may have a bearer for the server behind the guard as well.
    """
    scheme, _, token = headers.get("authorization", "").partition(" ")
    bearer = token if scheme.lower() == "bearer" else ""
    in_headers = (headers.get(name, "") for name in KEY_HEADERS)
    found = [given.strip() for given in (bearer, *in_headers, query.get("key", ""))]
    given = [secret for secret in found if secret]
    return next(filter(SECRET.fullmatch, given), given[0] if given else None)
