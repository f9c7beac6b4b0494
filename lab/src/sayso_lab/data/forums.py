"""Single judgements of forum posts: Stormfront's sentences and Ruddit's comments."""

from math import exp

from sayso_lab.data import columns as col
from sayso_lab.data.define import Rows, Tables, define_set
from sayso_lab.data.rows import make_row

_HATE = {"hate": {"IDENTITY_ATTACK": 0.95, "TOXICITY": 0.8}, "noHate": {"IDENTITY_ATTACK": 0.02}}
_LEFT_OUT = ("relation", "idk/skip")
"""Sentences that need their neighbours, or that nobody could judge."""


def _read_stormfront(tables: Tables) -> Rows:
    table = tables["stormfront"]
    for text, label in zip(table["text"], table["label"], strict=True):
        if label in _HATE:
            yield make_row("stormfront", text, _HATE[label], gold=float(label == "hate"))


def _read_ruddit(tables: Tables) -> Rows:
    """The score is a place on a line, not a share of raters; even odds of 'toxic' are put at 0.3."""
    table = tables["ruddit"]
    for text, score in zip(table["txt"], table["offensiveness_score"], strict=True):
        if text.strip() not in {"[deleted]", "[removed]"}:
            yield make_row("ruddit", text, {"TOXICITY": 1 / (1 + exp(-6 * (score - 0.3)))})


STORMFRONT = define_set(
    "stormfront",
    {"stormfront": {"text": col.text(), "label": col.choice(*_HATE, *_LEFT_OUT)}},
    _read_stormfront,
)
RUDDIT = define_set(
    "ruddit", {"ruddit": {"txt": col.text(), "offensiveness_score": col.number(-1, 1)}}, _read_ruddit
)
