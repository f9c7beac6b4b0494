"""How near the written graph is to the exact one, and whether a text's scores depend on its company."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sayso.scoring.calibration import sigmoid
from sayso.scoring.encoder_file import EncoderMetadata
from sayso.scoring.encoder_run import EncoderRun

NEAR = 0.02


@dataclass(frozen=True)
class Fidelity:
    """Differences of attributes' scores, before calibration; the largest of each text's counts."""

    texts: int
    near: float
    """The share of texts with a difference of at most `NEAR`."""
    largest: float
    largest_with_company: float
    """Between a text alone and the same text in a batch."""


def measure_fidelity(card: EncoderMetadata, graph: bytes, exact: bytes, texts: Sequence[str]) -> Fidelity:
    run = EncoderRun(card, graph)
    together = _score(run, texts)
    alone = np.concatenate([_score(run, [text]) for text in texts])
    differences = np.abs(together - _score(EncoderRun(card, exact), texts)).max(axis=1)
    return Fidelity(
        len(texts),
        round(float((differences <= NEAR).mean()), 4),
        round(float(differences.max()), 4),
        round(float(np.abs(together - alone).max()), 6),
    )


def _score(run: EncoderRun, texts: Sequence[str]) -> NDArray[np.float64]:
    return sigmoid(run.run(texts).heads["attributes"])
