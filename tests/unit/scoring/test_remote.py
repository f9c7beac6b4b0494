"""Calls to other services: what is tried again, for how long, and what is said when it fails."""

import json
import logging
import threading

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Attribute
from sayso.core.errors import RemoteBroken, RemoteError, RemoteQuota, RemoteRefused, RemoteTimeout
from sayso.scoring.failures import Failure, Service
from sayso.scoring.remote import MAX_BYTES, KeyInQuery, RemoteClient, Retries, Wire, score_pieces, split_text
from sayso.testing import (
    Answer,
    HttpDouble,
    openai_error,
    perspective_bad_key,
    perspective_error,
    perspective_quota,
)

SERVICE = Service("Teapot", "SAYSO_TEAPOT_KEY")
KEY = "hush-key"


class Pot:
    """A client of a double; `waits` are the pauses it made. Jitter is 1, so waits are 0.5, 1, 2 ..."""

    def __init__(self, *answers: Answer | Exception, attempts: int = 3) -> None:
        self.waits: list[float] = []
        self.double = HttpDouble(lambda asked: Answer(content={"brewed": asked.json()["tea"]}))
        self.double.plan(*answers)
        retries = Retries(attempts=attempts, sleep=self.waits.append, jitter=lambda: 1.0)
        wire = Wire(transport=self.double.transport(), retries=retries)
        self.client = RemoteClient(SERVICE, url="https://pot.example/v1", key=KEY, timeout_s=2, wire=wire)

    def brew(self, tea: str = "a strong oolong from the hills") -> object:
        return self.client.post("/brew", {"tea": tea}, hidden=[tea])

    def fail(self, tea: str = "a strong oolong from the hills") -> RemoteError:
        with pytest.raises(RemoteError) as caught:
            self.brew(tea)
        return caught.value


def test_an_answer_comes_back_as_it_is() -> None:
    pot = Pot()
    assert pot.brew("mint") == {"brewed": "mint"}
    assert [asked.path for asked in pot.double.asked] == ["/v1/brew"]
    assert pot.waits == []


@pytest.mark.parametrize(
    "failure",
    [
        Answer(429, {}),
        Answer(500, {}),
        Answer(503, b"<html>"),
        httpx.ReadTimeout("slow"),
        httpx.ConnectError("nobody"),
    ],
)
def test_what_may_pass_is_tried_again_with_doubling_waits(failure: Answer | Exception) -> None:
    pot = Pot(failure, failure)
    assert pot.brew("mint") == {"brewed": "mint"}
    assert pot.waits == [0.5, 1.0]


@pytest.mark.parametrize(("jitter", "wait_s"), [(0.0, 0.25), (0.5, 0.375), (1.0, 0.5)])
def test_jitter_takes_up_to_half_of_a_wait(jitter: float, wait_s: float) -> None:
    failure = Failure(RemoteBroken("broken"), retry=True)
    assert Retries(jitter=lambda: jitter).wait_s(0, failure) == wait_s


def test_a_wait_never_grows_beyond_the_longest() -> None:
    failure = Failure(RemoteBroken("broken"), retry=True)
    assert Retries(attempts=99, jitter=lambda: 1.0).wait_s(20, failure) == 30.0


@pytest.mark.parametrize(
    ("headers", "wait_s"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "Tue, 01 Dec 2026 12:00:09 GMT", "date": "Tue, 01 Dec 2026 12:00:00 GMT"}, 9.0),
        ({"retry-after": "Tue, 01 Dec 2026 12:00:09 GMT"}, 0.5),
        ({"retry-after": "soon"}, 0.5),
        ({"retry-after": "-3"}, 0.0),
    ],
)
def test_the_wait_that_the_service_asks_for_is_honoured(headers: dict[str, str], wait_s: float) -> None:
    pot = Pot(Answer(429, {}, headers))
    pot.brew()
    assert pot.waits == [wait_s]


def test_the_delay_in_googles_error_details_is_honoured() -> None:
    pot = Pot(Answer(429, {"error": {"details": [{"retryDelay": "4s"}]}}))
    pot.brew()
    assert pot.waits == [4.0]


def test_a_wait_of_an_hour_is_not_made_but_reported() -> None:
    pot = Pot(perspective_quota({"retry-after": "3600"}))
    error = pot.fail()
    assert isinstance(error, RemoteQuota)
    assert (error.retry_after_s, pot.waits) == (3600.0, [])
    assert error.hint == "Wait 3600 s, or ask Teapot for more."


def test_quota_is_told_apart() -> None:
    pot = Pot(*[perspective_quota()] * 3)
    error = pot.fail()
    assert isinstance(error, RemoteQuota)
    assert error.message == (
        "Teapot says: too many requests (429 RATE_LIMIT_EXCEEDED): "
        "Quota exceeded for quota metric 'Analysis requests (AnalyzeComment)'."
    )
    assert pot.waits == [0.5, 1.0]


def test_a_quota_that_is_used_up_for_good_is_not_tried_again() -> None:
    pot = Pot(openai_error(429, "You exceeded your current quota.", "insufficient_quota"))
    assert isinstance(pot.fail(), RemoteQuota)
    assert pot.waits == []


def test_exhausted_resources_are_quota_whatever_the_status() -> None:
    body = {"error": {"code": 403, "message": "Daily limit.", "status": "RESOURCE_EXHAUSTED"}}
    assert isinstance(Pot(*[Answer(403, body)] * 3).fail(), RemoteQuota)


@pytest.mark.parametrize(
    ("answer", "message", "hint"),
    [
        (
            perspective_bad_key(),
            "Teapot refused the request (400 API_KEY_INVALID): "
            "API key not valid. Please pass a valid API key.",
            "Check the key in SAYSO_TEAPOT_KEY.",
        ),
        (
            openai_error(401, "Incorrect API key provided.", "invalid_api_key"),
            "Teapot refused the request (401 invalid_api_key): Incorrect API key provided.",
            "Check the key in SAYSO_TEAPOT_KEY.",
        ),
        (
            perspective_error("COMMENT_TOO_LONG", "Comment text too long."),
            "Teapot refused the request (400 COMMENT_TOO_LONG): Comment text too long.",
            "",
        ),
        (
            Answer(403, b"<html>no</html>"),
            "Teapot refused the request (403).",
            "Check the key in SAYSO_TEAPOT_KEY.",
        ),
        (Answer(404, {"error": "gone"}), "Teapot refused the request (404).", ""),
    ],
)
def test_a_refusal_is_quoted_and_not_tried_again(answer: Answer, message: str, hint: str) -> None:
    pot = Pot(answer)
    error = pot.fail()
    assert isinstance(error, RemoteRefused)
    assert (error.message, error.hint, pot.waits) == (message, hint, [])


def test_a_time_out_says_how_long_it_waited() -> None:
    error = Pot(*[httpx.ReadTimeout("slow")] * 3).fail()
    assert isinstance(error, RemoteTimeout)
    assert error.message == "Teapot did not answer within 2 s."


def test_an_unreachable_service_is_named_by_its_host() -> None:
    error = Pot(*[httpx.ConnectError("refused")] * 3).fail()
    assert isinstance(error, RemoteBroken)
    assert error.message == "Teapot cannot be reached at pot.example (ConnectError)."


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Answer(200, b"<html>"), "Teapot answered something unreadable: not JSON."),
        (Answer(200, b"\xff\xfe"), "Teapot answered something unreadable: not JSON."),
        (Answer(200, [1]), "Teapot answered something unreadable: not a JSON object."),
        (Answer(301, {}, {"location": "/"}), "Teapot failed (301)."),
    ],
)
def test_an_unreadable_answer_is_broken_and_not_tried_again(answer: Answer, message: str) -> None:
    pot = Pot(answer)
    error = pot.fail()
    assert isinstance(error, RemoteBroken)
    assert (error.message, pot.waits) == (message, [])


def test_a_failing_service_is_given_up_after_the_last_attempt() -> None:
    pot = Pot(*[Answer(500, {"error": {"message": "Out of water.", "status": "INTERNAL"}})] * 3)
    error = pot.fail()
    assert isinstance(error, RemoteBroken)
    assert error.message == "Teapot failed (500 INTERNAL): Out of water."
    assert len(pot.double.asked) == 3


@pytest.mark.parametrize(
    "echo",
    [
        "Cannot read: a strong oolong from the hills",
        "Bad word in 'strong oolong from'",
        f"Key {KEY} is wrong",
    ],
)
def test_a_message_that_repeats_the_text_or_the_key_is_not_quoted(echo: str) -> None:
    assert Pot(openai_error(400, echo, "bad")).fail().message == "Teapot refused the request (400 bad)."


def test_a_long_message_is_cut() -> None:
    assert len(Pot(openai_error(400, "word " * 500, "bad")).fail().message) < 260


def test_a_code_that_is_no_name_is_not_quoted() -> None:
    error = Pot(openai_error(400, "No.", "a strong oolong from the hills")).fail()
    assert error.message == "Teapot refused the request (400 invalid_request_error): No."


def test_the_key_in_the_query_reaches_the_service_but_no_log(caplog: pytest.LogCaptureFixture) -> None:
    double = HttpDouble(lambda _: Answer(content={"ok": True}))
    transport = KeyInQuery(KEY, double.transport())
    client = RemoteClient(SERVICE, url="https://pot.example", timeout_s=2, key=KEY, wire=Wire(transport))
    with caplog.at_level(logging.DEBUG), caplog.at_level(logging.DEBUG, logger="httpx"):
        client.post("/brew", {}, hidden=[])
    client.close()
    assert double.asked[0].query == {"key": KEY}
    assert "pot.example" in caplog.text
    assert KEY not in caplog.text


def test_results_of_many_calls_keep_their_order_and_few_run_at_once() -> None:
    running: list[int] = []
    most: list[int] = []
    lock = threading.Lock()

    def work(item: int) -> int:
        with lock:
            running.append(item)
            most.append(len(running))
        threading.Event().wait(0.002)
        with lock:
            running.remove(item)
        return item * item

    wire = Wire(transport=httpx.MockTransport(lambda _: httpx.Response(200)), at_once=3)
    client = RemoteClient(SERVICE, url="https://pot.example", timeout_s=2, wire=wire)
    assert client.each(work, range(20)) == [n * n for n in range(20)]
    assert 1 < max(most) <= 3
    assert client.each(work, []) == []


def test_the_first_error_of_many_calls_is_raised() -> None:
    pot = Pot(*[openai_error(400, "No.", "bad")] * 20)
    with pytest.raises(RemoteRefused):
        pot.client.each(pot.brew, [f"tea number {n}" for n in range(20)])


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u3000"])
def test_a_blank_text_is_not_sent(text: str) -> None:
    assert split_text(text) == []


def test_a_lone_surrogate_is_replaced_and_a_split_pair_mended() -> None:
    assert split_text("a \ud83d b") == ["a \ufffd b"]
    assert split_text("\ud83d\ude02") == ["😂"]


@given(st.text(st.characters(), max_size=50), st.integers(1, 2000))
def test_every_piece_fits_and_is_sendable(seed: str, times: int) -> None:
    text = seed * times
    pieces = split_text(text)
    assert all(0 < len(piece.encode()) <= MAX_BYTES for piece in pieces)
    assert json.dumps(pieces, ensure_ascii=False).encode()


def test_a_text_at_the_limit_is_sent_whole() -> None:
    assert split_text("a" * MAX_BYTES) == ["a" * MAX_BYTES]
    assert len(split_text("a" * (MAX_BYTES + 1))) > 1


def test_a_long_text_scores_as_its_worst_window_and_a_blank_one_as_zero() -> None:
    early, late = "bad" + " word" * 6000, "word " * 6000 + "bad"

    def ask(pieces: list[str]) -> list[dict[Attribute, float]]:
        return [{Attribute.THREAT: 0.9 if "bad" in piece else 0.1} for piece in pieces]

    scores = score_pieces(
        ["", early, late, "fine"],
        name="x.v1",
        attributes=[Attribute.THREAT],
        ask=lambda pieces: ask(list(pieces)),
    )
    assert scores.columns == {Attribute.THREAT: [0.0, 0.9, 0.9, 0.1]}
