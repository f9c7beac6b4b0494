"""The rows that are learned from, by the source they are drawn as."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from sayso_lab.data.labels import IMPLIED
from sayso_lab.data.rows import NO_GROUP, NOTHING_IMPLIED, Row, make_row
from sayso_lab.data.splits import Part
from sayso_lab.data.table import Table
from sayso_lab.encoder.augmentation import CONTRAST
from sayso_lab.encoder.config import EncoderConfig
from sayso_lab.encoder.stream import RowsBySource, find_share
from sayso_lab.suites.contrast import ContrastRow, make_contrast
from sayso_lab.suites.taken_back import SUITES, make_learned

REPEATED = {
    "reclaimed": 6,
    "friendly_profanity": 3,
    "object_dislike": 3,
    "individual_insult": 4,
    "negated_insult": 6,
    "mild_criticism": 25,
}
"""Kinds of contrast with few sentences, repeated so that every kind counts."""
LONGEST_COMPANY = 120
"""In characters: an everyday sentence beside one of a suite."""


def gather_learned(table: Table, *, config: EncoderConfig, seed: int) -> RowsBySource:
    """The part to learn from, and the sentences written for the hard cases; none where the mix has none."""
    sources: dict[str, list[Row]] = defaultdict(list)
    for row in table.part(Part.TRAIN):
        sources[name_source(row)].append(row)
    if find_share(CONTRAST, config):
        sources[CONTRAST] += _repeat(make_contrast("learn", seed=seed))
    company = [row.text for row in sources.get("everyday", ()) if len(row.text) <= LONGEST_COMPANY]
    for name in SUITES:
        if find_share(f"suite_{name}", config):
            sources[f"suite_{name}"] += _make_suite(name, company, seed=seed)
    return {name: rows for name, rows in sources.items() if find_share(name, config)}


def name_source(row: Row) -> str:
    """Most comments of this set are harmless; its two kinds are drawn from separately."""
    if row.source == "wikipedia_offensive":
        return "wiki_bad" if row.gold == 1 else "wiki_good"
    return row.source


def _make_suite(name: str, company: Sequence[str], *, seed: int) -> Iterable[Row]:
    for one in make_learned(name, seed=seed, company=company):
        is_attack = one.labels["IDENTITY_ATTACK"] >= 0.5
        unnamed = None if is_attack else NO_GROUP
        yield make_row(
            f"suite_{name}",
            one.text,
            one.labels,
            groups={one.target: 1.0} if one.target else unnamed,
            implied=None if is_attack else NOTHING_IMPLIED,
        )


def _repeat(sentences: Iterable[ContrastRow]) -> Iterable[Row]:
    for sentence in sentences:
        row = make_row(
            CONTRAST,
            sentence.text,
            sentence.labels,
            groups={sentence.target: 1.0} if sentence.target else {},
            implied=dict.fromkeys(IMPLIED, 0.0) | {sentence.implied: 1.0},
        )
        for _ in range(REPEATED.get(sentence.kind, 1)):
            yield row
