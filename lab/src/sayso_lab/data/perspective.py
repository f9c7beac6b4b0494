"""Comments that Perspective scored, to learn its scale."""

from sayso_lab.data import columns as col
from sayso_lab.data.define import Rows, Tables, define_set
from sayso_lab.data.labels import PERSPECTIVE
from sayso_lab.data.rows import make_row

_SHARE = col.number(0, 1)
_VERSIONED = {"TOXICITY": "TOXICITY@6", "SEVERE_TOXICITY": "SEVERE_TOXICITY@2"}
_COLUMNS = {name: _VERSIONED.get(name, name) for name in PERSPECTIVE if name != "API"}

_UNVERSIONED = tuple(_COLUMNS)


def _read_context(tables: Tables) -> Rows:
    table = tables["wiki_context"]
    for text, label, api in zip(table["text"], table["label"], table["api"], strict=True):
        yield make_row("wiki_context", text, {"TOXICITY": label}, perspective={"API": api}, gold=label)


def _read_scores(tables: Tables) -> Rows:
    """Nobody but Perspective judged these."""
    table = tables["perspective_scores"]
    for row, text in enumerate(table["comment_text"]):
        scores = {name: table[column][row] for name, column in _COLUMNS.items()}
        yield make_row("perspective_scores", text, {}, perspective=scores)


def _read_fragments(tables: Tables) -> Rows:
    """Half sentences, with scores of another year under their plain names."""
    table = tables["perspective_fragments"]
    for row, text in enumerate(table["text"]):
        scores = {name: table[name][row] for name in _UNVERSIONED}
        yield make_row("perspective_fragments", text, {}, perspective=scores)


WIKI_CONTEXT = define_set(
    "wiki_context", {"wiki_context": {"text": col.text(), "label": _SHARE, "api": _SHARE}}, _read_context
)
PERSPECTIVE_SCORES = define_set(
    "perspective_scores",
    {"perspective_scores": {"comment_text": col.text()} | dict.fromkeys(_COLUMNS.values(), _SHARE)},
    _read_scores,
)
PERSPECTIVE_FRAGMENTS = define_set(
    "perspective_fragments",
    {"perspective_fragments": {"text": col.text()} | dict.fromkeys(_UNVERSIONED, _SHARE)},
    _read_fragments,
)
