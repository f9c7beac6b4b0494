import json

import httpx
import pytest

from sayso.core.errors import RemoteBroken, RemoteTimeout
from sayso.reader.simulation.generating import ChatServer, Message, complete_address, generate, load_prompts


def make_server(respond: httpx.MockTransport, *, key: str = "") -> ChatServer:
    return ChatServer("http://chat.test", client=httpx.Client(transport=respond), key=key)


def test_the_model_sees_what_came_before_and_every_turn_has_a_seed_of_its_own() -> None:
    bodies: list[dict[str, object]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        assert str(request.url) == "http://chat.test/v1/chat/completions"
        assert request.headers["authorization"] == "Bearer secret"
        bodies.append(json.loads(request.content))
        return httpx.Response(200, json={"choices": [{"message": {"content": f"reply {len(bodies)}"}}]})

    done: list[int] = []
    server = make_server(httpx.MockTransport(answer), key="secret")
    found = list(generate(server, count=2, turns=2, seed=5, watch=done.append))
    assert [[turn.reply for turn in one.turns] for one in found] == [
        ["reply 1", "reply 2"],
        ["reply 3", "reply 4"],
    ]
    assert [one.name for one in found] == ["generated-1", "generated-2"]
    assert [body["seed"] for body in bodies] == [5, 6, 7, 8]
    roles = [[one["role"] for one in body["messages"]] for body in bodies]  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType, reportIndexIssue, reportUnknownArgumentType]  # JSON
    assert roles == [["user"], ["user", "assistant", "user"]] * 2
    assert done == [1, 2, 3, 4]
    assert {turn.prompt for one in found for turn in one.turns} <= set(load_prompts())


@pytest.mark.parametrize(
    "response",
    [
        httpx.Response(500),
        httpx.Response(200, text="no JSON"),
        httpx.Response(200, json={"choices": []}),
        httpx.Response(200, json={"choices": [{"message": {"content": None}}]}),
    ],
    ids=["status", "no JSON", "no choice", "no text"],
)
def test_a_server_that_answers_otherwise_is_told(response: httpx.Response) -> None:
    server = make_server(httpx.MockTransport(lambda _request: response))
    with pytest.raises(RemoteBroken, match="did not answer as it should"):
        server([], seed=0)


def test_a_server_that_hangs_is_told() -> None:
    def hang(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadTimeout("slow", request=request)

    with pytest.raises(RemoteTimeout, match="did not answer in time"):
        make_server(httpx.MockTransport(hang))([], seed=0)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("http://host:1", "http://host:1/v1"),
        ("http://host:1/", "http://host:1/v1"),
        ("http://host:1/v1/", "http://host:1/v1"),
        ("https://host/api/v2", "https://host/api/v2"),
    ],
)
def test_an_address_without_a_path_means_the_usual_one(given: str, meant: str) -> None:
    assert complete_address(given) == meant


def test_more_turns_than_prompts_go_round_again() -> None:
    count = len(load_prompts())

    def ask(messages: list[Message], *, seed: int) -> str:
        return "x"

    (one,) = generate(ask, count=1, turns=count + 1, seed=0)
    assert len({turn.prompt for turn in one.turns}) == count
