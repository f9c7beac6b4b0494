"""Scores remembered by the hash of the text and the model version; the text itself is not kept."""

from collections import OrderedDict
from hashlib import blake2b

Row = tuple[float, ...]
"""The scores of one text, in the desk's order of attributes."""


class ScoreCache:
    """The `entries` most recently asked rows; 0 remembers nothing."""

    def __init__(self, entries: int) -> None:
        self._entries = entries
        self._rows: OrderedDict[bytes, Row] = OrderedDict()

    def __len__(self) -> int:
        return len(self._rows)

    def get(self, key: bytes) -> Row | None:
        row = self._rows.get(key)
        if row is not None:
            self._rows.move_to_end(key)
        return row

    def put(self, key: bytes, row: Row) -> None:
        if not self._entries:
            return
        self._rows[key] = row
        self._rows.move_to_end(key)
        if len(self._rows) > self._entries:
            self._rows.popitem(last=False)


def salt_of(model: str) -> bytes:
    """A key for `hash_text` from the model's versioned name: another version never finds the row."""
    return blake2b(model.encode(), digest_size=32).digest()


def hash_text(text: str, *, salt: bytes) -> bytes:
    """128 bits of BLAKE2b."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16, key=salt).digest()
