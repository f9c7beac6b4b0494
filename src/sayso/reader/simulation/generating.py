"""Conversations asked of a real model: questions of ours, its replies, nothing filtered."""

import tomllib
from collections.abc import Callable, Iterator
from importlib.resources import files
from random import Random
from typing import Any, Protocol

import httpx

from sayso.core.errors import RemoteBroken, RemoteTimeout
from sayso.reader.simulation.replies import Conversation, Turn

MOST_TOKENS = 160
Watch = Callable[[int], None]
Message = dict[str, str]


class ChatModel(Protocol):
    """Answers the last message of a conversation."""

    def __call__(self, messages: list[Message], *, seed: int) -> str: ...


class ChatServer:
    """A server that speaks OpenAI's chat completions."""

    def __init__(self, url: str, *, client: httpx.Client, model: str = "", key: str = "") -> None:
        self._url = complete_address(url) + "/chat/completions"
        self._client = client
        self._model = model
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}

    def __call__(self, messages: list[Message], *, seed: int) -> str:
        body = {"model": self._model, "messages": messages, "seed": seed, "max_tokens": MOST_TOKENS}
        try:
            answer = self._client.post(self._url, json=body, headers=self._headers)
            answer.raise_for_status()
            return _read(answer.json())
        except httpx.TimeoutException as error:
            raise RemoteTimeout(
                "The chat server did not answer in time.", hint="Is it still loading?"
            ) from error
        except (httpx.HTTPError, ValueError, KeyError, IndexError, TypeError) as error:
            raise RemoteBroken(
                f"The chat server did not answer as it should: {type(error).__name__}.",
                hint="SAYSO_UPSTREAM must name a server that speaks OpenAI's chat completions.",
            ) from error


def complete_address(address: str) -> str:
    """`http://host:port` means the same as `http://host:port/v1`."""
    url = httpx.URL(address)
    return str(url.copy_with(path="/v1")) if url.path in ("", "/") else address.rstrip("/")


def _read(answer: Any) -> str:
    content = answer["choices"][0]["message"]["content"]
    if not isinstance(content, str):
        raise TypeError("a reply is a text")
    return content


def load_prompts() -> list[str]:
    """What simulated readers ask: the questions about each topic in `data/written.toml`."""
    text = (files("sayso.reader.simulation") / "data" / "written.toml").read_text(encoding="utf-8")
    content = tomllib.loads(text)
    return [prompt.format(**topic) for topic in content["topics"] for prompt in content["frames"]["prompts"]]


def generate(
    ask: ChatModel, *, count: int, turns: int, seed: int, watch: Watch = lambda _done: None
) -> Iterator[Conversation]:
    """`count` conversations of `turns` questions each, drawn by the seed; the model sees what came before."""
    chooser = Random(f"{seed}:prompts")  # noqa: S311 - a simulation, nothing to guess
    prompts = load_prompts()
    for number in range(count):
        chosen = [prompts[place % len(prompts)] for place in _shuffle(len(prompts), turns, chooser)]
        messages: list[Message] = []
        found: list[Turn] = []
        for at, prompt in enumerate(chosen):
            messages.append({"role": "user", "content": prompt})
            reply = ask(messages, seed=seed + number * turns + at)
            messages.append({"role": "assistant", "content": reply})
            found.append(Turn(reply, prompt))
            watch(number * turns + at + 1)
        yield Conversation(f"generated-{number + 1}", tuple(found))


def _shuffle(size: int, count: int, chooser: Random) -> list[int]:
    order: list[int] = []
    while len(order) < count:
        order += chooser.sample(range(size), size)
    return order[:count]
