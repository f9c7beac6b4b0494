"""Texts a second of the embedded model and the cascade, against a BERT-base run as Detoxify runs its own.

One by one against one by one; in bulk against a list cut into padded batches of 32, which is what a plain
`predict` over a list does. Both sides get the same texts (`comments.py`) and threads, and turning text into
tokens is counted on both. All in one run, in turn.

What `linear` settles among made-up comments says nothing about people: for the cascade give real ones.

Run: python benchmarks/encoder.py [--texts FILE] [--seconds 180]
FILE has one text a line, or is a .parquet file with a column `text` or `comment_text`.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

import numpy as np
import torch
from bert import Peer
from comments import choose_evenly, make_comment, make_comments, read_texts

from sayso.core import Attribute
from sayso.core.errors import SaysoError
from sayso.scoring.cascade import CascadeScorer
from sayso.scoring.embedded import EmbeddedScorer, load_embedded
from sayso.scoring.linear import LinearScorer
from sayso.scoring.linear_weights import load_weights
from sayso.scoring.weight_files import ENCODER, LINEAR
from sayso.settings import Settings

COMMENTS = 4096
BATCH = 32
FULL_S = 60
"""With less time than this, each measurement takes fewer texts."""
CUT = 0.5
PAUSE_S = 0.1
"""Between two measurements, until the threads of the one before have stopped waiting for more work."""
TARGETS = {"embedded alone": 20, "embedded bulk": 50, "cascade bulk": 150}
MOST_DISAGREEMENT = 0.01
MOST_P50_MS = 5.0


@dataclass(frozen=True)
class Contender:
    """Something that scores texts, how many at a time, and how many for one measurement."""

    name: str
    title: str
    score: Callable[[Sequence[str]], object]
    at_once: int
    texts: Sequence[str]
    rates: list[float] = field(default_factory=list[float])

    def measure(self) -> None:
        time.sleep(PAUSE_S)
        began = time.perf_counter()
        for begin in range(0, len(self.texts), self.at_once):
            self.score(self.texts[begin : begin + self.at_once])
        self.rates.append(len(self.texts) / (time.perf_counter() - began))

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)


@dataclass(frozen=True)
class Scorers:
    peer: Peer
    embedded: EmbeddedScorer
    cascade: CascadeScorer
    linear: LinearScorer


def load_scorers(*, threads: int) -> Scorers:
    torch.set_num_threads(threads)
    models_dir = Settings().data_dir / "models"
    embedded = load_embedded(ENCODER.find("", models_dir), threads=threads)
    linear = LinearScorer(load_weights(LINEAR.find("", models_dir)))
    return Scorers(Peer(embedded.metadata.tokenizer), embedded, CascadeScorer(linear, embedded), linear)


def list_contenders(scorers: Scorers, texts: Sequence[str], *, seconds: float) -> list[Contender]:
    """Counts are such that a round takes seconds, not minutes, and fewer where there is less time."""
    share = min(1.0, seconds / FULL_S)

    def make(name: str, title: str, score: Callable[..., object], at_once: int, count: int) -> Contender:
        least = max(8, min(at_once, BATCH))
        chosen = choose_evenly(texts, max(least, round(count * share)))
        return Contender(name, title, score, at_once, chosen)

    peer, embedded, linear = scorers.peer, scorers.embedded, scorers.linear
    return [
        make("peer alone", "BERT-base, one by one", peer.score, 1, 32),
        make("embedded alone", f"{embedded.name}, one by one", embedded.score, 1, 256),
        make("peer bulk", f"BERT-base, padded batches of {BATCH}", peer.score, BATCH, 2 * BATCH),
        make("embedded bulk", f"{embedded.name}, in bulk", embedded.score, COMMENTS, 512),
        make("cascade bulk", "cascade, in bulk", scorers.cascade.score, COMMENTS, 1024),
        make("linear bulk", f"{linear.name}, in bulk", linear.score, COMMENTS, COMMENTS),
    ]


def measure_rates(contenders: Sequence[Contender], *, seconds: float) -> int:
    """Rounds of one measurement each, in turn, until the time is over; at least one round."""
    for contender in contenders:
        contender.score(contender.texts[:2])
    began, rounds = time.perf_counter(), 0
    while not rounds or time.perf_counter() - began < seconds:
        for contender in contenders:
            contender.measure()
        rounds += 1
    return rounds


def print_rates(contenders: Sequence[Contender]) -> None:
    rates = {contender.name: contender.rate for contender in contenders}
    print(f"{'':<34} {'texts/s':>9} {'ratio':>8}   target")
    for one in contenders:
        ratio = one.rate / rates[f"peer {one.name.split()[1]}"]
        print(f"{one.title:<34} {one.rate:>9,.1f} {ratio:>7.1f}×   {judge_ratio(one.name, ratio)}")


def judge_ratio(name: str, ratio: float) -> str:
    if name not in TARGETS:
        return ""
    return f"≥ {TARGETS[name]}×: {'met' if ratio >= TARGETS[name] else 'missed'}"


def time_alone(scorers: Scorers, *, seconds: float) -> tuple[list[float], list[float]]:
    """Milliseconds for comments of 30 words, one after the other: all of the peer's, all of ours."""
    chooser = random.Random(6)
    texts = [make_comment(30, chooser) for _ in range(20)]
    theirs: list[float] = []
    ours: list[float] = []
    scorers.embedded.judge(texts[:5])
    began = time.perf_counter()
    while not ours or time.perf_counter() - began < seconds:
        theirs += time_each(scorers.peer.score, texts[:5])
        ours += time_each(scorers.embedded.judge, texts * 2)
    return theirs, ours


def time_each(score: Callable[[Sequence[str]], object], texts: Sequence[str]) -> Iterator[float]:
    time.sleep(PAUSE_S)
    for text in texts:
        began = time.perf_counter()
        score([text])
        yield (time.perf_counter() - began) * 1000


def print_alone(theirs: Sequence[float], ours: Sequence[float], name: str) -> None:
    print("\nA comment of 30 words, alone")
    for title, times in (("BERT-base, scores", theirs), (f"{name}, all heads and words", ours)):
        low, high = (float(np.percentile(times, share)) for share in (50, 95))
        print(f"{title:<34} p50 {low:>7.2f} ms   p95 {high:>7.2f} ms")
    middle = statistics.median(ours)
    judged = "met" if middle <= MOST_P50_MS else "missed"
    print(f"{statistics.median(theirs) / middle:.1f}×; p50 ≤ {MOST_P50_MS:.0f} ms: {judged}")


def print_cascade(scorers: Scorers, texts: Sequence[str]) -> None:
    """What the cascade leaves to the first model, and how often its answer is then another one."""
    settled = float(scorers.cascade.find_settled(scorers.linear.score(texts)).mean())
    ours, theirs = scorers.cascade.score(texts).columns, scorers.embedded.score(texts).columns
    differs = {
        name: (np.array(ours[name]) >= CUT) != (np.array(theirs[name]) >= CUT)
        for name in sorted(scorers.cascade.attributes)
    }
    toxicity = float(differs[Attribute.TOXICITY].mean())
    anything = float(np.any(list(differs.values()), axis=0).mean())
    judged = "met" if toxicity <= MOST_DISAGREEMENT else "missed"
    print(f"\nOf {len(texts):,} texts the cascade settles {settled:.1%} by {scorers.linear.name}.")
    print(f"At {CUT} it disagrees with {scorers.embedded.name} on {toxicity:.2%} (TOXICITY); ", end="")
    print(f"≤ {MOST_DISAGREEMENT:.0%}: {judged}. On any attribute: {anything:.2%}.")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--texts", type=Path, help="real comments; made-up ones without")
    parser.add_argument("--seconds", type=float, default=180, help="about how long to measure rates")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    try:
        scorers = load_scorers(threads=options.threads)
    except SaysoError as error:
        raise SystemExit(f"{error} {error.hint}") from error
    texts = read_texts(options.texts) if options.texts else make_comments(COMMENTS)
    words = [len(text.split()) for text in texts]
    kind = "real" if options.texts else "made-up"
    middle, mean = statistics.median(words), statistics.mean(words)
    print(f"{len(texts):,} {kind} texts, median {middle:.0f} words, mean {mean:.0f}")
    versions = f"torch {torch.__version__}, openvino {version('openvino')}"
    contenders = list_contenders(scorers, texts, seconds=options.seconds)
    rounds = measure_rates(contenders, seconds=options.seconds)
    print(f"{options.threads} threads, {versions}; rounds: {rounds}, medians\n")
    print_rates(contenders)
    print_alone(*time_alone(scorers, seconds=options.seconds / 10), scorers.embedded.name)
    if options.texts:
        print_cascade(scorers, choose_evenly(texts, COMMENTS))


if __name__ == "__main__":
    main()
