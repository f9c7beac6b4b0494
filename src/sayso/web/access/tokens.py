"""Signed tokens: one names a reader, one lets a reader answer about one reply. Nothing of them is stored."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from itsdangerous import BadData, URLSafeTimedSerializer

from sayso.core import Clock

LONGEST = 500
"""Ours have about 110 characters; what is longer is not looked at."""


class BadToken(Exception):
    """Not signed here, changed since, or made for something else."""


class ExpiredToken(Exception):
    """Signed here, too long ago. Says when it expired."""

    def __init__(self, expired_at: datetime) -> None:
        super().__init__(f"expired at {expired_at:%Y-%m-%d %H:%M} UTC")
        self.expired_at = expired_at


@dataclass(frozen=True, slots=True)
class ReaderToken:
    reader_id: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class HeldLink:
    """For one reader and one reply alone."""

    reader_id: str
    held_id: str
    expires_at: datetime


def _now() -> datetime:
    return datetime.now(UTC)


class Tokens:
    """Workers with the same key read what others have made. One salt per purpose: a link is no token."""

    def __init__(
        self, key: bytes, *, token_life: timedelta, link_life: timedelta, clock: Clock = _now
    ) -> None:
        self._readers = _make_serializer(key, salt="reader")
        self._links = _make_serializer(key, salt="held-link")
        self._token_life = token_life
        self._link_life = link_life
        self._clock = clock

    def sign_reader(self, reader_id: str) -> tuple[str, datetime]:
        """A token, and when it expires."""
        return _sign(self._readers, [reader_id]), self._clock() + self._token_life

    def read_reader(self, token: str) -> ReaderToken:
        (reader_id,), expires_at = self._read(self._readers, token, life=self._token_life)
        return ReaderToken(reader_id, expires_at)

    def sign_link(self, reader_id: str, held_id: str) -> str:
        return _sign(self._links, [reader_id, held_id])

    def read_link(self, token: str) -> HeldLink:
        (reader_id, held_id), expires_at = self._read(self._links, token, life=self._link_life)
        return HeldLink(reader_id, held_id, expires_at)

    def _read(
        self, serializer: URLSafeTimedSerializer, token: str, *, life: timedelta
    ) -> tuple[list[str], datetime]:
        """The age is compared here: the library would call a token from a clock that is ahead expired."""
        if not token.isascii() or len(token) > LONGEST:
            raise BadToken
        try:
            said, signed_at = serializer.loads(token, return_timestamp=True)
        except BadData:
            raise BadToken from None
        expires_at = signed_at + life
        if expires_at <= self._clock():
            raise ExpiredToken(expires_at)
        return said, expires_at


def _make_serializer(key: bytes, *, salt: str) -> URLSafeTimedSerializer:
    wishes: dict[str, Any] = {"digest_method": hashlib.sha256, "key_derivation": "hmac"}
    return URLSafeTimedSerializer(key, salt=salt, signer_kwargs=wishes)


def _sign(serializer: URLSafeTimedSerializer, said: list[str]) -> str:
    return str(serializer.dumps(said))
