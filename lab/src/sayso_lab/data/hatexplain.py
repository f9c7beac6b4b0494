"""HateXplain: posts as tokens, with three people's labels, targets and rationales."""

import math
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from sayso.core.errors import BadFile
from sayso_lab.data import columns as col
from sayso_lab.data.define import Rows, Table, Tables, define_set
from sayso_lab.data.groups import HATEXPLAIN
from sayso_lab.data.labels import CLASSES
from sayso_lab.data.rows import FULL_MARK, NOTHING_IMPLIED, Floats, Marks, Row, make_row
from sayso_lab.data.wording import takes_back

_FILE = "hatexplain"
_PARTS = ("train", "val")
# What the set's makers took out, put back as something ordinary: the model never meets such brackets.
_PLACEHOLDERS = {
    "<user>": "@user", "<number>": "10", "<url>": "http", "<censored>": "***", "<percent>": "10%",
    "<time>": "10:00", "<money>": "$10", "<date>": "monday", "<phone>": "555", "<email>": "mail",
}  # fmt: skip
_TOXIC = np.array([1.0, 0.85, 0.05], np.float32)
"""How toxic each class is, in the order of `CLASSES`."""


def _read(tables: Tables) -> Rows:
    table = tables[_FILE]
    for part in _PARTS:
        if part not in table["split"]:
            raise BadFile(
                f"{_FILE}.parquet, column 'split': no row is in {part!r}.",
                hint="It needs rows in train, to learn from, and in val, which is kept apart.",
            )
    for row in range(len(table["tokens"])):
        _check_lengths(table, row)
        yield _make_post(table, row)


def _check_lengths(table: Table, row: int) -> None:
    """One odd rationale among others is passed over: the published set has one."""
    people, tokens = len(table["labels"][row]), len(table["tokens"][row])
    if len(table["targets"][row]) != people:
        found = f"{len(table['targets'][row])} lists"
        raise col.refuse(_FILE, "targets", row, needed=f"a list per label ({people})", found=found)
    lengths = [len(marks) for marks in table["rationales"][row]]
    if lengths and tokens not in lengths:
        needed = f"a mark per token ({tokens})"
        raise col.refuse(_FILE, "rationales", row, needed=needed, found=f"{lengths[0]} marks")


def _make_post(table: Table, row: int) -> Row:
    labels, targets = table["labels"][row], table["targets"][row]
    named = [[HATEXPLAIN[name] for name in names if name in HATEXPLAIN] for names in targets]
    tokens = list(map(_fill_in, table["tokens"][row]))
    text = " ".join(tokens)
    classes = np.array([labels.count(name) / len(labels) for name in CLASSES], np.float32)
    return make_row(
        "hatexplain",
        text,
        {
            "TOXICITY": _measure_toxicity(classes, named, text),
            "IDENTITY_ATTACK": _measure_attack(labels, named),
        },
        classes=classes,
        groups=_count_groups(labels, named),
        implied=NOTHING_IMPLIED if classes[2] == 1 else None,
        word_marks=_mark_words(tokens, table["rationales"][row]),
        own=table["split"][row],
    )


def _fill_in(token: str) -> str:
    return _PLACEHOLDERS.get(token, token)


def _measure_toxicity(classes: Floats, named: Sequence[Sequence[str]], text: str) -> float:
    """Open where nobody saw hate or named a group: a word that people take back may be all there is."""
    hate, offensive, _ = classes.tolist()
    is_open = not hate and offensive and not any(named) and takes_back(text)
    return math.nan if is_open else float(classes @ _TOXIC)


def _measure_attack(labels: Sequence[str], named: Sequence[Sequence[str]]) -> float:
    """Offensive words count less than hate, and less still where the person named no group."""
    offensive = [0.4 if groups else 0.1 for groups in named]
    weights = [
        {"hatespeech": 1.0, "offensive": weight, "normal": 0.0}[label]
        for label, weight in zip(labels, offensive, strict=True)
    ]
    return sum(weights) / len(weights)


def _count_groups(labels: Sequence[str], named: Sequence[Sequence[str]]) -> dict[str, float]:
    """The share of people who named a group as attacked."""
    shares: dict[str, float] = defaultdict(float)
    for label, groups in zip(labels, named, strict=True):
        for group in groups if label != "normal" else ():
            shares[group] += 1 / len(labels)
    return {group: min(1.0, share) for group, share in shares.items()}


def _mark_words(tokens: Sequence[str], rationales: Sequence[Sequence[int]]) -> Marks | None:
    fitting = [marks for marks in rationales if len(marks) == len(tokens)]
    if not fitting:
        return None
    shares: Floats = np.mean(np.array(fitting, np.float32), axis=0)
    marks = np.zeros(sum(map(len, tokens)) + len(tokens) - 1, np.uint8)
    begin = 0
    for token, share in zip(tokens, shares.tolist(), strict=True):
        marks[begin : begin + len(token)] = round(share * FULL_MARK)
        begin += len(token) + 1
    return marks


HATEXPLAIN_SET = define_set(
    "hatexplain",
    {
        _FILE: {
            "tokens": col.list_of(col.text(), least=1),
            "labels": col.list_of(col.choice(*CLASSES), least=1),
            "targets": col.list_of(col.list_of(col.choice("None", "Other", *HATEXPLAIN))),
            "rationales": col.list_of(col.list_of(col.number(0, 1))),
            "split": col.choice(*_PARTS),
        }
    },
    _read,
)
