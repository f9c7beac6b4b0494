"""The platform is told what authors say is wrong: signed, off the request's path, until it has heard it."""

import asyncio
import base64
import hashlib
import hmac
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from sayso.author.objections import ObjectionService, Said, make_webhook_sender
from sayso.author.webhook_sender import WebhookSender
from sayso.core.errors import BadInput, StoreError
from sayso.scoring.gathering import BatchingScorer
from sayso.storage import Delivery, NewObjection, Store, tables
from sayso.testing import FakeScorer, serve_on_socket
from sayso.testing.http_double import Answer, Asked, HttpDouble, Message, Receive, Send
from sayso.web.app import create_app
from sayso.web.service import Service

MakeService = Callable[..., Service]
SECRET = "whsec_" + base64.b64encode(b"between us").decode()
NOBODY = "http://127.0.0.1:9/hook"
BODY = {"text": "you silly goose", "begin": 4, "end": 9, "kind": "false_alarm", "comment": "a joke"}


@pytest.fixture
def platform() -> HttpDouble:
    return HttpDouble(lambda _asked: Answer(204, content=b""))


def wait_for(what: Callable[[], Any], *, seconds: float = 20) -> Any:
    deadline = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < deadline, f"not within {seconds} s"
        time.sleep(0.02)
    return found


def send(client: TestClient, **more: Any) -> dict[str, str]:
    answer = client.post("/api/v1/author/feedback", json=BODY | more)
    assert answer.status_code == 201, answer.text
    return answer.json()


def store_of(client: TestClient) -> Store:
    return cast("Any", client.app).state.service.store


def open_client(make_service: MakeService, url: str) -> TestClient:
    service = make_service(
        objection_webhook_url=url, objection_webhook_secret=SECRET, public_url="https://forum.example"
    )
    return TestClient(create_app(service), raise_server_exceptions=False)


def check_signature(asked: Asked) -> None:
    signed = f"{asked.headers['webhook-id']}.{asked.headers['webhook-timestamp']}.".encode() + asked.body
    digest = hmac.new(b"between us", signed, hashlib.sha256).digest()
    assert asked.headers["webhook-signature"] == "v1," + base64.b64encode(digest).decode()
    assert abs(int(asked.headers["webhook-timestamp"]) - time.time()) < 60


def test_the_platform_is_told_everything_signed(make_service: MakeService, platform: HttpDouble) -> None:
    with serve_on_socket(platform) as url, open_client(make_service, f"{url}/hooks/sayso") as client:
        receipt = send(client)
        wait_for(lambda: platform.asked)
        wait_for(lambda: store_of(client).outbox.wait_s() is None)
        metrics = client.get("/metrics").text
    (asked,) = platform.asked
    check_signature(asked)
    assert (asked.method, asked.path) == ("POST", "/hooks/sayso")
    assert asked.headers["content-type"] == "application/json"
    told = asked.json()
    assert told["type"] == "feedback.created"
    assert told["data"].pop("scores")["TOXICITY"] == 0.4
    assert told["data"] == {
        "id": receipt["id"],
        "url": receipt["url"],
        "kind": "false_alarm",
        "model": "fake.v1",
        "community": "default",
        "begin": 4,
        "end": 9,
        "text": "you silly goose",
        "comment": "a joke",
    }
    assert 'sayso_webhooks_total{outcome="told"} 1.0' in metrics


def test_a_double_click_is_told_once(make_service: MakeService, platform: HttpDouble) -> None:
    with serve_on_socket(platform) as url, open_client(make_service, url) as client:
        send(client)
        send(client)
        last = send(client, comment="another")
        wait_for(lambda: [asked for asked in platform.asked if asked.json()["data"]["id"] == last["id"]])
        wait_for(lambda: store_of(client).outbox.wait_s() is None)
    assert len(platform.asked) == 2


@pytest.mark.parametrize("first", [Answer(500), Answer(404), Answer(302, headers={"location": "/elsewhere"})])
def test_a_platform_that_refuses_is_told_again_under_the_same_id(
    make_service: MakeService, platform: HttpDouble, first: Answer
) -> None:
    platform.plan(first)
    with serve_on_socket(platform) as url, open_client(make_service, f"{url}/hook") as client:
        send(client)
        wait_for(lambda: len(platform.asked) == 2)
        wait_for(lambda: store_of(client).outbox.wait_s() is None)
        metrics = client.get("/metrics").text
    assert len({asked.headers["webhook-id"] for asked in platform.asked}) == 1
    assert {asked.path for asked in platform.asked} == {"/hook"}
    for asked in platform.asked:
        check_signature(asked)
    assert 'sayso_webhooks_total{outcome="failed"} 1.0' in metrics


def test_a_platform_that_hangs_slows_nobody_and_is_told_after_a_restart(
    make_service: MakeService, platform: HttpDouble
) -> None:
    platform.plan(*[Answer(204, delay_s=60)] * 3)
    with serve_on_socket(platform) as url:
        started = time.monotonic()
        with open_client(make_service, url) as client:
            receipts = [send(client, comment=str(number)) for number in range(3)]
            wait_for(lambda: len(platform.asked) == 3)
            assert client.get("/readyz").status_code == 200
            assert client.post("/api/v1/analyze", json={"text": "hello"}).status_code == 200
        assert time.monotonic() - started < 8  # the stop too, well before the time-out of an attempt
        with open_client(make_service, url) as client:
            wait_for(lambda: store_of(client).outbox.wait_s() is None)
    ids = {receipt["id"] for receipt in receipts}
    assert {asked.json()["data"]["id"] for asked in platform.asked[:3]} == ids
    assert {asked.json()["data"]["id"] for asked in platform.asked[3:]} == ids
    assert len({asked.headers["webhook-id"] for asked in platform.asked}) == 3


def test_a_platform_that_is_away_is_told_after_a_restart(
    make_service: MakeService, platform: HttpDouble
) -> None:
    with open_client(make_service, NOBODY) as client:
        receipt = send(client)
    with serve_on_socket(platform) as url, open_client(make_service, url) as client:
        wait_for(lambda: platform.asked)
        wait_for(lambda: store_of(client).outbox.wait_s() is None)
    assert platform.asked[0].json()["data"]["id"] == receipt["id"]


def test_what_was_withdrawn_or_erased_meanwhile_is_not_told(
    make_service: MakeService, platform: HttpDouble
) -> None:
    with open_client(make_service, NOBODY) as client:
        link = send(client, session="session 1")["url"]
        kept = send(client, session="session 2", comment="other")
        client.post(f"{link}/withdraw")
        store_of(client).texts.erase_person("session 2")
    with serve_on_socket(platform) as url, open_client(make_service, url) as client:
        wait_for(lambda: store_of(client).outbox.wait_s() is None)
    (asked,) = platform.asked
    told = asked.json()["data"]
    assert (told["id"], told["text"], told["comment"]) == (kept["id"], None, None)


def test_without_an_address_nothing_waits_to_be_told(make_service: MakeService) -> None:
    with TestClient(create_app(make_service())) as client:
        send(client)
        assert store_of(client).outbox.wait_s() is None


@pytest.mark.parametrize(("secret", "words"), [("", "is empty"), ("whsec_?", "other than base64")])
def test_a_service_that_could_not_sign_does_not_start(
    make_service: MakeService, secret: str, words: str
) -> None:
    with pytest.raises(BadInput, match=words):
        make_service(
            objection_webhook_url=NOBODY, objection_webhook_secret=secret, public_url="https://a.example"
        )


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path / 'sayso.db'}") as store:
        yield store


def add(store: Store, content: str = "lone \ud83d half") -> None:
    with store.transaction() as transaction:
        new = NewObjection("missed", content, 0, 0, {}, "fake.v1")
        store.objections.add(transaction, new, root="https://example.org")


def test_after_so_many_attempts_it_is_given_up(store: Store, platform: HttpDouble) -> None:
    platform.plan(*[Answer(503)] * 3)
    outcomes: list[str] = []
    add(store)
    with serve_on_socket(platform) as url:
        sender = WebhookSender(
            store.outbox,
            describe=lambda _delivery: b"{}",
            url=url,
            key=b"key",
            count=outcomes.append,
            retries_s=(0.01, 0.01),
        )
        sender.start()
        wait_for(lambda: store.outbox.wait_s() is None)
        sender.close()
    assert outcomes == ["failed", "failed", "given up"]
    assert len(platform.asked) == 3


def test_a_slow_answer_is_cut_off(store: Store, platform: HttpDouble) -> None:
    platform.plan(Answer(204, delay_s=30))
    outcomes: list[str] = []
    add(store)
    with serve_on_socket(platform) as url:
        sender = WebhookSender(
            store.outbox,
            describe=lambda _delivery: b"{}",
            url=url,
            key=b"key",
            count=outcomes.append,
            retries_s=(0.01,) * 50,  # on a slow machine a prompt answer may come too late as well
            timeout_s=0.2,
        )
        sender.start()
        wait_for(lambda: "told" in outcomes, seconds=60)
        sender.close()
    assert (outcomes[0], outcomes[-1]) == ("failed", "told")


def test_words_that_have_no_utf_8_can_be_told(store: Store, platform: HttpDouble) -> None:
    add(store)
    with serve_on_socket(platform) as url:
        sender = make_webhook_sender(store, url=url, key=b"key", count=lambda _outcome: None)
        sender.start()
        wait_for(lambda: store.outbox.wait_s() is None)
        sender.close()
    assert platform.asked[0].json()["data"]["text"] == "lone \ud83d half"


@pytest.mark.parametrize("error", [StoreError("away"), ZeroDivisionError()])
def test_whatever_fails_the_courier_tries_again(
    store: Store, platform: HttpDouble, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr("sayso.author.webhook_sender.LOOK_S", 0.05)
    monkeypatch.setattr("sayso.author.webhook_sender.LEASE", timedelta(seconds=0.1))
    add(store)
    failures = iter([error, error])

    def describe(_delivery: Delivery) -> bytes:
        for failure in failures:
            raise failure
        return b"{}"

    with serve_on_socket(platform) as url:
        sender = WebhookSender(
            store.outbox, describe=describe, url=url, key=b"k", count=lambda _outcome: None
        )
        sender.start()
        wait_for(lambda: store.outbox.wait_s() is None)
        sender.close()
    assert platform.asked[-1].body == b"{}"


@pytest.mark.parametrize("error", [StoreError("away"), ZeroDivisionError()])
def test_an_outbox_that_cannot_be_read_is_read_later(
    store: Store, platform: HttpDouble, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr("sayso.author.webhook_sender.LOOK_S", 0.05)
    add(store)
    failures, claim = iter([error]), store.outbox.claim

    def fail_first(*, at_most: int, lease: timedelta) -> list[Delivery]:
        for failure in failures:
            raise failure
        return claim(at_most=at_most, lease=lease)

    monkeypatch.setattr(store.outbox, "claim", fail_first)
    with serve_on_socket(platform) as url:
        sender = make_webhook_sender(store, url=url, key=b"key", count=lambda _outcome: None)
        sender.start()
        wait_for(lambda: store.outbox.wait_s() is None)
        sender.close()
    assert len(platform.asked) == 1


def test_no_more_are_tried_at_once_than_there_are_hands(
    store: Store, platform: HttpDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sayso.author.webhook_sender.AT_ONCE", 1)
    may_answer = threading.Event()

    async def hold_answers(scope: Message, receive: Receive, send: Send) -> None:
        """Hears everything at once, and says nothing before it is let."""

        async def send_later(message: Message) -> None:
            while not may_answer.is_set():
                await asyncio.sleep(0.01)
            await send(message)

        await platform(scope, receive, send_later)

    add(store)
    with serve_on_socket(hold_answers) as url:
        sender = make_webhook_sender(store, url=url, key=b"key", count=lambda _outcome: None)
        sender.start()
        wait_for(lambda: platform.asked)
        add(store, "another")
        sender.wake()
        time.sleep(0.1)
        assert len(platform.asked) == 1
        may_answer.set()
        wait_for(lambda: store.outbox.wait_s() is None)
        sender.close()
    assert len(platform.asked) == 2


def test_what_is_no_more_is_not_told(store: Store, platform: HttpDouble) -> None:
    with store.transaction() as transaction:
        store.outbox.add(transaction, objection_id="0" * 16, root="https://example.org")
    with serve_on_socket(platform) as url:
        sender = make_webhook_sender(store, url=url, key=b"key", count=lambda _outcome: None)
        sender.start()
        wait_for(lambda: store.outbox.wait_s() is None)
        sender.close()
    assert platform.asked == []


def test_a_courier_that_never_ran_can_be_closed_and_woken(store: Store) -> None:
    sender = make_webhook_sender(store, url=NOBODY, key=b"key", count=lambda _outcome: None)
    sender.wake()
    sender.close()
    assert store.outbox.wait_s() is None


def say(text: str) -> Said:
    return Said("missed", text, 0, 0, comment="", community="default", actor="", person="")


@pytest.mark.anyio
async def test_who_sent_it_is_forgotten_without_anybody_else_coming(store: Store) -> None:
    objections = ObjectionService(store, BatchingScorer(FakeScorer()), forget_after=timedelta(seconds=3))
    objections.start()
    for number in range(2):
        await objections.keep(say(f"text {number}"), client="192.0.2.1", root="")
        await asyncio.sleep(0.1)
    assert len(read_fingerprints(store)) == 2
    deadline = time.monotonic() + 30
    while read_fingerprints(store) and time.monotonic() < deadline:
        await asyncio.sleep(0.05)
    assert read_fingerprints(store) == []
    await objections.close()


@pytest.mark.anyio
async def test_who_sent_it_is_forgotten_at_the_end(store: Store) -> None:
    objections = ObjectionService(store, BatchingScorer(FakeScorer()))
    objections.start()
    await objections.keep(say("text"), client="192.0.2.1", root="")
    await objections.close()
    store.submit(lambda _transaction: None).result(timeout=10)
    assert read_fingerprints(store) == []


def read_fingerprints(store: Store) -> list[str]:
    column = tables.objections.c.fingerprint
    with store.transaction() as transaction:
        return list(transaction.connection.execute(select(column).where(column.is_not(None))).scalars())
