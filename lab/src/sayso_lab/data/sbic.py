"""Social Bias Frames: one row per annotator, averaged over a post's annotators."""

import html
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sayso_lab.data import columns as col
from sayso_lab.data.define import Rows, Tables, define_set
from sayso_lab.data.groups import find_groups
from sayso_lab.data.implied import find_implied
from sayso_lab.data.labels import IMPLIED
from sayso_lab.data.rows import Row, make_row

_COLUMNS = ("offensiveYN", "whoTarget", "targetMinority", "targetStereotype")


class _Frame(NamedTuple):
    offensive: float | None
    about_group: float | None
    target: str | None
    stereotype: str | None


def _read(tables: Tables) -> Rows:
    table = tables["sbic_dev"]
    frames: dict[str, list[_Frame]] = defaultdict(list)
    for post, *answers in zip(table["post"], *(table[name] for name in _COLUMNS), strict=True):
        frames[post].append(_Frame(*answers))
    for post in sorted(frames):
        yield _make_post(html.unescape(post), frames[post])


def _make_post(text: str, frames: Sequence[_Frame]) -> Row:
    """An attack on a group needs both 'offensive' and 'about a group'."""
    judged = [frame.offensive for frame in frames if frame.offensive is not None]
    offensive = sum(judged) / len(judged) if judged else math.nan
    about_group = sum(frame.about_group == 1 for frame in frames) / len(frames)
    shares = {"TOXICITY": offensive, "IDENTITY_ATTACK": about_group * (offensive if judged else 1)}
    if offensive == 0:
        shares |= dict.fromkeys(("SEVERE_TOXICITY", "INSULT", "THREAT"), 0.0)
    groups = _count((find_groups(frame.target) for frame in frames), len(frames))
    kinds = _count((_find_kinds(frame) for frame in frames), len(frames))
    # Nobody was asked about grievance.
    implied = dict.fromkeys(IMPLIED, 0.0) | kinds | {"none": 1 - about_group, "grievance": math.nan}
    return make_row("sbic", text, shares, groups=groups, implied=implied)


def _find_kinds(frame: _Frame) -> list[str]:
    return [] if frame.stereotype is None else find_implied(frame.stereotype) or ["stereotype"]


def _count(named: Iterable[Sequence[str]], annotators: int) -> dict[str, float]:
    shares: dict[str, float] = defaultdict(float)
    for names in named:
        for name in names:
            shares[name] += 1 / annotators
    return {name: min(1.0, share) for name, share in shares.items()}


_MAYBE = col.number(0, 1, empty=True)
SBIC = define_set(
    "sbic",
    {
        "sbic_dev": {
            "post": col.text(),
            "offensiveYN": _MAYBE,
            "whoTarget": _MAYBE,
            "targetMinority": col.optional_text(),
            "targetStereotype": col.optional_text(),
        }
    },
    _read,
)
