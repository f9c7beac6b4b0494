"""What the score does without the flagged words, and with them alone (ERASER: DeYoung et al. 2020)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sayso.audit.explanations.posts import Post
from sayso.core import Scorer
from sayso.explaining.occlusion import read_toxicity

Array = NDArray[np.float64]
BLOCK = 512
"""Texts handed over at once; a score does not depend on it."""


@dataclass(frozen=True, slots=True)
class Faithfulness:
    """For each post how far the score falls without the flagged words, and with nothing else left."""

    comprehensiveness: Array
    sufficiency: Array


def measure_faithfulness(
    scorer: Scorer, posts: Sequence[Post], flagged: Sequence[Sequence[frozenset[int]]]
) -> list[Faithfulness]:
    """For each method, given by the places it flagged in each post."""
    whole = score_all(scorer, [post.text for post in posts])
    found: list[Faithfulness] = []
    for sets in flagged:
        pairs = list(zip(posts, sets, strict=True))
        without = score_all(
            scorer, [keep(post, frozenset(range(len(post.tokens))) - one) for post, one in pairs]
        )
        alone = score_all(scorer, [keep(post, one) for post, one in pairs])
        found.append(Faithfulness(whole - without, whole - alone))
    return found


def keep(post: Post, places: frozenset[int]) -> str:
    """The tokens at these places, as they stand in the post."""
    return " ".join(post.text[post.tokens[place].begin : post.tokens[place].end] for place in sorted(places))


def score_all(scorer: Scorer, texts: Sequence[str]) -> Array:
    blocks = [texts[begin : begin + BLOCK] for begin in range(0, len(texts), BLOCK)]
    return np.concatenate([np.empty(0), *(read_toxicity(scorer.score(block)) for block in blocks)])
