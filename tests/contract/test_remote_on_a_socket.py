"""The remote scorers over a real connection: keys, time limits, retries."""

import pytest

from sayso.core import Attribute
from sayso.core.errors import RemoteBroken, RemoteRefused, RemoteTimeout
from sayso.scoring.openai import OpenAIScorer
from sayso.scoring.perspective import PerspectiveScorer
from sayso.scoring.remote import Retries, Wire
from sayso.testing import (
    Answer,
    HttpDouble,
    openai_double,
    perspective_double,
    perspective_quota,
    serve_on_socket,
)

ONCE = Wire(retries=Retries(attempts=1))


def test_many_texts_travel_at_once_and_keep_their_order() -> None:
    with serve_on_socket(perspective_double(key="hush")) as url:
        scorer = PerspectiveScorer(url=url, key="hush")
        column = scorer.score(["you idiot", "a fine day"] * 20).columns[Attribute.INSULT]
        scorer.close()
    assert column == [0.95, 0.02] * 20


def test_a_key_is_checked_in_the_query_and_in_the_header() -> None:
    with serve_on_socket(perspective_double(key="hush")) as url:
        scorer = PerspectiveScorer(url=url, key="loud")
        with pytest.raises(RemoteRefused, match="API key not valid"):
            scorer.score(["hello"])
        scorer.close()
    with serve_on_socket(openai_double(key="hush")) as url:
        other = OpenAIScorer(url=f"{url}/v1", key="loud")
        with pytest.raises(RemoteRefused, match="Incorrect API key"):
            other.score(["hello"])
        other.close()


def test_a_slow_service_times_out() -> None:
    with serve_on_socket(HttpDouble(lambda _: Answer(delay_s=0.5, content={}))) as url:
        scorer = PerspectiveScorer(url=url, key="", timeout_s=0.05, wire=ONCE)
        with pytest.raises(RemoteTimeout, match=r"did not answer within 0\.05 s"):
            scorer.score(["hello"])
        scorer.close()


def test_a_busy_service_is_asked_again() -> None:
    waits: list[float] = []
    double = perspective_double()
    double.plan(perspective_quota({"retry-after": "2"}))
    with serve_on_socket(double) as url:
        scorer = PerspectiveScorer(url=url, key="", wire=Wire(retries=Retries(sleep=waits.append)))
        assert scorer.score(["you idiot"]).row(0)[Attribute.TOXICITY] == 0.95
        scorer.close()
    assert waits == [2.0]


def test_nobody_at_the_address_is_a_broken_service() -> None:
    with serve_on_socket(perspective_double()) as url:
        pass
    scorer = OpenAIScorer(url=url, wire=ONCE)
    with pytest.raises(RemoteBroken, match=r"cannot be reached at 127\.0\.0\.1 \(ConnectError\)"):
        scorer.score(["hello"])
    scorer.close()
