"""How a long text's score is put together from its windows: ranking of real comments, insults after padding.

Run: python benchmarks/windows.py DIR, where DIR holds jigsaw.parquet. All rules use the same weights, and
comments that these were trained on are left out.
"""

import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sayso.scoring.linear import LinearScorer
from sayso.scoring.linear_weights import WindowRule, load_weights
from sayso.scoring.weight_files import LINEAR
from sayso.stats import auc
from sayso_lab.data.old_split import choose_part, make_key
from sayso_lab.data.splits import Part

RULES = {
    "whole text alone": WindowRule(10**9, 0, 0.0, 100.0),
    "half worst window of 400": WindowRule(400, 100, 0.5, 100.0),
    "half worst window of 100": WindowRule(100, 50, 0.5, 100.0),
    "worst window of 100 alone": WindowRule(100, 50, 1.0, 0.0),
    "half, at least worst - 1.5": WindowRule(100, 50, 0.5, 1.5),
}
read_table: Any = import_module("pyarrow.parquet").read_table  # pyarrow has no types
SENTENCE = "This article explains the history of the town in some detail. "
INSULT = "You are a stupid idiot and nobody likes you."
REPEATS = (2, 10, 100, 300)


def read_comments(path: Path) -> tuple[list[str], NDArray[np.float64]]:
    table = read_table(path, columns=["comment_text", "toxic"])
    rows = zip(table["comment_text"].to_pylist(), table["toxic"].to_pylist(), strict=True)
    longs = [(text, toxic) for text, toxic in rows if len(text) > 150]
    unseen = [(text, toxic) for text, toxic in longs if choose_part(make_key(text)) is not Part.TRAIN]
    return [text for text, _ in unseen], np.array([toxic for _, toxic in unseen], float)


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit("Give the folder that holds jigsaw.parquet.")
    comments, labels = read_comments(Path(sys.argv[1]) / "jigsaw.parquet")
    weights = load_weights(LINEAR.find("", None))
    padded = [SENTENCE * repeat + INSULT for repeat in REPEATS]
    print(
        f"{len(comments):,} unseen comments over 150 characters, {int(labels.sum()):,} toxic; {weights.name}"
    )
    print(f"{'rule':<28} AUC     over .5: toxic, others   insult after {REPEATS} sentences")
    for name, rule in RULES.items():
        scorer = LinearScorer(replace(weights, windows=rule))
        logits = scorer.compute_logits(comments)[:, 0]
        hidden = 1 / (1 + np.exp(-scorer.compute_logits(padded)[:, 0]))
        shares = [float((logits[labels == label] > 0).mean()) for label in (1, 0)]
        figures = " ".join(f"{value:.2f}" for value in hidden)
        print(f"{name:<28} {auc(labels, logits):.4f}  {shares[0]:.3f}, {shares[1]:.4f}            {figures}")


if __name__ == "__main__":
    main()
