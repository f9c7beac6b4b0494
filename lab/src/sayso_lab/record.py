"""How weights were made, as data: kept in the weights file, read by the model card."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from sayso_lab.corpus import Corpus
from sayso_lab.examples import LEARNED, Source
from sayso_lab.recipe import Recipe
from sayso_lab.scale import Reference
from sayso_lab.splits import Part


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
    """Keys (`splits.make_key`) of texts that must not be learned from: another model has."""


def describe_run(
    run: Run, corpus: Corpus, sources: Sequence[Source], *, absent: Sequence[str], reference: Reference | None
) -> dict[str, Any]:
    """Everything but the results; nothing in it names a folder or a person."""
    files = [*corpus.files, reference.file] if reference else corpus.files
    return {
        "date": run.date.date().isoformat(),
        "machine": run.machine,
        "seed": run.seed,
        "limit": run.limit,
        "excluded": len(run.excluded),
        "recipe": asdict(run.recipe),
        "parts": {str(part): int((corpus.parts == part).sum()) for part in Part},
        "sets": [_describe_source(source, corpus) for source in sources],
        "absent": list(absent),
        "files": [asdict(file) for file in files],
    }


def _describe_source(source: Source, corpus: Corpus) -> dict[str, Any]:
    chosen = corpus.sources == source.name
    judged = np.any(~np.isnan(corpus.labels[chosen]), axis=0).tolist()
    return {
        "name": source.name,
        "licence": source.licence,
        "origin": source.origin,
        "weight": source.weight,
        "examples": int(chosen.sum()),
        "learned": int((chosen & (corpus.parts == Part.TRAIN)).sum()),
        "attributes": [str(name) for name, any_judged in zip(LEARNED, judged, strict=True) if any_judged],
    }
