"""HateXplain (Mathew et al. 2021): posts as tokens, with three people's labels, targets and rationales.

Columns: post_id, labels (hatespeech, offensive, normal), targets, tokens, rationales (0 or 1 per token, a
list per person who marked any). A post's class is what at least two people said; posts on which all three
differ are left out, as in the paper. A token is marked if at least half of those who marked the post marked
it; a group is a target if at least two people named it.
"""

import json
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import numpy as np

from sayso.audit.evaluation.cases import Cases, ClassLabels, Grouping, TokenMarks, judge
from sayso.core import Attribute, Span
from sayso.core.errors import BadFile, UnknownName
from sayso.files.labelled import Row, Table

CLASSES = ("hatespeech", "offensive", "normal")
COUNTED = {
    Attribute.IDENTITY_ATTACK: ("hatespeech", {"hatespeech"}),
    Attribute.TOXICITY: ("hatespeech or offensive", {"hatespeech", "offensive"}),
}
NO_TARGETS = {"None", "Other"}


def read_hatexplain(table: Table, *, attributes: Sequence[Attribute] = tuple(COUNTED)) -> Cases:
    for attribute in attributes:
        if attribute not in COUNTED:
            raise UnknownName("attribute of hatexplain", str(attribute), COUNTED)
    table.require("labels", "targets", "tokens", "rationales")
    classed = [(row, _find_class(row)) for row in table.rows]
    decided = [(row, label) for row, label in classed if label is not None]
    rows, labels = [row for row, _ in decided], [label for _, label in decided]
    if not rows:
        raise BadFile(f"{table.source} has no post on which two people agree.")
    tokens = [_read_words(row, "tokens") for row in rows]
    marks, misfits = _read_marks(rows, labels, tokens)
    targets = Grouping("target", [_find_targets(row) for row in rows])
    judgements = [
        judge(name, [attribute], [float(label in yes) for label in labels], targets)
        for attribute, (name, yes) in COUNTED.items()
        if attribute in attributes
    ]
    return Cases(
        "hatexplain",
        table.source,
        tuple(" ".join(one) for one in tokens),
        tuple(one for two in judgements for one in two),
        classes=ClassLabels(CLASSES, np.array([CLASSES.index(label) for label in labels], np.int64)),
        tokens=marks,
        notes=tuple(_list_notes(table, len(rows), misfits)),
    )


def read_split(table: Table, name: str, *, splits: Path | None = None) -> Table:
    """The rows of one split, by a JSON file {"train": [post_id] ...} or else by the column `split`."""
    if splits is None:
        table.require("split")
        kept = [row for row in table.rows if row.cells["split"] == name]
        known = {str(row.cells["split"]) for row in table.rows}
    else:
        table.require("post_id")
        listed = _read_splits(splits)
        known = set(listed)
        kept = [row for row in table.rows if row.cells["post_id"] in listed.get(name, ())]
    if name not in known:
        raise UnknownName("split", name, known)
    if not kept:
        raise BadFile(f"The split {name!r} is empty: {table.source} has none of its posts.")
    return table.keep(kept)


def _read_splits(path: Path) -> dict[str, frozenset[str]]:
    try:
        value: Any = json.loads(path.read_text("utf-8"))
        return {str(name): frozenset(map(str, ids)) for name, ids in value.items()}
    except OSError as error:
        raise BadFile(f"The splits cannot be read from {str(path)!r}: {error.strerror}.") from error
    except (ValueError, AttributeError, TypeError) as error:
        hint = 'Accepted: {"train": [post_id, ...], "val": [...], "test": [...]}.'
        raise BadFile(f"{path.name} is not a JSON object of splits.", hint=hint) from error


def _find_class(row: Row) -> str | None:
    labels = _read_words(row, "labels")
    for label in labels:
        if label not in CLASSES:
            raise row.fault(
                "labels", f"{label[:16]!r} is not a known label.", hint=f"Accepted: {', '.join(CLASSES)}."
            )
    if not labels:
        raise row.fault("labels", "the list is empty.")
    ((label, votes),) = Counter(labels).most_common(1)
    return label if votes * 2 > len(labels) else None


def _find_targets(row: Row) -> tuple[str, ...]:
    named = Counter(
        str(group) for one in row.sequence("targets") for group in set(_as_list(one, row, "targets"))
    )
    return tuple(sorted(group for group, people in named.items() if people >= 2 and group not in NO_TARGETS))


def _read_marks(
    rows: Sequence[Row], labels: Sequence[str], tokens: Sequence[Sequence[str]]
) -> tuple[TokenMarks, list[int]]:
    """Marks of posts that are not normal; the numbers of rows whose rationales do not fit their tokens."""
    spans: list[tuple[Span, ...]] = []
    marked: list[tuple[bool, ...]] = []
    misfits: list[int] = []
    for row, label, words in zip(rows, labels, tokens, strict=True):
        votes = [_as_list(one, row, "rationales") for one in row.sequence("rationales")]
        is_fit = all(len(one) == len(words) for one in votes)
        if not is_fit:
            misfits.append(row.number)
        is_judged = bool(votes) and is_fit and label != "normal"
        spans.append(_find_spans(words) if is_judged else ())
        marked.append(
            tuple(
                2 * sum(vote in (1, True) for vote in token) >= len(votes)
                for token in zip(*votes, strict=True)
            )
            if is_judged
            else ()
        )
    return TokenMarks(spans, marked), misfits


def _find_spans(words: Sequence[str]) -> tuple[Span, ...]:
    """Where the tokens stand in the text, which is the tokens with a space between each two."""
    begins = np.cumsum([0, *(len(word) + 1 for word in words)]).tolist()
    return tuple(Span(begin, after - 1) for begin, after in pairwise(begins))


def _read_words(row: Row, column: str) -> list[str]:
    words = row.sequence(column)
    if not all(isinstance(word, str) for word in words):
        raise row.fault(column, "the list holds something that is not text.")
    return [str(word) for word in words]


def _as_list(value: object, row: Row, column: str) -> Sequence[object]:
    if not isinstance(value, list | tuple):
        raise row.fault(column, "the list holds something that is not a list.")
    return cast("Sequence[object]", value)


def _list_notes(table: Table, kept: int, misfits: Sequence[int]) -> list[str]:
    notes: list[str] = []
    if kept < len(table.rows):
        notes.append(f"{len(table.rows) - kept:,} posts on which all three people differ are left out.")
    if misfits:
        notes.append(
            f"{len(misfits):,} posts are left out of token F1, their rationales being longer or shorter than"
            f" their tokens (first: row {misfits[0]})."
        )
    return notes
