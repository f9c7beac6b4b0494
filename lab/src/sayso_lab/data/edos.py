"""EDOS: posts of Gab and Reddit, judged for sexism alone.

Posts that are not sexist may attack other groups: where one is named, nothing is known.
"""

from typing import Final

from sayso_lab.data import columns as col
from sayso_lab.data.define import Rows, Tables, define_set
from sayso_lab.data.rows import NO_GROUP, Row, make_row
from sayso_lab.data.wording import names_group

_KINDS: Final = {
    "1.1": "threat_incitement",
    "1.2": "threat_incitement",
    "2.1": "inferiority",
    "2.3": "dehumanising",
    "3.2": "stereotype",
    "3.3": "mockery",
    "3.4": "inferiority",
    "4.1": "exclusion",
    "4.2": "exclusion",
}
_ASKED = frozenset(_KINDS.values())
_OTHER_VECTORS = ("none", "2.2", "3.1")
_SLURS_IN_PASSING = "3.1"
_THREATS: Final = {"1.1": 0.9, "1.2": 0.6}


def _read(tables: Tables) -> Rows:
    table = tables["edos"]
    columns = zip(table["text"], table["label_sexist"], table["label_vector"], strict=True)
    for text, label, vector in columns:
        yield _make_sexist(text, vector[:3]) if label == "sexist" else _make_other(text)


def _make_sexist(text: str, vector: str) -> Row:
    shares = {"IDENTITY_ATTACK": 0.6 if vector == _SLURS_IN_PASSING else 0.9, "TOXICITY": 0.85}
    if vector in _THREATS:
        shares["THREAT"] = _THREATS[vector]
    implied = {"none": 0.5}
    if vector in _KINDS:
        implied = dict.fromkeys(_ASKED, 0.0) | {"none": 0.0, _KINDS[vector]: 1.0}
    return make_row("edos", text, shares, groups={"women": 1.0}, implied=implied, gold=1.0)


def _make_other(text: str) -> Row:
    if names_group(text):
        return make_row("edos", text, {}, gold=0.0)
    return make_row("edos", text, {"IDENTITY_ATTACK": 0.03}, groups=NO_GROUP, gold=0.0)


EDOS = define_set(
    "edos",
    {
        "edos": {
            "text": col.text(),
            "label_sexist": col.choice("sexist", "not sexist"),
            "label_vector": col.beginning(*_OTHER_VECTORS, *_KINDS),
        }
    },
    _read,
)
