"""Each method on each post, one at a time, and the time it took."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from sayso.audit.explanations.posts import Material, split_tokens
from sayso.core import Explainer, Span, WordWeight

Array = NDArray[np.float64]
Timer = Callable[[], float]
Watch = Callable[[int], None]
"""Called with how many texts are done."""


@dataclass(frozen=True, slots=True)
class Explained:
    """One method: for each post the weights of its tokens and the time, and all weights of the sample."""

    name: str
    weights: tuple[Array, ...]
    times_ms: Array
    sample: Array


def explain_all(
    explainers: Sequence[Explainer],
    material: Material,
    *,
    timer: Timer = perf_counter,
    watch: Watch = lambda _done: None,
) -> list[Explained]:
    """The methods take turns on every post, so that whatever else the machine does slows them alike."""
    weights: dict[str, list[Array]] = {explainer.name: [] for explainer in explainers}
    times: dict[str, list[float]] = {explainer.name: [] for explainer in explainers}
    for explainer in explainers:
        explainer.explain([material.posts[0].text])  # the first call of a model is slow
    for done, post in enumerate(material.posts, start=1):
        for explainer in explainers:
            began_at = timer()
            (words,) = explainer.explain([post.text])
            times[explainer.name].append(1000 * (timer() - began_at))
            weights[explainer.name].append(weigh_tokens(post.tokens, words))
        watch(done)
    samples = _weigh_sample(explainers, material, weights, watch=watch)
    return [
        Explained(name, tuple(found), np.array(times[name], np.float64), samples[name])
        for name, found in weights.items()
    ]


def _weigh_sample(
    explainers: Sequence[Explainer],
    material: Material,
    weights: Mapping[str, Sequence[Array]],
    *,
    watch: Watch,
) -> dict[str, Array]:
    """All weights of the sample; posts that were explained already are not explained again."""
    places = {post.text: place for place, post in enumerate(material.posts)}
    found: dict[str, list[Array]] = {explainer.name: [np.empty(0)] for explainer in explainers}
    for done, text in enumerate(material.sample, start=len(material.posts) + 1):
        for explainer in explainers:
            known = places.get(text)
            found[explainer.name].append(
                weights[explainer.name][known]
                if known is not None
                else weigh_tokens(split_tokens(text), explainer.explain([text])[0])
            )
        watch(done)
    return {name: np.concatenate(columns) for name, columns in found.items()}


def weigh_tokens(tokens: Sequence[Span], words: Sequence[WordWeight]) -> Array:
    """For each token the heaviest word that touches it; 0 where none does."""
    found = np.zeros(len(tokens), np.float64)
    for place, token in enumerate(tokens):
        touching = (word.weight for word in words if word.span.overlaps(token))
        found[place] = max(touching, default=0.0)
    return found
