"""Batches: many calls in one request, each answered by itself."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesParser
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from sayso.testing import FakeScorer
from sayso.web.perspective.errors import Refusal
from sayso.web.perspective.multipart import Part, read_parts
from sayso.web.service import Service

MakeClient = Callable[..., TestClient]

ANALYZE = "POST /v1alpha1/comments:analyze?key=any&alt=json HTTP/1.1"
MIXED = 'multipart/mixed; boundary="edge"'


@dataclass(frozen=True)
class Told:
    """One part of a batch's answer."""

    content_id: str | None
    status: int
    headers: dict[str, str]
    content: Any


def ask(text: str, **more: Any) -> str:
    return json.dumps({"comment": {"text": text}, "requestedAttributes": {"TOXICITY": {}}} | more)


def write_part(payload: str, *, content_id: str = "") -> str:
    name = f"Content-ID: {content_id}\r\n" if content_id else ""
    return f"--edge\r\nContent-Type: application/http\r\n{name}\r\n{payload}\r\n"


def write_call(body: str, *, line: str = ANALYZE, content_id: str = "<u + 1>") -> str:
    return write_part(f"{line}\r\nContent-Type: application/json\r\n\r\n{body}", content_id=content_id)


def send(client: TestClient, *parts: str, path: str = "/batch", **options: Any) -> Any:
    content = "".join(parts) + "--edge--\r\n"
    return client.post(path, content=content.encode(), headers={"content-type": MIXED}, **options)


def read_answer(answer: Any) -> list[Told]:
    header = f"Content-Type: {answer.headers['content-type']}\r\n\r\n".encode()
    message = BytesParser().parsebytes(header + answer.content)
    return [_read_told(part) for part in cast("list[Message]", message.get_payload())]


def _read_told(part: Message) -> Told:
    assert part.get_content_type() == "application/http"
    head, body = cast("bytes", part.get_payload(decode=True)).split(b"\r\n\r\n", 1)
    status_line, *lines = head.decode().split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines)
    assert int(headers["content-length"]) == len(body)
    return Told(part["Content-ID"], int(status_line.split(" ")[1]), headers, json.loads(body))


def test_each_part_is_answered_under_its_name_in_order(client: TestClient) -> None:
    answer = send(
        client,
        write_call(ask("Silly."), content_id="<u-u + first>"),
        write_call(ask("Stupid."), content_id="<u-u + second%20one>"),
    )
    told = read_answer(answer)
    assert [part.content_id for part in told] == ["<response-u-u + first>", "<response-u-u + second%20one>"]
    assert [part.status for part in told] == [200, 200]
    values = [part.content["attributeScores"]["TOXICITY"]["summaryScore"]["value"] for part in told]
    assert values == [0.4, 0.92]


def test_a_part_is_answered_as_the_same_request_alone(client: TestClient) -> None:
    body = ask("Oh \U0001fabf, silly.", clientToken="t", spanAnnotations=True)
    alone = client.post("/v1alpha1/comments:analyze", content=body)
    (told,) = read_answer(send(client, write_call(body)))
    assert told.content == alone.json()


def test_the_other_batch_address_and_the_other_method_work_too(client: TestClient) -> None:
    scores = {"TOXICITY": {"summaryScore": {"value": 1}}}
    body = json.dumps({"comment": {"text": "Well."}, "attributeScores": scores, "clientToken": "b"})
    line = "POST https://proxy.example/pre/fix/v1alpha1/comments:suggestscore HTTP/1.1"
    answer = send(client, write_call(body, line=line), path="/batch/commentanalyzer/v1alpha1")
    assert read_answer(answer)[0].content["clientToken"] == "b"


def test_a_refused_part_leaves_the_others_alone(client: TestClient) -> None:
    told = read_answer(
        send(
            client,
            write_call(ask("Silly.")),
            write_call(ask("")),
            write_call("{not json"),
            write_call("", line="GET /v1alpha1/comments:analyze HTTP/1.1"),
            write_call("", line="POST /v1alpha1/comments:praise HTTP/1.1"),
            write_part("no request line", content_id="<u + 1>"),
            write_part("", content_id="<u + 1>"),
            write_part(ANALYZE + "\r\nX: " + "x" * 20_000, content_id="<u + 1>"),
            write_part("x", content_id="<" + "u" * 20_000),
            write_call("", line="POST http://[broken HTTP/1.1"),
            write_call(ask("Silly.")),
        )
    )
    assert [part.status for part in told] == [200, 400, 400, 404, 404, 400, 400, 400, 400, 400, 200]
    assert all(part.content.get("error", {}).get("code", 200) == part.status for part in told)
    assert told[1].content["error"]["details"][0]["errorType"] == "COMMENT_EMPTY"


def test_fields_of_a_part_are_heeded(client: TestClient) -> None:
    line = "POST /v1alpha1/comments:analyze?fields=languages HTTP/1.1"
    assert read_answer(send(client, write_call(ask("Silly."), line=line)))[0].content == {"languages": ["en"]}


def test_a_name_folded_over_two_lines_is_put_together_again(client: TestClient) -> None:
    told = read_answer(send(client, write_call(ask("Silly."), content_id="<u\r\n + 1>")))
    assert told[0].content_id == "<response-u + 1>"


def test_a_part_without_a_name_is_answered_without_one(client: TestClient) -> None:
    assert read_answer(send(client, write_call(ask("Silly."), content_id="")))[0].content_id is None


def test_lines_may_end_without_a_carriage_return(client: TestClient) -> None:
    content = "".join([write_call(ask("Silly.")), "--edge--\r\n"]).replace("\r\n", "\n")
    answer = client.post("/batch", content=content, headers={"content-type": MIXED})
    assert [part.status for part in read_answer(answer)] == [200]


def test_the_closing_boundary_may_be_missing_and_what_follows_it_is_ignored(client: TestClient) -> None:
    call, after = write_call(ask("Silly.")), write_call(ask("Stupid."))
    contents = [call, f"before\r\n{call}--edge--\r\nafter\r\n{after}"]
    answers = [
        client.post("/batch", content=content, headers={"content-type": MIXED}) for content in contents
    ]
    assert [[part.status for part in read_answer(answer)] for answer in answers] == [[200], [200]]


def test_a_batch_is_scored_in_few_runs_of_the_model(make_client: MakeClient) -> None:
    scorer = FakeScorer()
    client = make_client(scorer)
    told = read_answer(send(client, *(write_call(ask(f"Comment {number}.")) for number in range(1000))))
    assert [part.status for part in told] == [200] * 1000
    assert sum(scorer.calls) == 1000
    assert len(scorer.calls) <= 10


def test_more_parts_than_allowed_are_refused_whole(client: TestClient) -> None:
    answer = send(client, *(write_call(ask("Hi.")) for _ in range(1001)))
    assert answer.status_code == 400
    assert (
        answer.json()["error"]["message"] == "The batch has more than 1000 parts, which is the most accepted."
    )


@pytest.mark.parametrize(
    ("content_type", "content"),
    [
        (MIXED, b""),
        (MIXED, b"--other\r\n\r\n--other--"),
        (MIXED, b"--edge--"),
        (MIXED, b"x--edge\r\n\r\nx\r\nx--edge--"),
        ("multipart/mixed", b"--edge\r\n\r\n--edge--"),
        ("application/json", b"{}"),
        ("multipart/form-data; boundary=edge", b"--edge\r\n\r\nx\r\n--edge--"),
        ("", b"--edge\r\n\r\nx\r\n--edge--"),
    ],
)
def test_what_is_no_batch_is_refused_whole(client: TestClient, content_type: str, content: bytes) -> None:
    answer = client.post("/batch", content=content, headers={"content-type": content_type})
    assert answer.status_code == 400
    assert answer.json()["error"]["status"] == "INVALID_ARGUMENT"


def get_service(client: TestClient) -> Service:
    return cast("Any", client.app).state.service


def test_each_part_needs_a_key_its_own_or_that_of_the_batch(make_client: MakeClient) -> None:
    client = make_client(auth="keys")
    _, secret = get_service(client).store.keys.create("site")
    own = f"POST /v1alpha1/comments:analyze?key={secret} HTTP/1.1"
    wrong = "POST /v1alpha1/comments:analyze?key=wrong HTTP/1.1"
    none = "POST /v1alpha1/comments:analyze HTTP/1.1"
    parts = [write_call(ask("Hi."), line=line) for line in (own, wrong, none)]
    assert [part.status for part in read_answer(send(client, *parts))] == [200, 400, 403]
    assert [part.status for part in read_answer(send(client, *parts, params={"key": secret}))] == [
        200,
        400,
        200,
    ]


@pytest.mark.parametrize(("place", "status"), [("address", 200), ("first part", 200), ("nowhere", 413)])
def test_a_large_batch_is_read_for_a_known_key_alone(
    make_client: MakeClient, place: str, status: int
) -> None:
    client = make_client(auth="keys")
    _, secret = get_service(client).store.keys.create("site")
    line = f"POST /v1alpha1/comments:analyze?key={secret if place == 'first part' else 'wrong'} HTTP/1.1"
    parts = [write_call(ask("Hi." + " " * 20_000), line=line) for _ in range(60)]
    answer = send(client, *parts, params={"key": secret} if place == "address" else None)
    assert answer.status_code == status


def test_each_part_is_charged(make_client: MakeClient) -> None:
    client = make_client(auth="keys")
    _, secret = get_service(client).store.keys.create("site", per_minute=2)
    told = read_answer(
        send(
            client,
            *[write_call(ask("Hi."), line="POST /v1alpha1/comments:analyze HTTP/1.1")] * 3,
            params={"key": secret},
        )
    )
    assert sorted(part.status for part in told) == [200, 200, 429]
    assert {part.headers["x-ratelimit-limit"] for part in told} == {"2"}


class BrokenScorer(FakeScorer):
    """Fails on one text in a way nobody expected."""

    def score(self, texts: Any) -> Any:
        if any("broken" in text for text in texts):
            raise ZeroDivisionError("the text was: broken")
        return super().score(texts)


def test_a_bug_met_by_one_part_is_that_parts_alone(make_client: MakeClient) -> None:
    client = make_client(BrokenScorer())
    answer = send(client, write_call(ask("Silly.")), write_call(ask("broken")), write_call(ask("Stupid.")))
    told = read_answer(answer)
    assert [part.status for part in told] == [200, 500, 200]
    assert told[1].content == {
        "error": {"code": 500, "message": "Internal error encountered.", "status": "INTERNAL"}
    }


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200) | st.text(alphabet="-edg\r\n :aPOST/", max_size=60).map(str.encode))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    try:
        parts = read_parts(MIXED, b"--edge\r\n" + content + b"\r\n--edge--")
    except Refusal:
        return
    assert all(isinstance(part, Part) and not set(part.content_id) & {"\r", "\n"} for part in parts)
