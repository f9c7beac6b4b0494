"""How an entry's hash is made: pure functions, so that anyone can repeat them on an export."""

import hashlib
import json

FIRST_HASH = "0" * 64
"""What the first entry names as its previous one."""

ENCODING = "sayso.ledger.v1"
# Made once: json.dumps would make one for every entry.
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def canonical(value: object) -> str:
    """JSON in one form only: sorted keys, no spaces, ASCII, no NaN."""
    return _ENCODER.encode(value)


def hash_entry(
    *, seq: int, at: str, kind: str, community: str, actor: str, subject: str, body: str, previous: str
) -> str:
    """SHA-256 over a JSON array: quoting keeps the fields apart whatever they contain.

    `at` is the moment as the ledger writes it (`2026-03-01T12:00:00.000000Z`), `body` canonical JSON.
    """
    fields = [ENCODING, seq, at, kind, community, actor, subject, body, previous]
    return hashlib.sha256(canonical(fields).encode("ascii")).hexdigest()


def encode_content(content: str) -> bytes:
    """Any `str` as bytes, lone surrogates included."""
    return content.encode("utf-8", "surrogatepass")


def decode_content(content: bytes) -> str:
    return content.decode("utf-8", "surrogatepass")


def commit_to(content: bytes, salt: bytes) -> str:
    """What the ledger keeps of a text. Without the salt it says nothing about the content."""
    return hashlib.sha256(salt + content).hexdigest()
