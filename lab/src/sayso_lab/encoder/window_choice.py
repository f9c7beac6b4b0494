"""How the windows of a long text are joined: chosen on texts that have more than one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute
from sayso.scoring.encoder_file import EncoderMetadata, TokenWindows
from sayso.scoring.encoder_run import EncoderRun, join_windows
from sayso.stats import auc
from sayso.stats.resampling import Bootstrap
from sayso_lab.data.labels import ATTRIBUTES
from sayso_lab.data.rows import Row
from sayso_lab.scale import as_list

Array = NDArray[np.float64]
SHARPNESSES = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
LEAST_SHARPNESS = 2.0
"""Nearer to the mean, a long harmless text hides its rude end: tried for comparison, never chosen."""
FIRST = "first window"
"""Tried for comparison; a card cannot say it, and what stands further down would go unread."""
SOURCES = ("jigsaw", "wikipedia_offensive")
FEWEST = 10
"""Long texts of either kind without which nothing is chosen."""
_LANE = ATTRIBUTES.index(Attribute.TOXICITY)


def choose_windows(
    card: EncoderMetadata, graph: bytes, dev: Sequence[Row], *, seed: int
) -> tuple[TokenWindows, dict[str, Any]]:
    """The sharpness that ranks long comments best by TOXICITY, and what each gave."""
    run = EncoderRun(card, graph)
    rows = [row for row in dev if row.source in SOURCES and not np.isnan(row.attributes[_LANE])]
    lengths = run.count_tokens([row.text for row in rows])
    long = [row for row, length in zip(rows, lengths, strict=True) if length > card.windows.size]
    labels = np.array([row.attributes[_LANE] >= 0.5 for row in long], np.float64)
    if min(labels.sum(), (1 - labels).sum()) < FEWEST:
        return card.windows, {"texts": len(long)}
    apart = run.run_apart([row.text for row in long])
    columns = {str(one): _join(apart, replace(card.windows, sharpness=one)) for one in SHARPNESSES}
    columns[FIRST] = np.array([windows[0, _LANE] for windows in apart], np.float64)
    bootstrap = Bootstrap(200, seed=seed)
    found = {name: bootstrap.interval(auc, labels, column) for name, column in columns.items()}
    allowed = [one for one in SHARPNESSES if one >= LEAST_SHARPNESS]
    best = max(allowed, key=lambda one: found[str(one)].value)
    tried = {name: as_list(interval) for name, interval in found.items()}
    return replace(card.windows, sharpness=best), {"texts": len(long), "auc": tried}


def _join(apart: Sequence[NDArray[np.float32]], rule: TokenWindows) -> Array:
    return np.array([join_windows(windows, rule)[_LANE] for windows in apart], np.float64)
