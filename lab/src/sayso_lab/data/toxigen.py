"""ToxiGen: machine-written statements about groups, rated from 1 to 5.

The column `label` is not read: it says whether the prompt was benign (1) or not, the other way round from
what its name suggests, and the ratings often disagree with it.
"""

from sayso_lab.data import columns as col
from sayso_lab.data.define import Rows, Tables, define_set
from sayso_lab.data.groups import TOXIGEN
from sayso_lab.data.labels import IMPLIED
from sayso_lab.data.rows import make_row

_BENIGN_BELOW = 0.3
_GOLD_ABOVE = 5.5
"""The two ratings together."""
_USES = "uses positive stereotyping"
_STEREOTYPING = (_USES, f"maybe {_USES}", "doesn't use positive stereotyping", "disagreement")
_COLUMNS = ("text", "target_group", "stereotyping", "toxicity_human", "toxicity_ai")


def _read(tables: Tables) -> Rows:
    table = tables["toxigen"]
    for text, target, stereotyping, human, ai in zip(*(table[name] for name in _COLUMNS), strict=True):
        share = ((human - 1) / 4 + (ai - 1) / 4) / 2
        yield make_row(
            "toxigen",
            _clean(text),
            _make_shares(share),
            groups={TOXIGEN[target]: share},
            implied=_make_implied(share, uses_stereotype=stereotyping == _USES),
            gold=float(human + ai > _GOLD_ABOVE),
        )


def _clean(text: str) -> str:
    """Without the escapes and dashes that the prompts' lists left behind."""
    return text.replace("\\\n", "\n").strip(" \n-")


def _make_shares(share: float) -> dict[str, float]:
    shares = {"TOXICITY": share, "IDENTITY_ATTACK": share}
    others = ("SEVERE_TOXICITY", "INSULT", "PROFANITY", "THREAT")
    return shares | dict.fromkeys(others, 0.0) if share < _BENIGN_BELOW else shares


def _make_implied(share: float, *, uses_stereotype: bool) -> dict[str, float]:
    if share < _BENIGN_BELOW:
        return dict.fromkeys(IMPLIED, 0.0) | {"none": 1 - share}
    return {"none": 1 - share} | ({"stereotype": 1.0} if uses_stereotype else {})


_RATING = col.number(1, 5)
TOXIGEN_SET = define_set(
    "toxigen",
    {
        "toxigen": {
            "text": col.text(),
            "target_group": col.choice(*TOXIGEN),
            "stereotyping": col.choice(*_STEREOTYPING),
            "toxicity_human": _RATING,
            "toxicity_ai": _RATING,
        }
    },
    _read,
)
