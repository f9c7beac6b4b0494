"""Texts with nothing wrong in them: plain sentences about groups, everyday talk, reviews.

Nobody judged the talk and the reviews; a text with a profane word in it is left out.
"""

from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from sayso_lab.data import columns as col
from sayso_lab.data.define import Rows, Tables, define_set
from sayso_lab.data.rows import NO_GROUP, NOTHING_IMPLIED, NOTHING_WRONG, Row, make_row
from sayso_lab.data.wording import is_profane

_SEED = 11
_SHORTEST, _LONGEST = 12, 400
_EVERYDAY_PER_SOURCE = 1800
_REVIEWS = 6000


def _make_harmless(source: str, text: str) -> Row:
    return make_row(source, text, NOTHING_WRONG, groups=NO_GROUP, implied=NOTHING_IMPLIED, gold=0.0)


def _read_identity_neutral(tables: Tables) -> Rows:
    for text in tables["identity_neutral"]["comment"]:
        yield _make_harmless("identity_neutral", text)


def _read_everyday(tables: Tables) -> Rows:
    """As many texts of each of its sources, however much of it there is."""
    table = tables["everyday_text"]
    pools: dict[str, list[str]] = defaultdict(list)
    seen: set[str] = set()
    for source, text in zip(table["source"], table["text"], strict=True):
        if text not in seen and _SHORTEST <= len(text) <= _LONGEST:
            pools[source].append(text)
        seen.add(text)
    generator = np.random.RandomState(_SEED)
    for source in sorted(pools):
        yield from _read_clean("everyday", _draw(pools[source], _EVERYDAY_PER_SOURCE, generator))


def _read_reviews(tables: Tables) -> Rows:
    texts = list(dict.fromkeys(tables["reviews"]["text"]))
    yield from _read_clean("reviews", _draw(texts, _REVIEWS, np.random.RandomState(_SEED)))


def _draw(texts: list[str], at_most: int, generator: np.random.RandomState) -> list[str]:
    """`RandomState`, whose draws no later version of numpy may change."""
    places = generator.choice(len(texts), size=min(at_most, len(texts)), replace=False)
    return [texts[place] for place in places.tolist()]


def _read_clean(source: str, texts: Iterable[str]) -> Rows:
    return (_make_harmless(source, text) for text in texts if not is_profane(text))


IDENTITY_NEUTRAL = define_set(
    "identity_neutral", {"identity_neutral": {"comment": col.text()}}, _read_identity_neutral
)
EVERYDAY = define_set(
    "everyday", {"everyday_text": {"source": col.text(), "text": col.text()}}, _read_everyday
)
REVIEWS = define_set("reviews", {"reviews": {"text": col.text()}}, _read_reviews)
