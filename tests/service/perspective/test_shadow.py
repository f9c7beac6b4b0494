"""What a shadow is offered: comments that may be kept, with our scores on the other service's scale."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from sayso.audit.shadow.comparing import Comparison, ShadowComparer
from sayso.core import Attribute, Scorer
from sayso.testing import FakeScorer
from sayso.web.app import create_app
from sayso.web.service import Service

Compare = Callable[..., list[Comparison]]


@pytest.fixture
def compare(make_service: Callable[..., Service]) -> Compare:
    """`compare(*more)`: asks once with each of these; gives what a shadow that dreads geese kept."""
    kept: list[Comparison] = []

    async def keep(comparison: Comparison) -> None:
        kept.append(comparison)

    def ignore(outcome: str) -> None: ...

    def ask(*requests: dict[str, Any], scorer: Scorer | None = None, **settings: Any) -> list[Comparison]:
        shadow = ShadowComparer(FakeScorer({"goose": 0.9}), keep=keep, count=ignore)
        base: dict[str, Any] = {"comment": {"text": "Silly goose."}, "requestedAttributes": {"TOXICITY": {}}}
        with TestClient(create_app(replace(make_service(scorer, **settings), shadow=shadow))) as client:
            answers = [client.post("/v1alpha1/comments:analyze", json=base | more) for more in requests]
        assert {answer.status_code for answer in answers} == {200}
        return kept

    return ask


def test_a_comment_is_compared_in_the_community_it_names(compare: Compare) -> None:
    (comparison,) = compare({"communityId": "geese"})
    assert (comparison.content, comparison.community, comparison.model) == (
        "Silly goose.",
        "geese",
        "fake.v1",
    )
    assert (comparison.ours[Attribute.TOXICITY], comparison.theirs[Attribute.TOXICITY]) == (0.4, 0.9)


def test_a_comment_that_must_not_be_stored_is_not_compared(compare: Compare) -> None:
    kept = compare({"doNotStore": True}, {"comment": {"text": "Another goose."}})
    assert [comparison.content for comparison in kept] == ["Another goose."]


class HalfMap:
    def apply(self, attribute: Attribute, scores: Sequence[float]) -> list[float]:
        return [score / 2 for score in scores]


class MappedScorer(FakeScorer):
    scale_map = HalfMap()


@pytest.mark.parametrize("scale", ["sayso", "perspective"])
def test_our_score_is_on_perspectives_scale_whatever_the_client_reads(compare: Compare, scale: str) -> None:
    (comparison,) = compare({}, scale=scale, scorer=MappedScorer())
    assert comparison.ours[Attribute.TOXICITY] == 0.2  # half of the 0.4 for "silly"
