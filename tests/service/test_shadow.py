"""`--shadow perspective`: both scores are kept, and the client notices nothing."""

import time
from collections.abc import Callable
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

from sayso.core import Attribute
from sayso.core.errors import BadInput
from sayso.storage import ShadowRow
from sayso.testing import FakeScorer, perspective_double, perspective_quota, serve_on_socket
from sayso.web.service import Service

MakeClient = Callable[..., TestClient]
MakeService = Callable[..., Service]


def ask(client: TestClient, text: str, **more: Any) -> float:
    wanted: dict[str, Any] = {"TOXICITY": {}}
    body = {"comment": {"text": text}, "languages": ["en"], "requestedAttributes": wanted} | more
    answer = client.post("/v1alpha1/comments:analyze?key=any", json=body)
    return answer.json()["attributeScores"]["TOXICITY"]["summaryScore"]["value"]


def wait_for_rows(client: TestClient, count: int) -> list[ShadowRow]:
    service: Service = cast("Any", client.app).state.service
    deadline = time.monotonic() + 20
    while len(rows := list(service.store.shadows.rows())) < count:
        assert time.monotonic() < deadline, f"only {len(rows)} of {count} comparisons within 20 s"
        time.sleep(0.02)
    return rows


def test_both_scores_are_kept_without_the_text(make_client: MakeClient) -> None:
    double = perspective_double(FakeScorer({"goose": 0.9}, attributes=frozenset(Attribute)), key="theirs")
    with serve_on_socket(double) as url:
        client = make_client(shadow="perspective", perspective_url=url, perspective_key="theirs")
        assert ask(client, "You silly goose.") == 0.4
        (row,) = wait_for_rows(client, 1)
        metrics = client.get("/metrics").text
    assert (row.model, row.ours["TOXICITY"], row.theirs["TOXICITY"]) == ("fake.v1", 0.4, 0.9)
    assert 'sayso_shadow_total{outcome="kept"} 1.0' in metrics
    service: Service = cast("Any", client.app).state.service
    assert "goose" not in repr(list(service.store.ledger.entries()))


def test_what_may_not_be_stored_is_not_sent_on(make_client: MakeClient) -> None:
    double = perspective_double()
    with serve_on_socket(double) as url:
        client = make_client(shadow="perspective", perspective_url=url, perspective_key="theirs")
        ask(client, "Between us.", doNotStore=True)
        ask(client, "For everybody.")
        wait_for_rows(client, 1)
    assert [asked.json()["comment"]["text"] for asked in double.asked] == ["For everybody."]


def test_a_shadow_that_cannot_be_reached_costs_the_client_nothing(make_client: MakeClient) -> None:
    client = make_client(shadow="perspective", perspective_url="http://127.0.0.1:9", perspective_key="theirs")
    started = time.monotonic()
    assert ask(client, "You silly goose.") == 0.4
    assert time.monotonic() - started < 5


def test_a_shadow_over_its_quota_is_counted_as_failed(make_client: MakeClient) -> None:
    double = perspective_double()
    double.plan(*[perspective_quota()] * 50)
    with serve_on_socket(double) as url:
        client = make_client(
            shadow="perspective", perspective_url=url, perspective_key="theirs", remote_timeout_s=0.5
        )
        assert ask(client, "You silly goose.") == 0.4
        deadline = time.monotonic() + 20
        while 'sayso_shadow_total{outcome="failed"} 1.0' not in client.get("/metrics").text:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_without_a_key_for_perspective_there_is_no_shadow(make_service: MakeService) -> None:
    with pytest.raises(BadInput, match="SAYSO_PERSPECTIVE_KEY is empty"):
        make_service(shadow="perspective")
