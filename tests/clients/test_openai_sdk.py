"""The unmodified openai SDK on `/v1/moderations`."""

from collections.abc import Callable
from typing import Protocol

from openai import OpenAI
from tests.live import LiveServer

from sayso.core import Policy
from sayso.testing import FakeScorer


class Server(Protocol):
    @property
    def root(self) -> str: ...


def test_moderations_flag_an_insult_and_not_a_compliment(server: Server) -> None:
    with OpenAI(base_url=f"{server.root}/v1", api_key="any key") as client:
        answer = client.moderations.create(input=["You stupid idiot.", "You are a wonderful person."])
    rude, kind = answer.results
    assert rude.category_scores.harassment > kind.category_scores.harassment
    assert (rude.flagged, kind.flagged) == (True, False)


def test_a_community_says_from_which_score_on_its_texts_are_flagged(
    make_live: Callable[..., LiveServer],
) -> None:
    live = make_live(FakeScorer({"silly": 0.4}), auth="keys")
    _, secret = live.service.store.keys.create("site", community="forum")
    with OpenAI(base_url=f"{live.url}/v1", api_key=secret) as client:
        before = client.moderations.create(input="You silly goose.")
        live.service.store.policies.set(Policy("forum", flag_limit=0.3))
        after = client.moderations.create(input="You silly goose.")
    assert (before.results[0].flagged, after.results[0].flagged) == (False, True)
