"""ParaDetox: toxic sentences, their neutral rewrites, and sentences that no rewording helps."""

import math

from sayso_lab.data import columns as col
from sayso_lab.data.define import Rows, Tables, define_set
from sayso_lab.data.rows import Row, make_row
from sayso_lab.data.wording import is_profane

_REWRITES = ("neutral1", "neutral2", "neutral3")


def _read(tables: Tables) -> Rows:
    table = tables["paradetox"]
    for row, text in enumerate(table["toxic"]):
        shares = {"TOXICITY": 0.93, "PROFANITY": 0.95 if is_profane(text) else math.nan}
        yield make_row("paradetox", text, shares, gold=1.0, link=f"para{row}")
        for rewrite in (table[name][row] for name in _REWRITES):
            if rewrite and rewrite.strip():
                yield _make_rewrite(rewrite, f"para{row}")


def _make_rewrite(text: str, link: str) -> Row:
    """Some rewrites kept a rude word: then they are toxic to some, and how profane is not known."""
    left = is_profane(text)
    shares = {
        "TOXICITY": 0.4 if left else 0.1,
        "PROFANITY": math.nan if left else 0.0,
        "SEVERE_TOXICITY": 0.0,
    }
    return make_row("paradetox", text, shares, gold=0.0, link=link)


def _read_unrewritable(tables: Tables) -> Rows:
    for text in tables["paradetox_cannot_rewrite"]["text"]:
        shares = {"TOXICITY": 0.8, "PROFANITY": 0.9 if is_profane(text) else math.nan}
        yield make_row("paradetox_cannot", text, shares)


PARADETOX = define_set(
    "paradetox",
    {"paradetox": {"toxic": col.text()} | dict.fromkeys(_REWRITES, col.optional_text())},
    _read,
)
PARADETOX_CANNOT = define_set(
    "paradetox_cannot", {"paradetox_cannot_rewrite": {"text": col.text()}}, _read_unrewritable
)
