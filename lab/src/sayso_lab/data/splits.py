"""Which rows are learned from and which are kept apart: copies and near-copies always fall together.

Rows are united when they share their letters and digits, their set of words, a long beginning or end, or a
link (a text and its rewrite). The union as a whole goes to a part, by a hash of its first key.
"""

import hashlib
import html
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

from sayso_lab.data.rows import Row


class Part(StrEnum):
    TRAIN = "train"
    DEV = "dev"
    HELD_OUT = "held-out"


_SALT: Final = "sayso-encoder-1"
_PLACEHOLDERS: Final = re.compile(r"https?://\S+|www\.\S+|<url>|\[url\]|<user>|\[user\]|@\w+|<number>|\brt\b")
_NOT_LETTERS: Final = re.compile(r"[\W_]+")
_WORDS: Final = re.compile(r"[^\W_]+")
_FEWEST_WORDS: Final = 5
_LONG: Final = 90
_EDGE: Final = 70
"""Letters of a beginning or end that mark two long texts as copies."""

_KEPT_APART: Final = frozenset({"val", "held"})
# Measured on their own val and trial texts: no need to hold out more.
_WITH_OWN_PARTS: Final = frozenset(
    {"hatexplain", "toxic_spans_gold", "toxic_spans_raters", "dynahate", "dynahate_kind"}
)
# What Perspective scored is little, and its scale is fitted on the dev part alone.
_SHARES: Final = {"perspective_scores": (0.35, 0.5), "perspective_fragments": (0.04, 0.09)}
"""Where the held-out part and the dev part end, for sets with other shares than the rest."""


def choose_parts(rows: Sequence[Row]) -> list[Part]:
    """The part of each row."""
    keys = [[*make_keys(row.text), *([row.link] if row.link else [])] for row in rows]
    parts = [Part.TRAIN] * len(rows)
    for members in _unite(keys):
        part = _choose(min(keys[place][0] for place in members), [rows[place] for place in members])
        for place in members:
            parts[place] = part
    return parts


def make_keys(text: str) -> list[str]:
    """What a copy or near-copy shares, at least one of it: letters and digits, words, beginning, end."""
    plain = unicodedata.normalize("NFKC", html.unescape(html.unescape(text))).lower()
    plain = _PLACEHOLDERS.sub(" ", plain)
    squeezed = _NOT_LETTERS.sub("", plain) or text
    keys = [f"a{squeezed}"]
    words = sorted(set(_WORDS.findall(plain)))
    if len(words) >= _FEWEST_WORDS:
        keys.append("w" + " ".join(words))
    if len(squeezed) >= _LONG:
        keys += [f"b{squeezed[:_EDGE]}", f"e{squeezed[-_EDGE:]}"]
    return keys


def _unite(keys: Sequence[Sequence[str]]) -> Iterable[list[int]]:
    """Places that share a key, directly or through others."""
    roots = list(range(len(keys)))
    first: dict[str, int] = {}
    for place, names in enumerate(keys):
        for name in names:
            one, other = find_root(roots, place), find_root(roots, first.setdefault(name, place))
            roots[max(one, other)] = min(one, other)
    unions: dict[int, list[int]] = defaultdict(list)
    for place in range(len(keys)):
        unions[find_root(roots, place)].append(place)
    return unions.values()


def find_root(roots: list[int], place: int) -> int:
    """The first place of the union that a place is in; `roots` are shortened on the way."""
    while roots[place] != place:
        roots[place] = roots[roots[place]]
        place = roots[place]
    return place


def _choose(key: str, members: Sequence[Row]) -> Part:
    share = measure_key(key)
    sources = {row.source for row in members}
    if any(row.own in _KEPT_APART for row in members):
        return Part.HELD_OUT
    if sources <= _WITH_OWN_PARTS:
        return Part.DEV if share < 0.025 else Part.TRAIN
    held_out, dev = next((_SHARES[name] for name in _SHARES if name in sources), (0.07, 0.09))
    return Part.HELD_OUT if share < held_out else Part.DEV if share < dev else Part.TRAIN


def measure_key(key: str) -> float:
    """A number from 0 to 1 that depends on the key alone."""
    digest = hashlib.sha256(f"{_SALT}{key}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:7], "big") / 2**56
