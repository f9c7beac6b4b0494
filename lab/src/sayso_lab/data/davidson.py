"""Davidson et al.: tweets with counts of votes for hate, offensive and neither."""

import html
import math

from sayso_lab.data import columns as col
from sayso_lab.data.define import Rows, Tables, define_set
from sayso_lab.data.rows import make_row
from sayso_lab.data.wording import is_profane, takes_back

_VOTES = ("hate_speech", "offensive_language", "neither")


def _read(tables: Tables) -> Rows:
    table = tables["davidson"]
    for row, text in enumerate(table["tweet"]):
        hate, offensive, neither = (table[name][row] for name in _VOTES)
        count = table["count"][row]
        if hate + offensive + neither != count:
            found = f"{count} for {hate} + {offensive} + {neither} votes"
            raise col.refuse("davidson", "count", row, needed="the sum of the votes", found=found)
        shares = {"IDENTITY_ATTACK": hate / count}
        if hate or neither == count or not takes_back(text):  # else the word alone may have offended
            shares["TOXICITY"] = (hate + 0.85 * offensive) / count
        if neither == count:
            shares |= dict.fromkeys(("INSULT", "THREAT", "SEVERE_TOXICITY"), 0.0)
        shares["PROFANITY"] = _measure_profanity(text, (hate + offensive) / count)
        # Twitter's texts came escaped, some of them twice.
        yield make_row("davidson", html.unescape(html.unescape(text)), shares)


def _measure_profanity(text: str, offended: float) -> float:
    """Nobody was asked: the voters' share where a profane word is there, nought if all were content."""
    return offended if is_profane(text) else math.nan if offended else 0.0


_COUNT = col.number(0, 1000)
DAVIDSON = define_set(
    "davidson",
    {"davidson": {"tweet": col.text(), "count": col.number(1, 1000)} | dict.fromkeys(_VOTES, _COUNT)},
    _read,
)
