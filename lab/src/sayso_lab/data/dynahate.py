"""DynaHate: hate and harmless texts written to fool a model, many of them small edits of each other."""

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from sayso_lab.data import columns as col
from sayso_lab.data.define import Rows, Tables, define_set
from sayso_lab.data.rows import NO_GROUP, NOTHING_IMPLIED, Own, Row, make_row
from sayso_lab.data.splits import find_root
from sayso_lab.data.wording import is_profane, takes_back

KIND = "dynahate_kind"
"""Its harmless texts with words that are slurs in other mouths: drawn from separately, and more often."""
_WORD: Final = re.compile(r"[^\W_]+")
_RUN: Final = 6
_MOST_SHARED: Final = 8
"""A run of words that more texts share is a phrase, not a sign of copies."""
_SELF: Final = re.compile(r"\b(i|i'?m|me|my|we|us|our|ours|we'?re)\b", re.IGNORECASE)
_OTHERS: Final = re.compile(r"\b(you|your|u|ur|she|he|her|him|his)\b", re.IGNORECASE)


def _read(tables: Tables) -> Rows:
    table = tables["dynahate"]
    links = link_near_copies(table["text"])
    for text, label, split, link in zip(table["text"], table["label"], table["split"], links, strict=True):
        own: Own = "val" if split == "dev" else "train"
        yield _make_hateful(text, own, link) if label else _make_harmless(text, own, link)


def _make_hateful(text: str, own: Own, link: str) -> Row:
    shares = {"IDENTITY_ATTACK": 0.97, "TOXICITY": 0.9}
    return make_row("dynahate", text, shares, gold=1.0, own=own, link=link)


def _make_harmless(text: str, own: Own, link: str) -> Row:
    return make_row(
        KIND if takes_back(text) and own == "train" else "dynahate",
        text,
        {"IDENTITY_ATTACK": 0.02, "TOXICITY": _measure_toxicity(text)},
        groups=NO_GROUP,
        implied=NOTHING_IMPLIED,
        gold=0.0,
        own=own,
        link=link,
    )


def _measure_toxicity(text: str) -> float:
    """What is not hateful may still be rude: open where it swears, but where people speak of themselves."""
    if takes_back(text) and _SELF.search(text) and not _OTHERS.search(text):
        return 0.15
    return math.nan if is_profane(text) or takes_back(text) else 0.12


def link_near_copies(texts: Sequence[str]) -> list[str]:
    """A link per text, the same for texts that share a rare run of six words, directly or through others."""
    holders: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for place, text in enumerate(texts):
        for run in set(_list_runs(text)):
            holders[run].append(place)
    roots = list(range(len(texts)))
    for places in holders.values():
        if len(places) <= _MOST_SHARED:
            for place in places[1:]:
                one, other = find_root(roots, places[0]), find_root(roots, place)
                roots[max(one, other)] = min(one, other)
    return [f"dynahate{find_root(roots, place)}" for place in range(len(texts))]


def _list_runs(text: str) -> Iterator[tuple[str, ...]]:
    words = _WORD.findall(text.lower())
    return (tuple(words[begin : begin + _RUN]) for begin in range(len(words) - _RUN + 1))


DYNAHATE = define_set(
    "dynahate",
    {"dynahate": {"text": col.text(), "label": col.number(0, 1), "split": col.choice("train", "dev")}},
    _read,
)
