"""The texts that aims are measured on: the table's held-out part, and sentences of unseen templates."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from sayso.audit.suites import Half, Sentence
from sayso_lab.data.files import draw_sample
from sayso_lab.data.rows import Row
from sayso_lab.data.splits import Part
from sayso_lab.data.table import Table
from sayso_lab.encoder.config import EncoderConfig
from sayso_lab.encoder.trigger_words import find_trigger_words
from sayso_lab.measuring.calibration import POOLED
from sayso_lab.measuring.sentences import MENTIONS
from sayso_lab.measuring.taken_back import WHOSE, make_all_pairs, make_sentences
from sayso_lab.suites.contrast import ContrastRow, make_contrast, make_mentions
from sayso_lab.suites.taken_back import Pair

HATEXPLAIN, TRIAL, SCORED = "hatexplain", "toxic_spans_trial", "perspective_scores"
DYNAHATE = "dynahate"
WHOLE: Final = frozenset({HATEXPLAIN, TRIAL, SCORED, DYNAHATE, "jigsaw", "implicit_hate", "toxigen", "edos"})
"""Sets with rows of their own in the table: all of their held-out texts are used."""
MOST: Final = 1500
"""Texts of each other set."""
SEED: Final = 5
"""Which texts and sentences are drawn does not depend on the run."""
SENTENCES_PER_LIMIT: Final = 4
"""A limit counts the texts of a set; the sentences are of a dozen kinds."""


@dataclass(frozen=True)
class HeldOut:
    """Rows by their source; sentences that name unseen groups; mentions of groups that training had."""

    rows: Mapping[str, Sequence[Row]]
    sentences: Sequence[ContrastRow]
    mentions: Sequence[ContrastRow]
    taken_back: Mapping[Half, Sequence[Sentence]] = field(
        default_factory=lambda: {"learn": [], "held_out": []}
    )
    """Sentences of the suites of words taken back, by the half that the words are of."""
    pairs: Mapping[str, Sequence[Pair]] = field(default_factory=dict[str, Sequence[Pair]])
    """The same in dialect and in other English."""
    charged: frozenset[str] = frozenset()
    """Words that whoever wants to hide hate would disguise."""
    limit: int | None = None


def gather_held_out(table: Table, *, limit: int | None = None) -> HeldOut:
    """With a `limit`, at most so many texts of each set: for a quick look, not for the record."""
    few = limit * SENTENCES_PER_LIMIT if limit else None
    return HeldOut(
        draw_rows([row for row in table.part(Part.HELD_OUT) if _is_measured(row)], limit=limit),
        draw_sample(make_contrast("held_out", seed=SEED), few, seed=SEED),
        draw_sample(make_mentions(MENTIONS, seed=SEED), few, seed=SEED),
        {half: draw_sample(make_sentences(half, seed=SEED), few, seed=SEED) for half in WHOSE},
        make_all_pairs(seed=SEED),
        frozenset(find_trigger_words(table.part(Part.TRAIN), most=EncoderConfig().charged_words)),
        limit,
    )


def _is_measured(row: Row) -> bool:
    """Of HateXplain and DynaHate only their own validation texts, not what resembles them."""
    return row.source not in (HATEXPLAIN, DYNAHATE) or row.own == "val"


def draw_rows(rows: Sequence[Row], *, limit: int | None) -> dict[str, list[Row]]:
    """By source, those of sets that something is measured on."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.source in WHOLE or row.source in POOLED:
            found[row.source].append(row)
    return {source: draw_sample(some, _count(source, limit), seed=SEED) for source, some in found.items()}


def _count(source: str, limit: int | None) -> int | None:
    most = None if source in WHOLE else MOST
    return min(filter(None, (most, limit)), default=None)
