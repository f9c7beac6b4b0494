from collections.abc import Callable
from typing import Any

import numpy as np

from sayso_lab.data.rows import NOTHING_IMPLIED, Row
from sayso_lab.data.sbic import SBIC

Shares = Callable[[Row], dict[str, float]]
Frame = tuple[str, float | None, float | None, str | None, str | None]
COLUMNS = ("post", "offensiveYN", "whoTarget", "targetMinority", "targetStereotype")


def read(*frames: Frame) -> list[Row]:
    table: dict[str, list[Any]] = dict(zip(COLUMNS, map(list, zip(*frames, strict=True)), strict=True))
    return list(SBIC.read({"sbic_dev": table}))


def test_annotators_are_averaged(shares: Shares, groups: Shares, implied: Shares) -> None:
    """Offensive 1 and 0.5, one did not say; two of four say it is about a group: 0.5 * 0.75."""
    (row,) = read(
        ("a", 1.0, 1.0, "black folks", "they are lazy"),
        ("a", 0.5, 1.0, "blacks, women", "they cook"),
        ("a", None, None, None, None),
        ("a", None, 0.0, None, None),
    )
    assert shares(row) == {"TOXICITY": 0.75, "IDENTITY_ATTACK": 0.375}
    assert groups(row) == {"black": 0.5, "women": 0.25}
    found = {name: share for name, share in implied(row).items() if share}
    assert found == {"none": 0.5, "inferiority": 0.25, "stereotype": 0.25}
    assert "grievance" not in implied(row)


def test_what_nobody_finds_offensive_is_no_threat_either(shares: Shares, implied: Shares) -> None:
    (row,) = read(("a", 0.0, None, None, None))
    nothing = {"TOXICITY": 0, "IDENTITY_ATTACK": 0, "SEVERE_TOXICITY": 0, "INSULT": 0, "THREAT": 0}
    assert shares(row) == nothing
    assert implied(row) == {kind: share for kind, share in NOTHING_IMPLIED.items() if kind != "grievance"}


def test_without_a_judgement_toxicity_stays_open(shares: Shares) -> None:
    (row,) = read(("a", None, 1.0, "women", None))
    assert shares(row) == {"IDENTITY_ATTACK": 1}


def test_posts_come_in_order_and_unescaped() -> None:
    rows = read(("b &amp; c", 1.0, None, None, None), ("a", 1.0, None, None, None))
    assert [row.text for row in rows] == ["a", "b & c"]
    assert np.isnan(rows[0].attributes).sum() == 4
