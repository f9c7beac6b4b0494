"""The rule by which words are marked, chosen on the dev part to do well by both kinds of human marks at once.

Measured on the words that authors get (`WordMarker`), with the bar under which nothing is flagged. First
where ToxicSpans' head is cut, on its own set; then, on both, where HateXplain's head counts, its cut, and how
sure it must be of a stop word: the highest sum of both F1 with few stop words among the flagged.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from sayso.core import Attribute, Evidence
from sayso.core.scores import FLAGGED
from sayso.scoring.embedded import EmbeddedScorer
from sayso.scoring.encoder_file import EncoderMetadata, WordRule
from sayso.scoring.encoder_run import TokenMarks
from sayso.scoring.word_marker import WordMarker
from sayso_lab.data.rows import Row
from sayso_lab.measuring.marks import WordMarks, mark_evidence
from sayso_lab.measuring.words import MOST_STOP_WORDS, count_stop_words, count_tokens, score_spans, sum_f1

SPAN_CUTS = (-0.5, 0.0, 0.5, 1.0)
SPAN_LEASTS = (-2.5, -2.0, -1.5)
SPAN_MARGINS = (0.5, 1.0, 1.5, 2.0)
GATES = (-4.0, -3.0, -2.0, -1.0, 0.0)
TOKEN_CUTS = (-2.0, -1.6, -1.2, -0.8)
STOP_CUTS = (0.5, 1.0, 1.5, 2.0)
SHUT = 99.0
"""A gate that no text passes."""


@dataclass(frozen=True)
class _ReadRows:
    """Rows of one set and what the heads said of them, so that each rule costs no run of the model."""

    rows: Sequence[Row]
    marks: Sequence[TokenMarks]
    toxicity: Sequence[float]

    @classmethod
    def read(cls, scorer: EmbeddedScorer, rows: Sequence[Row]) -> "_ReadRows":
        if not rows:
            return cls((), (), ())
        outputs = scorer.run([row.text for row in rows], words=True)
        return cls(rows, outputs.marks, scorer.calibrate(outputs).column(Attribute.TOXICITY))

    def mark(self, card: EncoderMetadata, rule: WordRule) -> list[WordMarks]:
        marker = WordMarker(replace(card, words=rule))
        return [
            mark_evidence(Evidence(marker.mark(row.text, marks, toxicity=score)), cut=FLAGGED)
            for row, marks, score in zip(self.rows, self.marks, self.toxicity, strict=True)
        ]


def choose_words(scorer: EmbeddedScorer, dev: Sequence[Row]) -> tuple[WordRule, dict[str, Any]]:
    """The rule and what was tried. Without texts of both sets it stays as it is."""
    posts = [row for row in dev if row.word_marks is not None]
    spans = [row for row in dev if row.source == "toxic_spans_gold" and row.span_marks is not None]
    card, rule = scorer.metadata, scorer.metadata.words
    tried: dict[str, Any] = {"hatexplain": {"texts": len(posts)}, "toxicspans": {"texts": len(spans)}}
    if not posts or not spans:
        return rule, tried
    first, second = _ReadRows.read(scorer, posts), _ReadRows.read(scorer, spans)
    by_cut = {one: _measure_spans(second, second.mark(card, one)) for one in _list_span_rules(rule)}
    rule = max(by_cut, key=by_cut.__getitem__)
    tried["toxicspans"]["f1"] = {_describe(one): round(value, 4) for one, value in by_cut.items()}
    found = {one: _measure_both(card, one, first, second) for one in _list_gated_rules(rule)}
    tried["both"] = {_describe(one): [round(value, 4) for value in values] for one, values in found.items()}
    return max(found, key=lambda one: _judge(*found[one])), tried


def _list_span_rules(rule: WordRule) -> Iterator[WordRule]:
    for cut, least, margin in product(SPAN_CUTS, SPAN_LEASTS, SPAN_MARGINS):
        yield replace(
            rule,
            cut_toxicspans=cut,
            least_toxicspans=least,
            margin_toxicspans=margin,
            gate_hatexplain=SHUT,
            cut_stop=SHUT,
        )


def _list_gated_rules(rule: WordRule) -> Iterator[WordRule]:
    for gate, cut, stop in product(GATES, TOKEN_CUTS, STOP_CUTS):
        yield replace(rule, gate_hatexplain=gate, cut_hatexplain=cut, cut_stop=stop)


def _measure_spans(read: _ReadRows, marks: Sequence[WordMarks]) -> float:
    return float(np.mean([score_spans(row, one) for row, one in zip(read.rows, marks, strict=True)]))


def _measure_both(
    card: EncoderMetadata, rule: WordRule, posts: _ReadRows, spans: _ReadRows
) -> tuple[float, float, float]:
    """Token F1, character F1, and the share of stop words among the flagged words of both sets."""
    in_posts, in_spans = posts.mark(card, rule), spans.mark(card, rule)
    counts = [count_tokens(row, one) for row, one in zip(posts.rows, in_posts, strict=True)]
    stops = [
        count_stop_words(row.text, one)
        for read, marks in ((posts, in_posts), (spans, in_spans))
        for row, one in zip(read.rows, marks, strict=True)
    ]
    stop, flagged = (sum(column) for column in zip(*stops, strict=True))
    return (
        sum_f1(*(np.array(column, np.float64) for column in zip(*counts, strict=True))),
        _measure_spans(spans, in_spans),
        stop / max(1, flagged),
    )


def _judge(token_f1: float, character_f1: float, stop_share: float) -> tuple[bool, float]:
    """Few stop words first, then the sum of both F1."""
    return stop_share <= MOST_STOP_WORDS, token_f1 + character_f1


def _describe(rule: WordRule) -> str:
    """The numbers of a rule, in the order of its fields."""
    return " ".join(
        f"{value:g}"
        for value in (
            rule.cut_hatexplain,
            rule.cut_toxicspans,
            rule.least_toxicspans,
            rule.margin_toxicspans,
            rule.gate_hatexplain,
            rule.cut_stop,
        )
    )
