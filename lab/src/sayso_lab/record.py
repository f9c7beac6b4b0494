"""How weights were made, as data: kept in the weights file, read by the model card."""

from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from sayso_lab.corpus import WEIGHTS, Corpus
from sayso_lab.data.labels import ATTRIBUTES
from sayso_lab.data.splits import Part
from sayso_lab.data.table import SetRecord, Table
from sayso_lab.recipe import Recipe


@dataclass(frozen=True)
class Run:
    """What a training run needs to know."""

    data_dir: Path
    name: str
    seed: int
    date: datetime
    machine: str
    recipe: Recipe = field(default_factory=Recipe)
    limit: int | None = None
    excluded: frozenset[int] = frozenset()
    """Keys (`old_split.make_key`) of texts that must not be learned from: another model has."""


def describe_run(run: Run, corpus: Corpus, table: Table) -> dict[str, Any]:
    """Everything but the results; nothing in it names a folder or a person."""
    return {
        "date": run.date.date().isoformat(),
        "machine": run.machine,
        "seed": run.seed,
        "limit": run.limit,
        "excluded": len(run.excluded),
        "recipe": asdict(run.recipe),
        "parts": {str(part): int((corpus.parts == part).sum()) for part in Part},
        "sets": [_describe_set(one, corpus) for one in table.sets],
        "absent": list(table.absent),
        "left_out": list(table.left_out),
        "files": [asdict(file) for file in table.files],
    }


def _describe_set(one: SetRecord, corpus: Corpus) -> dict[str, Any]:
    chosen = np.isin(corpus.sources, one.sources)
    judged = np.any(~np.isnan(corpus.labels[chosen]), axis=0).tolist()
    return {
        "name": one.name,
        "licence": one.licence,
        "origin": one.origin,
        "weight": max((WEIGHTS.get(name, 1.0) for name in one.sources), default=1.0),
        "examples": int(chosen.sum()),
        "learned": int((chosen & (corpus.parts == Part.TRAIN)).sum()),
        "attributes": [str(name) for name, any_judged in zip(ATTRIBUTES, judged, strict=True) if any_judged],
    }
