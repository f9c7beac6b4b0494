"""The unmodified openai SDK, the guard with the shipped scorers, and the local language model behind it."""

from collections.abc import Iterator
from typing import Any

import pytest
from openai import OpenAI
from tests.live import LiveServer, MakeLive

from sayso.core import Policy, Term
from sayso.predicting.local_server import LocalServer
from sayso.scoring.embedded import load_embedded
from sayso.scoring.weight_files import ENCODER

ASKED: Any = {
    "model": "smollm2",
    "messages": [{"role": "user", "content": "What is a library?"}],
    "max_tokens": 24,
    "temperature": 0,
    "seed": 7,
    "user": "ann",
}


@pytest.fixture
def live(make_live: MakeLive, local_server: LocalServer) -> LiveServer:
    scorer = load_embedded(ENCODER.find("", None))
    return make_live(scorer, upstream=local_server.address, upstream_key=local_server.key)


@pytest.fixture
def openai(live: LiveServer) -> Iterator[OpenAI]:
    _, secret = live.service.store.keys.create("site")
    with OpenAI(base_url=f"{live.url}/v1", api_key=secret, max_retries=0, timeout=120) as openai:
        yield openai


def ask(openai: OpenAI) -> tuple[str, str]:
    """What is shown, and what was decided."""
    create: Any = openai.chat.completions.create
    completion = create(**ASKED)
    return completion.choices[0].message.content or "", completion.model_extra["sayso"]["decision"]


def stream(openai: OpenAI) -> tuple[str, str]:
    create: Any = openai.chat.completions.create
    chunks = list(create(**ASKED, stream=True))
    text = "".join(choice.delta.content or "" for chunk in chunks for choice in chunk.choices)
    notes = [chunk.model_extra["sayso"] for chunk in chunks if "sayso" in (chunk.model_extra or {})]
    return text, notes[-1]["decision"]


def test_what_is_harmless_is_shown_plain_and_streamed_alike(openai: OpenAI) -> None:
    said, decision = ask(openai)
    assert "library" in said.lower()
    assert decision == "shown"
    assert stream(openai) == (said, "shown")


def test_a_blocked_word_of_the_model_never_leaves(openai: OpenAI, live: LiveServer) -> None:
    said, _ = ask(openai)
    word = max((part.strip(".,").lower() for part in said.split()), key=len)
    reader = live.service.store.readers.find_or_create("default", "ann")
    live.service.store.terms.rule(reader.id, [Term(word, "block")])
    for text, decision in (ask(openai), stream(openai)):
        assert word not in text.lower()
        assert decision == "replaced"


def test_a_strict_limit_asks_and_the_reply_comes_after_the_answer(openai: OpenAI, live: LiveServer) -> None:
    live.service.store.policies.set(Policy(soft_limit=0.0001), actor="test")
    text, decision = ask(openai)
    reader = live.service.store.readers.find_or_create("default", "ann")
    [held] = live.service.store.held.list(reader.id)
    assert decision == "held"
    assert (held.content or "") not in text
    assert "library" in (held.content or "").lower()
