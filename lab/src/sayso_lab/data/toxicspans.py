"""ToxicSpans: Civil Comments posts with the spans that raters marked, by kind, and SemEval's gold.

Each of these posts had been called toxic before, so a rater without a mark still counts towards TOXICITY. The
columns `all toxic` and `not toxic` are not read: where a rater marked nothing, both are set nearly always.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sayso_lab.data import columns as col
from sayso_lab.data.define import Rows, Table, Tables, define_set
from sayso_lab.data.labels import TYPED
from sayso_lab.data.rows import FULL_MARK, Floats, Marks, Row, make_row

# Some kinds were cut off in the published file.
_KINDS = {
    "Insult": 1, "Insu": 1, "Profane/Obscene": 2, "Identity based Attack": 3, "Identity based ": 3,
    "Threat": 4, "Other Toxicity": 0, None: 0,
}  # fmt: skip
_ATTRIBUTES = ("INSULT", "PROFANITY", "IDENTITY_ATTACK", "THREAT")
_LANES = 1 + len(TYPED)


@dataclass(frozen=True, slots=True)
class _Span:
    begin: int
    end: int
    kind: int


Annotations = Sequence[Sequence[_Span]]
"""A list of spans per rater of a text, empty for one who marked nothing."""


def _read(tables: Tables) -> Rows:
    gold = _read_gold("toxic_spans_semeval", tables["toxic_spans_semeval"])
    for text, annotations in _gather(tables).items():
        yield _make_comment(text, annotations, gold.get(text))


def _read_trial(tables: Tables) -> Rows:
    for text, offsets in _read_gold("toxic_spans_trial", tables["toxic_spans_trial"]).items():
        marks = np.zeros((_LANES, len(text)), np.uint8)
        marks[0, offsets] = FULL_MARK
        yield make_row("toxic_spans_trial", text, {"TOXICITY": 0.85}, span_marks=marks, own="held")


def _read_gold(stem: str, table: Table) -> dict[str, list[int]]:
    for row, (text, offsets) in enumerate(zip(table["text"], table["spans"], strict=True)):
        if offsets and max(offsets) >= len(text):
            found = f"{max(offsets)} in a text of {len(text)} characters"
            raise col.refuse(stem, "spans", row, needed="a place in the text", found=found)
    return dict(zip(table["text"], table["spans"], strict=True))


def _gather(tables: Tables) -> dict[str, list[list[_Span]]]:
    """Each text's annotations; a text that stands in the file twice has the raters of both."""
    spans = _gather_spans(tables["toxic_spans_spans"])
    annotations = tables["toxic_spans_annotations"]
    raters: dict[int, list[list[_Span]]] = defaultdict(list)
    for annotation, comment in zip(annotations["annotation"], annotations["comment_id"], strict=True):
        raters[comment].append(spans.get(annotation, []))
    comments = tables["toxic_spans_comments"]
    gathered: dict[str, list[list[_Span]]] = defaultdict(list)
    for comment, text in zip(comments["comment_id"], comments["comment_text"], strict=True):
        gathered[text] += raters[comment]
    return gathered


def _gather_spans(table: Table) -> Mapping[int, list[_Span]]:
    spans: dict[int, list[_Span]] = defaultdict(list)
    columns = zip(table["annotation"], table["start"], table["end"], table["type"], strict=True)
    for row, (annotation, begin, end, kind) in enumerate(columns):
        if begin > end:
            needed = f"an end after the start ({begin})"
            raise col.refuse("toxic_spans_spans", "end", row, needed=needed, found=str(end))
        spans[annotation].append(_Span(begin, end, _KINDS[kind]))
    return spans


def _make_comment(text: str, annotations: Annotations, gold: list[int] | None) -> Row:
    marked = [spans for spans in annotations if spans]
    raters = max(1, len(annotations))
    drawn = [_draw(spans, len(text)) for spans in marked]
    total = sum(drawn, np.zeros((_LANES, len(text)), np.float32))
    shares = {"TOXICITY": 0.4 + 0.6 * len(marked) / raters}
    if len(marked) >= 2:
        shares |= _measure_kinds(drawn)
    return make_row(
        "toxic_spans_raters" if gold is None else "toxic_spans_gold",
        text,
        shares,
        span_marks=_mark(total / np.float32(raters), gold, raters),
    )


def _draw(spans: Sequence[_Span], length: int) -> Floats:
    """One rater's marks. Spans that run past the end of the text are cut there."""
    marks = np.zeros((_LANES, length), np.float32)
    for span in spans:
        marks[0, span.begin : span.end] = 1
        marks[span.kind, span.begin : span.end] = 1
    return marks


def _measure_kinds(drawn: Sequence[Floats]) -> dict[str, float]:
    """Of those who marked something, the share who marked each kind."""
    found = np.mean([marks.any(axis=1) for marks in drawn], axis=0)
    return dict(zip(_ATTRIBUTES, found[1:].tolist(), strict=True))


def _mark(shares: Floats, gold: list[int] | None, raters: int) -> Marks | None:
    """SemEval's gold, where there is one, instead of the share of raters; one rater alone is not enough."""
    if gold is None and raters < 2:
        return None
    if gold is not None:
        shares[0] = 0
        shares[0, gold] = 1
    return (shares * FULL_MARK).round().astype(np.uint8)


_GOLD = {"text": col.text(), "spans": col.list_of(col.offset())}
TOXIC_SPANS = define_set(
    "toxic_spans",
    {
        "toxic_spans_comments": {"comment_id": col.whole_number(), "comment_text": col.text()},
        "toxic_spans_annotations": {"annotation": col.whole_number(), "comment_id": col.whole_number()},
        "toxic_spans_spans": {
            "annotation": col.whole_number(),
            "type": col.choice(*filter(None, _KINDS), empty=True),
            "start": col.offset(),
            "end": col.offset(),
        },
        "toxic_spans_semeval": _GOLD,
    },
    _read,
)
TOXIC_SPANS_TRIAL = define_set("toxic_spans_trial", {"toxic_spans_trial": _GOLD}, _read_trial)
