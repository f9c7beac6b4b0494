"""How linear.v1 and second.v1, which ship, were split: by a hash of a text's letters alone.

No training uses it any more (`splits` does). It says which texts those two have not learned from, for the
cascade's figures and for benchmarks; its keys also name texts that a run must leave out (`--without`).
"""

from hashlib import blake2b
from pathlib import Path

from sayso.core.errors import BadFile
from sayso_lab.data.splits import Part

DEV_PERCENT = 10
HELD_OUT_PERCENT = 10


def make_key(text: str) -> int:
    """A number that stays the same when case, spacing and punctuation change."""
    letters = "".join(filter(str.isalnum, text.casefold()))
    return int.from_bytes(blake2b(letters.encode("utf-8", "surrogatepass"), digest_size=8).digest())


def read_keys(path: Path) -> frozenset[int]:
    """The keys in a file, one a line, in hexadecimal."""
    try:
        return frozenset(int(line, 16) for line in path.read_text("ascii").split())
    except (OSError, ValueError) as error:
        raise BadFile(
            f"{path} is not a file of keys.", hint="A key is a hexadecimal number, one a line."
        ) from error


def choose_part(key: int) -> Part:
    place = key % 100
    if place < HELD_OUT_PERCENT:
        return Part.HELD_OUT
    return Part.DEV if place < HELD_OUT_PERCENT + DEV_PERCENT else Part.TRAIN
