"""The whole answer for an author's draft against RECAST's own procedure, in one run.

Ours: scores, rationale, alternatives for every flagged word and suggestions for the whole sentence, as the
draft endpoint gives them. Theirs, after the paper: a BERT-base classifier in torch (fp32), a masked
BERT-base once per flagged word, then one forward pass for every candidate alone and one for the text with
it: ten neighbours and twenty likely words.
Its weights are random, which take as long as trained ones; looking up neighbours is not counted.

Run: python benchmarks/draft.py [--seconds 120]
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence

import torch
from bert import BertBase, Peer
from comments import make_comment
from torch import Tensor, nn

from sayso.author.draft import DraftAnalyzer
from sayso.scoring.embedded import load_embedded
from sayso.scoring.weight_files import ENCODER
from sayso.settings import Settings
from sayso.wiring import build_draft_analyzer

WORDS, FLAGGED_WORDS, CANDIDATES = 30, 3, 30
RUDE = ("stupid", "idiot", "crap", "pathetic", "dumb", "moron", "clown", "ridiculous", "loser", "fool")
COMMENTS = 40
LEAST_RATIO, MOST_P50_MS = 80, 150


def make_draft(chooser: random.Random) -> str:
    """Thirty words, three of them rude."""
    words = make_comment(WORDS - FLAGGED_WORDS, chooser).split()
    for word in chooser.sample(RUDE, FLAGGED_WORDS):
        words.insert(chooser.randrange(1, len(words)), word)
    return " ".join(words)


class MaskedPeer(nn.Module):
    """BERT-base with a head over all words."""

    def __init__(self) -> None:
        super().__init__()
        self.body = BertBase(outputs=768)
        self.head = nn.Linear(768, 30_522)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        return self.head(self.body(ids, mask)).topk(20).indices


class Recast:
    """One forward pass per check, as the paper describes it."""

    def __init__(self, tokenizer: str) -> None:
        self._classifier = Peer(tokenizer)
        self._masked = MaskedPeer().eval()

    def read(self, text: str) -> None:
        self._classifier.score([text])
        words = text.split()
        for _ in range(FLAGGED_WORDS):
            with torch.no_grad():
                ids = torch.randint(1000, 2000, (1, len(words) + 2))
                self._masked(ids, torch.ones_like(ids))
            for candidate in (words * CANDIDATES)[:CANDIDATES]:
                self._classifier.score([candidate])
                self._classifier.score([" ".join([*words[:4], candidate, *words[5:]])])


def time_each(read: Callable[[str], object], texts: Sequence[str]) -> list[float]:
    found: list[float] = []
    for text in texts:
        began = time.perf_counter()
        read(text)
        found.append((time.perf_counter() - began) * 1000)
    return found


def count_alternatives(reader: DraftAnalyzer, texts: Sequence[str]) -> tuple[float, float]:
    """Flagged words a comment, and how many of them have alternatives."""
    drafts = [reader.read(text) for text in texts]
    flagged = [sum(word.flagged for word in draft.words) for draft in drafts]
    highlighted = [sum(word.highlighted for word in draft.words) for draft in drafts]
    return statistics.mean(flagged), statistics.mean(highlighted)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120)
    seconds: float = parser.parse_args().seconds
    chooser = random.Random(4)
    texts = [make_draft(chooser) for _ in range(COMMENTS)]
    card = load_embedded(ENCODER.find("", None)).metadata
    reader, recast = build_draft_analyzer(Settings(scorer="embedded")), Recast(card.tokenizer)
    flagged, highlighted = count_alternatives(reader, texts[:10])
    ours: list[float] = []
    theirs: list[float] = []
    began = time.perf_counter()
    while not ours or time.perf_counter() - began < seconds:
        place = len(theirs) % COMMENTS
        theirs += time_each(recast.read, texts[place : place + 1])
        ours += time_each(reader.read, texts)
    ratio = statistics.median(theirs) / statistics.median(ours)
    p50, p95 = statistics.median(ours), statistics.quantiles(ours, n=20)[-1]
    print(f"{WORDS} words, {flagged:.1f} flagged, {highlighted:.1f} with alternatives; {reader.name}")
    peer = statistics.median(theirs)
    print(f"RECAST's procedure, BERT-base in torch: p50 {peer:,.0f} ms ({len(theirs)} times)")
    print(f"ours: p50 {p50:.0f} ms, p95 {p95:.0f} ms ({len(ours)} times)")
    print(f"ratio {ratio:.0f}×   ≥ {LEAST_RATIO}×: {'met' if ratio >= LEAST_RATIO else 'missed'}")
    print(f"p50 ≤ {MOST_P50_MS} ms: {'met' if p50 <= MOST_P50_MS else 'missed'}")


if __name__ == "__main__":
    main()
