"""Hatemoji: hate with emoji, written against a model, each with a matched text of the other label."""

import math
import re
from collections.abc import Mapping

from sayso_lab.data import columns as col
from sayso_lab.data.define import Rows, Tables, define_set
from sayso_lab.data.groups import find_hatemoji_groups
from sayso_lab.data.rows import NOTHING_IMPLIED, make_row
from sayso_lab.data.wording import is_profane

_DEHUMANISING, _THREATENING = "dehumanizinglanguage", "threateninglanguage"
_TYPES = ("none", "derogation", "animosity", _DEHUMANISING, _THREATENING)
_COLUMNS = ("text", "label_gold", "type", "target", "entry_id", "matched_id")
_NAME = re.compile(r"'([^']+)'")


def _read(tables: Tables) -> Rows:
    table = tables["hatemoji"]
    for text, gold, kind, target, entry, matched in zip(*(table[name] for name in _COLUMNS), strict=True):
        groups = {group: 1.0 for name in _NAME.findall(target) for group in find_hatemoji_groups(name)}
        yield make_row(
            "hatemoji",
            text,
            _make_shares(kind) if gold else _make_harmless_shares(text),
            groups=groups,
            implied=_make_implied(kind) if gold else NOTHING_IMPLIED,
            gold=gold,
            link=f"hatemoji{min(entry, matched)}",
        )


def _make_shares(kind: str) -> Mapping[str, float]:
    threat = 0.9 if kind == _THREATENING else math.nan
    return {"IDENTITY_ATTACK": 1.0, "TOXICITY": 0.92, "THREAT": threat}


def _make_harmless_shares(text: str) -> Mapping[str, float]:
    """What is not hateful may still be rude, and surely may where it swears."""
    toxic = math.nan if is_profane(text) else 0.12
    return {"IDENTITY_ATTACK": 0.0, "TOXICITY": toxic, "THREAT": 0.0}


def _make_implied(kind: str) -> Mapping[str, float]:
    dehumanising, threatening = float(kind == _DEHUMANISING), float(kind == _THREATENING)
    return {"none": 0.0, "dehumanising": dehumanising, "threat_incitement": threatening}


HATEMOJI = define_set(
    "hatemoji",
    {
        "hatemoji": {
            "text": col.text(),
            "label_gold": col.number(0, 1),
            "type": col.choice(*_TYPES),
            "target": col.text(),
            "entry_id": col.whole_number(),
            "matched_id": col.whole_number(),
        }
    },
    _read,
)
