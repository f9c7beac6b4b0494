"""What methods are held against: posts whose words people marked, and a sample to match the cut-offs on."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from sayso.audit.evaluation.cases import Cases
from sayso.core import Span
from sayso.core.errors import BadFile

T = TypeVar("T")
_TOKEN = re.compile(r"[^ ]+")


@dataclass(frozen=True, slots=True)
class Post:
    """A post, its tokens, and the places of those that most people marked."""

    text: str = field(repr=False)
    tokens: tuple[Span, ...]
    marked: frozenset[int]


@dataclass(frozen=True, slots=True)
class Material:
    """`posts` are measured on; `sample` is what a text of the file looks like, whatever its class."""

    source: str
    posts: tuple[Post, ...]
    sample: tuple[str, ...] = field(repr=False)
    notes: tuple[str, ...] = ()


def gather(cases: Cases, *, limit: int | None, sample: int, seed: int) -> Material:
    """At most `limit` posts with a majority rationale, and `sample` texts; both drawn by the seed."""
    posts = find_posts(cases)
    if not posts:
        raise BadFile(
            f"{cases.source} has no post in which most people marked a word.",
            hint="It needs hateful or offensive posts with rationales, as HateXplain has them.",
        )
    few = f"Drawn from {len(posts):,} posts with a majority rationale." if limit else ""
    chosen = draw(posts, limit, seed=seed)
    return Material(
        cases.source, tuple(chosen), tuple(draw(cases.texts, sample, seed=seed)), (few,) if few else ()
    )


def find_posts(cases: Cases) -> list[Post]:
    if cases.tokens is None:
        return []
    found = [
        Post(text, spans, frozenset(place for place, is_marked in enumerate(marked) if is_marked))
        for text, spans, marked in zip(cases.texts, cases.tokens.spans, cases.tokens.marked, strict=True)
    ]
    return [post for post in found if post.marked]


def split_tokens(text: str) -> tuple[Span, ...]:
    """The tokens of a text that was joined from them with spaces."""
    return tuple(Span(*match.span()) for match in _TOKEN.finditer(text))


def draw(items: Sequence[T], count: int | None, *, seed: int) -> list[T]:
    """So many of them by chance, in their order; all where there are no more."""
    if count is None or count >= len(items):
        return list(items)
    places = np.random.default_rng(seed).choice(len(items), count, replace=False)
    return [items[place] for place in sorted(places.tolist())]
