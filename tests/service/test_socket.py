"""What only a real connection shows: targets as proxies send them, bodies in chunks, a prefix, a stop."""

import json
import socket
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from sayso.core import Scores
from sayso.testing import FakeScorer

MakeLive = Callable[..., Any]


def exchange(live: Any, request: bytes) -> bytes:
    """Sends bytes as they are and reads until the server closes."""
    with socket.create_connection((live.host, live.port), timeout=10) as connection:
        connection.sendall(request)
        answer = b""
        while chunk := connection.recv(65536):
            answer += chunk
    return answer


def test_a_request_for_headers_gets_no_body(live: Any) -> None:
    answer = exchange(live, b"HEAD /errors HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    head, _, content = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200")
    assert b"content-length: 0" not in head
    assert content == b""


def test_an_absolute_target_as_sent_to_a_proxy_is_answered(live: Any) -> None:
    body = b'{"comment": {"text": "you idiot"}, "languages": ["en"], "requestedAttributes": {"TOXICITY": {}}}'
    answer = exchange(
        live,
        b"POST https://commentanalyzer.googleapis.com/v1alpha1/comments:analyze?key=any HTTP/1.1\r\n"
        b"Host: commentanalyzer.googleapis.com\r\nContent-Type: application/json\r\nConnection: close\r\n"
        b"Content-Length: %d\r\n\r\n%s" % (len(body), body),
    )
    head, _, content = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200")
    assert json.loads(content)["attributeScores"]["TOXICITY"]["summaryScore"]["value"] == 0.95


def test_a_chunked_body_without_end_is_cut_off(make_live: MakeLive) -> None:
    live = make_live(max_body_bytes=4096)
    head = b"POST /api/v1/analyze HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    head += b"Transfer-Encoding: chunked\r\n\r\n"
    answer = exchange(live, head + b"400\r\n" + b" " * 1024 + b"\r\n" + b"f00\r\n" + b" " * 3840 + b"\r\n")
    assert answer.startswith(b"HTTP/1.1 413")
    assert b'"body-too-large"' in answer


def test_the_server_does_not_name_its_software(live: Any) -> None:
    assert "uvicorn" not in str(httpx.get(f"{live.url}/healthz").headers)


@pytest.mark.parametrize(("arrives", "path"), [("passed", "/sayso"), ("stripped", "")])
def test_a_prefix_may_be_stripped_by_the_proxy_or_not(make_live: MakeLive, arrives: str, path: str) -> None:
    live = make_live(path_prefix="/sayso", path_prefix_arrives=arrives, auth="open")
    answers = [
        httpx.post(f"{live.url}{path}/api/v1/analyze", json={"text": "idiot"}),
        httpx.post(f"{live.url}{path}/v1/moderations", json={"input": "idiot"}),
        httpx.get(f"{live.url}{path}/healthz"),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert httpx.get(f"{live.url}{path}/nothing").json()["docs"] == "/sayso/errors#not-found"
    assert httpx.get(f"{live.url}{path}/openapi.json").json()["servers"] == [{"url": "/sayso"}]
    discovery = httpx.get(f"{live.url}{path}/$discovery/rest?version=v1alpha1").json()
    assert discovery["rootUrl"] == f"{live.url}/sayso/"


def test_a_stop_finishes_what_was_accepted(make_live: MakeLive) -> None:
    class Slow(FakeScorer):
        def __init__(self) -> None:
            super().__init__()
            self.is_running = threading.Event()
            self.gate = threading.Event()

        def score(self, texts: Sequence[str]) -> Scores:
            self.is_running.set()
            assert self.gate.wait(10)
            return super().score(texts)

    scorer = Slow()
    live = make_live(scorer)
    with ThreadPoolExecutor() as pool:
        asking = pool.submit(httpx.post, f"{live.url}/api/v1/analyze", json={"text": "idiot"}, timeout=20)
        assert scorer.is_running.wait(10)
        live.stop()
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{live.url}/healthz")
        scorer.gate.set()
        assert asking.result().json()["results"][0]["scores"]["TOXICITY"] == 0.95


def test_many_clients_at_once_share_runs_of_the_model(make_live: MakeLive) -> None:
    class Slow(FakeScorer):
        """So slow that the other clients' texts wait for the next run."""

        def score(self, texts: Sequence[str]) -> Scores:
            time.sleep(0.25)
            return super().score(texts)

    scorer = Slow()
    live = make_live(scorer)
    with httpx.Client(limits=httpx.Limits(max_connections=32)) as http, ThreadPoolExecutor(32) as pool:

        def ask(number: int) -> float:
            answer = http.post(f"{live.url}/api/v1/analyze", json={"text": f"idiot number {number}"})
            return answer.json()["results"][0]["scores"]["TOXICITY"]

        scores = list(pool.map(ask, range(300)))
    assert scores == [0.95] * 300
    assert sum(scorer.calls) == 300
    assert len(scorer.calls) < 150  # about ten, if all 32 share each run
