"""API keys: made here, shown once, kept as a hash."""

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any, get_args

from sqlalchemy import Row, insert, select, update

from sayso.core import DEFAULT_COMMUNITY, Role, Say, Scale
from sayso.core.errors import BadInput, UnknownName
from sayso.storage import tables
from sayso.storage.database import Database

ROLES: tuple[Role, ...] = get_args(Role)
SCALES: tuple[Scale, ...] = get_args(Scale)

SECRET_BYTES = 32
SECRET = re.compile(r"sayso_([0-9a-f]{12})_[a-z2-7]{52}")
NO_HASH = "0" * 64


@dataclass(frozen=True, slots=True)
class Key:
    """What a key may do. None as a limit means none; None as a scale, the service's own."""

    id: str
    name: str
    role: Role
    community: str
    scale: Scale | None
    per_minute: int | None
    per_day: int | None
    created_at: datetime
    revoked_at: datetime | None


class Keys:
    def __init__(self, database: Database) -> None:
        self._database = database

    def create(
        self,
        name: str,
        *,
        role: Role = "service",
        community: str = DEFAULT_COMMUNITY,
        scale: Scale | None = None,
        per_minute: int | None = None,
        per_day: int | None = None,
        actor: str = "cli",
    ) -> tuple[Key, str]:
        """A new key and its secret, which cannot be read again."""
        check_wishes(name, role=role, community=community, scale=scale, limits=(per_minute, per_day))
        key_id = secrets.token_hex(6)
        secret = make_secret(key_id)
        wishes: dict[str, Any] = {
            "name": name,
            "role": role,
            "scale": scale,
            "per_minute": per_minute,
            "per_day": per_day,
        }
        with self._database.transaction() as transaction:
            kept = {**wishes, "secret_hash": hash_secret(secret)}
            entry = transaction.record(
                Say("key.created", community=community, actor=actor, subject=key_id, body=kept)
            )
            row: dict[str, Any] = {**wishes, "id": key_id, "community": community, "created_at": entry.at}
            transaction.connection.execute(insert(tables.keys), {**row, **kept})
        return Key(**row, revoked_at=None), secret

    def find(self, secret: str) -> Key | None:
        """The key with this secret; None if there is none or it is revoked."""
        shape = SECRET.fullmatch(secret)
        if shape is None:
            return None
        with self._database.reading() as connection:
            row = connection.execute(select(tables.keys).where(tables.keys.c.id == shape[1])).first()
        # An unknown id is compared too, so that the time taken does not tell it from a wrong secret.
        kept = NO_HASH if row is None else row.secret_hash
        if not hmac.compare_digest(kept, hash_secret(secret)) or row is None or row.revoked_at is not None:
            return None
        return read_key(row)

    def list(self) -> list[Key]:
        """Every key, oldest first, the revoked ones too."""
        query = select(tables.keys).order_by(tables.keys.c.created_at, tables.keys.c.id)
        with self._database.reading() as connection:
            return [read_key(row) for row in connection.execute(query)]

    def revoke(self, key_id: str, *, actor: str = "cli") -> Key:
        """Make a key useless from now on. Revoking twice changes nothing."""
        known = {key.id: key for key in self.list()}
        if key_id not in known:
            raise UnknownName("key", key_id, known, hint="Run: sayso key list")
        key = known[key_id]
        if key.revoked_at is None:
            with self._database.transaction() as transaction:
                entry = transaction.record(
                    Say("key.revoked", community=key.community, actor=actor, subject=key_id)
                )
                change = update(tables.keys).where(tables.keys.c.id == key_id).values(revoked_at=entry.at)
                transaction.connection.execute(change)
        return {key.id: key for key in self.list()}[key_id]


def check_wishes(
    name: str, *, role: str, community: str, scale: str | None, limits: tuple[int | None, int | None]
) -> None:
    if not name.strip() or not community.strip():
        raise BadInput("A key needs a name and a community.", hint="Run: sayso key create --name my-site")
    if role not in ROLES:
        raise UnknownName("role", role, ROLES)
    if scale is not None and scale not in SCALES:
        raise UnknownName("scale", scale, SCALES)
    for limit in limits:
        if limit is not None and limit < 1:
            raise BadInput(
                f"A limit of {limit} requests cannot be kept.",
                hint="Give 1 or more, or leave it out for no limit.",
            )


def make_secret(key_id: str) -> str:
    """The secret names its key, so that finding it needs one row and one comparison."""
    random = base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode("ascii").rstrip("=").lower()
    return f"sayso_{key_id}_{random}"


def hash_secret(secret: str) -> str:
    """One round of SHA-256: 256 random bits cannot be guessed, so slowness would protect nothing."""
    return hashlib.sha256(secret.encode("ascii")).hexdigest()


def read_key(row: Row[Any]) -> Key:
    return Key(
        id=row.id,
        name=row.name,
        role=row.role,
        community=row.community,
        scale=row.scale,
        per_minute=row.per_minute,
        per_day=row.per_day,
        created_at=row.created_at,
        revoked_at=row.revoked_at,
    )
