"""Comments to measure with: made-up ones as long as real ones, or those of a file.

Made-up ones are words of a short list of ours, in numbers that follow the talk pages of English Wikipedia as
the Jigsaw set of 2018 has them: median 34 words, mean 66, standard deviation of the logarithm 1.1, 1.4 tokens
a word. Here they are capped at 400 words.
"""

import math
import random
import statistics
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

MEDIAN_WORDS, SPREAD, MOST_WORDS = 35, 1.11, 400
COMMON = (
    "the of and to a in is that it for on as this not be with you have are was by or from an article page if "
    "at about would your but they there what which so can has will do more one all my their when who some no "
    "time people only should other been how than also think see like know use any just then edit please"
)
RARER = (
    "source sources section history paragraph editor removed reverted discussion reference neutral wording "
    "encyclopedia citation deleted vandalism consensus guidelines album province biography mathematician "
    "railway silly nineteenth-century translation orchestra goalkeeper misquoted copyright photographs "
    "template userboxes nonsense Ferndale Kowalczyk Ashgrove 1987 2,400 www.example.org re-added noticeboard "
    "unsourced infobox"
)
ENDS = (". ", ". ", ". ", ", ", ", ", "! ", "? ", '" ', " (see above) ", ".\n\n")


def make_comments(count: int) -> list[str]:
    """Their lengths lie evenly along the distribution, so that a few have the same mix as many."""
    chooser = random.Random(3)
    spread = statistics.NormalDist(math.log(MEDIAN_WORDS), SPREAD)
    lengths = [round(math.exp(spread.inv_cdf((place + 0.5) / count))) for place in range(count)]
    chooser.shuffle(lengths)
    return [make_comment(min(max(length, 1), MOST_WORDS), chooser) for length in lengths]


def make_comment(length: int, chooser: random.Random) -> str:
    """Four common words for each rarer one, and a mark after about eight words."""
    common, rarer = COMMON.split(), RARER.split()
    words = (chooser.choice(rarer if chooser.random() < 0.2 else common) for _ in range(length))
    marked = (word + (chooser.choice(ENDS) if chooser.random() < 0.12 else " ") for word in words)
    return "".join(marked).strip() + "."


def read_texts(path: Path) -> list[str]:
    if path.suffix != ".parquet":
        return [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    read_table: Any = import_module("pyarrow.parquet").read_table  # pyarrow has no types
    table = read_table(path)
    columns = [name for name in ("text", "comment_text") if name in table.column_names]
    if not columns:
        known = ", ".join(table.column_names)
        raise SystemExit(f"{path.name} has no column text or comment_text, only {known}.")
    return [text for text in table[columns[0]].to_pylist() if text and text.strip()]


def choose_evenly(texts: Sequence[str], count: int) -> list[str]:
    """`count` texts of all lengths, in an order that has nothing to do with length."""
    ordered = sorted(texts, key=len)
    step = max(len(ordered) / count, 1)
    chosen = [ordered[int((place + 0.5) * step)] for place in range(min(count, len(ordered)))]
    random.Random(4).shuffle(chosen)
    return chosen
