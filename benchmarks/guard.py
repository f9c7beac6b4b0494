"""What the guard costs: scoring the n-grams of a reply of 100 words, and how long until the first words show.

N-grams: all of them in one batch, as the guard scores them, against the same n-grams one by one. "One by
one" is measured three ways, all in the same run and in turn:

- in process, `scorer.score([ngram])` for each: the encoder, as an unprepared guard would ask it;
- over HTTP, a request for each to a service of ours without a cache: what a guard in front of somebody's
  scoring API does (the paper's called Perspective for each n-gram), here without the network in between;
- a BERT-base in torch, a forward pass for each.

All have judged as many other replies before, as in a service that runs: the runtime prepares for every shape
it has not seen. Beside it, for the whole picture: the same encoder with all of them in one batch, and the
guard's whole judgement of the reply, its sentences and the whole included.

First words: a scripted server says a harmless reply of 100 words at 36 tokens a second; read straight from
it, and through the guard in each of its streaming modes. Both limits are at 1 there, so that all of it is
shown, whatever the model says: what is measured is the time that judging takes.

Run: python benchmarks/guard.py [--rounds 5] [--scorer embedded]
"""

import argparse
import contextlib
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from bert import Peer
from guard_upstream import REPLY, TOKENS_A_SECOND, list_tokens, run_scripted

from sayso.cli.bench.served import serve
from sayso.core import Policy, Scorer
from sayso.deciding.reading import prepare
from sayso.deciding.replies import split_texts
from sayso.deciding.word_bank import EMPTY_BANK
from sayso.reader.simulation.shipped import load_recorded
from sayso.scoring.embedded import load_embedded
from sayso.scoring.weight_files import ENCODER
from sayso.settings import Settings
from sayso.testing.judging import judge
from sayso.text.ngrams import content_words
from sayso.text.words import split_words
from sayso.wiring import build_ngram_scorer, build_scorer

WORDS = 100
LEAST_RATIO = 20
MODES = ("window", "sentence", "whole")
BATCHED = "the guard: one batch"
ONE_BY_ONE = "one by one"
PEER_REPLIES = 2
"""A BERT-base one by one takes seconds for each reply: it is measured on so many."""


def list_replies(count: int) -> list[str]:
    """Replies of exactly so many words each, cut from what the small model said."""
    text = " ".join(one.turn.reply for one in load_recorded())
    words = split_words(text)
    places = range(0, min(count, len(words) // WORDS) * WORDS, WORDS)
    return [text[words[at].span.begin : words[at + WORDS - 1].span.end] for at in places]


def split_half(replies: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    half = len(replies) // 2
    return replies[:half], replies[half:]


@dataclass(frozen=True)
class Way:
    """One way to have all texts of a reply scored."""

    title: str
    judge: Callable[[str], object]
    times_ms: list[float] = field(default_factory=list[float])

    def measure(self, reply: str) -> None:
        began = time.perf_counter()
        self.judge(reply)
        self.times_ms.append((time.perf_counter() - began) * 1000)

    @property
    def median_ms(self) -> float:
        return statistics.median(self.times_ms)


def list_ngrams(reply: str) -> list[str]:
    return split_texts(prepare(reply, policy=Policy(), bank=EMPTY_BANK))[1]


def one_by_one(score: Callable[[Sequence[str]], object]) -> Callable[[str], object]:
    return lambda reply: [score([text]) for text in list_ngrams(reply)]


def ask_service(client: httpx.Client) -> Callable[[Sequence[str]], object]:
    def score(texts: Sequence[str]) -> object:
        return client.post("/api/v1/analyze", json={"text": texts[0]}).raise_for_status()

    return score


def compare_scoring(scorer: Scorer, ngrams: Scorer, client: httpx.Client, *, rounds: int) -> None:
    others, replies = split_half(list_replies(2 * rounds))
    peer = Peer(load_embedded(ENCODER.find("", None)).metadata.tokenizer)
    ways = [
        Way(BATCHED, lambda reply: ngrams.score(list_ngrams(reply))),
        Way(f"{ONE_BY_ONE}, {scorer.name}", one_by_one(scorer.score)),
        Way(f"{ONE_BY_ONE}, over HTTP", one_by_one(ask_service(client))),
        Way(f"{ONE_BY_ONE}, BERT-base in torch", one_by_one(peer.score)),
        Way(f"one batch, {scorer.name} alone", lambda reply: scorer.score(list_ngrams(reply))),
        Way("the whole judgement", lambda reply: judge(reply, scorer=scorer, ngrams=ngrams, policy=Policy())),
    ]
    for way in ways:  # as in a service that has judged other replies before
        for reply in others[:1] if "BERT" in way.title else others:
            way.judge(reply)
    for number, reply in enumerate(replies):
        for way in ways:
            if number < PEER_REPLIES or "BERT" not in way.title:
                way.measure(reply)
    print_scoring(ways, replies, ngrams.name)


def print_scoring(ways: Sequence[Way], replies: Sequence[str], name: str) -> None:
    content = statistics.mean(len(content_words(split_words(reply))) for reply in replies)
    texts = statistics.mean(len(list_ngrams(reply)) for reply in replies)
    print(f"The n-grams of a reply of {WORDS} words ({content:.0f} without stop words, {texts:.0f} n-grams)")
    print(f"by {name}; {len(replies)} replies, medians; times as long as one batch\n")
    batched = ways[0].median_ms
    for way in ways:
        ratio = way.median_ms / batched
        told = tell(ratio) if way.title.startswith(ONE_BY_ONE) else ""
        print(f"{way.title:<34} {way.median_ms:>9.1f} ms {ratio:>8.1f}×   {told}")


def tell(ratio: float) -> str:
    return f"≥ {LEAST_RATIO}×: {'met' if ratio >= LEAST_RATIO else 'missed'}"


@dataclass(frozen=True, slots=True)
class Arrival:
    """When words reached the reader, counted from the request, and what was decided."""

    first_ms: float
    last_ms: float
    decision: str


def read_stream(url: str) -> Arrival:
    """One reply, as a client sees it."""
    body = {
        "model": "scripted",
        "stream": True,
        "messages": [{"role": "user", "content": "Tell me of gardens."}],
    }
    began = time.perf_counter()
    arrivals: list[float] = []
    decision = "–"
    with httpx.stream("POST", f"{url}/chat/completions", json=body, timeout=120) as response:
        for event in _read_events(response):
            if any(choice["delta"].get("content") for choice in event["choices"]):
                arrivals.append((time.perf_counter() - began) * 1000)
            decision = event.get("sayso", {}).get("decision", decision)
    return Arrival(arrivals[0], arrivals[-1], decision)


def _read_events(response: httpx.Response) -> Iterator[dict[str, Any]]:
    for line in response.iter_lines():
        if line.startswith("data: ") and line != "data: [DONE]":
            yield json.loads(line.removeprefix("data: "))


def compare_first_words(guard: str, upstream: str, *, rounds: int) -> None:
    found: dict[str, list[Arrival]] = {"no guard": [], **{f"guard, {mode}": [] for mode in MODES}}
    read_stream(f"{guard}/v1")
    for _ in range(rounds):
        found["no guard"].append(read_stream(upstream))
        for mode in MODES:
            set_mode(guard, mode)
            found[f"guard, {mode}"].append(read_stream(f"{guard}/v1"))
    print_first_words(found)


def set_mode(guard: str, mode: str) -> None:
    document = {"attributes": ["TOXICITY"], "soft_limit": 1, "hard_limit": 1, "streaming": mode}
    httpx.put(f"{guard}/api/v1/policies/default", json=document).raise_for_status()


def print_first_words(found: dict[str, list[Arrival]]) -> None:
    tokens, words = len(list_tokens()), len(split_words(REPLY))
    print(f"\nA reply of {words} words, {tokens} tokens at {TOKENS_A_SECOND} a second; medians of rounds\n")
    print(f"{'':<34} {'first words':>12} {'last words':>12}   decision")
    for name, arrivals in found.items():
        first = statistics.median(one.first_ms for one in arrivals)
        last = statistics.median(one.last_ms for one in arrivals)
        decisions = "/".join(sorted({one.decision for one in arrivals}))
        print(f"{name:<34} {first:>9,.0f} ms {last:>9,.0f} ms   {decisions}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scorer", default="embedded")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        upstream = stack.enter_context(run_scripted())
        os.environ["SAYSO_UPSTREAM"] = upstream
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sayso-bench-")))
        served = stack.enter_context(serve(folder, ["--scorer", options.scorer, "--cache-entries", "0"]))
        guard = f"http://127.0.0.1:{served.port}"
        client = stack.enter_context(httpx.Client(base_url=guard, timeout=120))
        print(f"load before: {os.getloadavg()[0]:.2f}\n")
        scorer = build_scorer(options.scorer, Settings())
        ngrams = build_ngram_scorer(Settings(), scorer) or scorer
        compare_scoring(scorer, ngrams, client, rounds=options.rounds)
        compare_first_words(guard, upstream, rounds=options.rounds)


if __name__ == "__main__":
    main()
