"""Perspective's question as a service answers it: asked over HTTP, held against what Perspective said."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from sayso.core import Scorer
from sayso.files.reports import draw_markdown as draw_table
from sayso_lab.data.calm import draw_held_out
from sayso_lab.data.labels import ATTRIBUTES
from sayso_lab.data.rows import Row
from sayso_lab.data.splits import Part
from sayso_lab.data.table import read_table
from sayso_lab.scale import measure_bands, take_scores

SCALED: Final = ("perspective_scores", "perspective_fragments")
MENTIONS = "identity_neutral"
LOW, ALARM = 0.2, 0.5
"""Calm texts belong under the first; a plain mention of a group over the second is a false alarm."""


def measure_endpoint(scorer: Scorer, data_dir: Path, *, texts: int, emoji: int, seed: int) -> dict[str, Any]:
    """On the held-out part alone."""
    table = read_table(data_dir, only={*SCALED, MENTIONS})
    held_out = table.part(Part.HELD_OUT)
    talk, signs = draw_held_out(data_dir, texts=texts, emoji=emoji, seed=seed)
    mentions = [row.text for row in held_out if row.source == MENTIONS]
    return {
        "errors": {
            source: _measure_errors(scorer, [row for row in held_out if row.source == source])
            for source in SCALED
        },
        "calm": {
            "everyday texts": _measure_shares(scorer, talk, over=LOW),
            "emoji": _measure_shares(scorer, signs, over=LOW),
        },
        "mentions": _measure_shares(scorer, mentions, over=ALARM),
    }


def _measure_errors(scorer: Scorer, rows: Sequence[Row]) -> dict[str, Any]:
    answers = scorer.score([row.text for row in rows]).columns
    found: dict[str, Any] = {"texts": len(rows)}
    for name in ATTRIBUTES:
        ours, theirs = np.asarray(answers[name], np.float64), take_scores(rows, name)
        found[name] = {
            "mean_absolute_error": round(float(np.abs(ours - theirs).mean()), 4),
            "bands": measure_bands(ours, theirs),
        }
    return found


def _measure_shares(scorer: Scorer, texts: Sequence[str], *, over: float) -> dict[str, Any]:
    columns = {name: np.asarray(column) for name, column in scorer.score(texts).columns.items()}
    highest = np.max(list(columns.values()), axis=0)
    return {
        "texts": len(texts),
        "over": over,
        "any": int((highest > over).sum()),
        **{
            name: {
                "median": round(float(np.median(columns[name])), 4),
                "highest": round(float(columns[name].max()), 4),
                "over": int((columns[name] > over).sum()),
            }
            for name in ATTRIBUTES
        },
    }


def draw_markdown(found: Mapping[str, Any]) -> str:
    tenths = [f"{tenth / 10:.1f}" for tenth in range(10)]
    parts: list[str] = []
    for source, errors in found["errors"].items():
        rows = [
            (
                name,
                f"{errors[name]['mean_absolute_error']:.3f}",
                *("–" if band["error"] is None else f"{band['error']:.2f}" for band in errors[name]["bands"]),
            )
            for name in ATTRIBUTES
        ]
        head = ("Attribute", "all", *(f"from {tenth}" for tenth in tenths))
        parts.append(
            f"Mean absolute error, {errors['texts']:,} texts of {source}:\n\n{draw_table(head, rows)}"
        )
    groups = {**found["calm"], "plain mentions of groups": found["mentions"]}
    for what, one in groups.items():
        rows = [
            (name, f"{one[name]['median']:.3f}", f"{one[name]['highest']:.3f}", f"{one[name]['over']}")
            for name in ATTRIBUTES
        ]
        head = ("Attribute", "median", "highest", f"over {one['over']:g}")
        title = f"{one['texts']:,} {what}, {one['any']} over {one['over']:g} in any attribute"
        parts.append(f"{title}:\n\n{draw_table(head, rows)}")
    return "\n\n".join(parts)
