"""Coral's external moderation phase. Scores of the fake: idiot 0.95, stupid 0.92, silly 0.4, all else 0.02;
limits of the policy from the start: 0.35 and 0.7."""

import hashlib
import hmac
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

import httpx2
import pytest
from starlette.testclient import TestClient

from sayso.core import Attribute, Policy, Scores
from sayso.testing import FakeScorer
from sayso.web.service import Service

MakeClient = Callable[..., TestClient]
SECRET = "an example of a signing secret"
FLAG = {"actionType": "FLAG", "reason": "COMMENT_DETECTED_TOXIC"}


def make_request(body: str, action: str = "NEW") -> dict[str, Any]:
    """As in Coral's own guide."""
    return {
        "action": action,
        "comment": {"body": body, "parentID": None},
        "author": {"id": "baf4e943", "role": "COMMENTER"},
        "story": {"id": "245b3856", "url": "http://localhost:1313/posts/a-story-url/"},
        "site": {"id": "a4bede88"},
        "tenantID": "19ba5794",
        "tenantDomain": "localhost",
    }


def sign(content: bytes, secret: str = SECRET) -> str:
    return f"sha256={hmac.new(secret.encode(), content, hashlib.sha256).hexdigest()}"


def ask(
    client: TestClient, body: str, *, action: str = "NEW", signature: str | None = None, query: str = ""
) -> httpx2.Response:
    content = json.dumps(make_request(body, action), indent=2).encode()
    headers = {"content-type": "application/json", "X-Coral-Signature": signature or sign(content)}
    return client.post(f"/coral/moderate{query}", content=content, headers=headers)


def service_of(client: TestClient) -> Service:
    return cast(Any, client.app).state.service


@pytest.fixture
def coral(make_client: MakeClient) -> TestClient:
    """Patient, so that a slow machine leaves no comment unjudged."""
    return make_client(coral_secret=SECRET, coral_answer_ms=60_000)


@pytest.mark.parametrize("action", ["NEW", "EDIT"])
@pytest.mark.parametrize(
    ("body", "status", "content"),
    [
        ("What a nice day.", 204, None),
        ("<p>What a <b>silly</b> day.</p>", 200, {"actions": [FLAG]}),
        ("You stup<i>i</i>d one", 200, {"actions": [FLAG], "status": "SYSTEM_WITHHELD"}),
        ("", 204, None),
    ],
)
def test_a_comment_goes_on_is_flagged_or_is_withheld(
    coral: TestClient, action: str, body: str, status: int, content: dict[str, Any] | None
) -> None:
    answer = ask(coral, body, action=action)
    assert answer.status_code == status
    assert (answer.json() if answer.content else None) == content


def test_a_score_at_a_limit_is_over_it(make_client: MakeClient) -> None:
    scorer = FakeScorer({"soft": 0.35, "hard": 0.9})
    client = make_client(scorer, coral_secret=SECRET, coral_answer_ms=60_000)
    assert ask(client, "soft").json() == {"actions": [FLAG]}
    assert ask(client, "hard").json()["status"] == "SYSTEM_WITHHELD"


def test_limits_are_those_of_the_community(coral: TestClient) -> None:
    policy = Policy(community="strict", soft_limit=0.1, hard_limit=0.3)
    service_of(coral).store.policies.set(policy, actor="test")
    assert ask(coral, "silly", query="?community=strict").json()["status"] == "SYSTEM_WITHHELD"
    assert "status" not in ask(coral, "silly").json()


def test_only_watched_attributes_count(coral: TestClient) -> None:
    policy = Policy(community="sexual", attributes=(Attribute.SEXUALLY_EXPLICIT,))
    service_of(coral).store.policies.set(policy, actor="test")
    answer = ask(coral, "you idiot", query="?community=sexual")
    assert answer.json() == {"status": "PREMOD"}  # the fake does not score it: nobody has judged the comment
    policy = Policy(community="both", attributes=(Attribute.TOXICITY, Attribute.SEXUALLY_EXPLICIT))
    service_of(coral).store.policies.set(policy, actor="test")
    assert ask(coral, "nice", query="?community=both").json() == {"status": "PREMOD"}


def test_a_wrong_signature_is_refused(coral: TestClient) -> None:
    answer = ask(coral, "silly", signature="sha256=" + "0" * 64)
    assert answer.status_code == 401
    assert answer.json()["code"] == "not-allowed"


@pytest.mark.parametrize("signature", ["", "sha256=", "md5=abc", "sha256=ä", ",,,"])
def test_a_broken_signature_is_refused(coral: TestClient, signature: str) -> None:
    headers = {"X-Coral-Signature": signature.encode()}
    answer = coral.post("/coral/moderate", content=b"{}", headers=cast(Any, headers))
    assert answer.status_code == 401


def test_while_secrets_are_exchanged_one_of_two_signatures_is_enough(coral: TestClient) -> None:
    content = json.dumps(make_request("silly"), indent=2).encode()
    both = f"{sign(content, 'the new one')},{sign(content)}"
    answer = coral.post("/coral/moderate", content=content, headers={"X-Coral-Signature": both})
    assert answer.json() == {"actions": [FLAG]}


def test_without_a_secret_nobody_is_answered(client: TestClient) -> None:
    content = json.dumps(make_request("silly")).encode()
    headers = {"X-Coral-Signature": sign(content, "")}
    answer = client.post("/coral/moderate", content=content, headers=headers)
    assert answer.status_code == 401
    assert "SAYSO_CORAL_SECRET" in answer.json()["hint"]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"action": "DROP", "comment": {}}', b'{"action": "NEW"}', b"\xff"]
)
def test_what_is_no_request_of_corals_is_told_so(coral: TestClient, content: bytes) -> None:
    answer = coral.post("/coral/moderate", content=content, headers={"X-Coral-Signature": sign(content)})
    assert answer.status_code == 400
    assert "external moderation phase" in answer.json()["message"]


class BrokenScorer(FakeScorer):
    def score(self, texts: Sequence[str]) -> Scores:
        raise OSError("no model")


class HangingScorer(FakeScorer):
    """Does not answer before it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = threading.Event()

    def score(self, texts: Sequence[str]) -> Scores:
        self.may_answer.wait(60)
        return super().score(texts)


def test_what_cannot_be_judged_waits_for_a_moderator(make_client: MakeClient) -> None:
    client = make_client(BrokenScorer(), coral_secret=SECRET, coral_answer_ms=60_000)
    assert ask(client, "What a nice day.").json() == {"status": "PREMOD"}


def test_what_is_not_judged_in_time_waits_for_a_moderator(make_client: MakeClient) -> None:
    scorer = HangingScorer()
    client = make_client(scorer, coral_secret=SECRET, coral_answer_ms=50)
    answer = ask(client, "What a nice day.")
    assert not scorer.may_answer.is_set()
    scorer.may_answer.set()
    assert answer.json() == {"status": "PREMOD"}


def test_a_policy_can_let_pass_what_cannot_be_judged(make_client: MakeClient) -> None:
    client = make_client(BrokenScorer(), coral_secret=SECRET, coral_answer_ms=60_000)
    store = service_of(client).store
    store.policies.set(replace(store.policies.current("default"), shows_unjudged=True), actor="test")
    assert ask(client, "What a nice day.").status_code == 204


def test_a_comment_that_is_too_long_waits_for_a_moderator(coral: TestClient) -> None:
    assert ask(coral, "a " * 60_000).json() == {"status": "PREMOD"}


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("<a " * 30_000, id="too long to look into"),
        pytest.param("&#" + "9" * 5_000, id="a number that cannot be read"),
    ],
)
def test_broken_markup_waits_for_a_moderator(coral: TestClient, body: str) -> None:
    assert ask(coral, body).json() == {"status": "PREMOD"}


def test_markup_counts_for_the_length_of_a_comment(coral: TestClient) -> None:
    assert ask(coral, "nice" + "<b></b>" * 2_800).status_code == 204
    assert ask(coral, "nice" + "<b></b>" * 2_900).json() == {"status": "PREMOD"}


def test_half_a_surrogate_pair_is_no_way_around_the_model(coral: TestClient) -> None:
    assert ask(coral, "you idiot \ud800").json()["status"] == "SYSTEM_WITHHELD"


def test_a_request_that_cannot_be_signed_is_refused_before_its_body_is_read(coral: TestClient) -> None:
    def send() -> Iterator[bytes]:
        yield b"{"
        raise AssertionError("the body is read")

    for header in ({}, {"X-Coral-Signature": "sha256=short"}):
        answer = coral.post("/coral/moderate", content=send(), headers=header)
        assert answer.status_code == 401


def test_a_signed_request_larger_than_any_comment_waits_for_a_moderator(coral: TestClient) -> None:
    answer = ask(coral, "a" * 2_000_000)
    assert (answer.status_code, answer.json()) == (200, {"status": "PREMOD"})
    assert ask(coral, "a" * 2_000_000, signature="sha256=" + "0" * 64).status_code == 401
