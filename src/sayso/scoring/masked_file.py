"""The weights of a masked-word model: a graph (`NAME.onnx`) and its card (`NAME.npz`).

The card holds the tokenizer and the table of words, which both the graph's inputs and the guesses need.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sayso.scoring.weight_files import MASKED

FORMAT = 1


@dataclass(frozen=True, eq=False)
class MaskedCard:
    """All that goes with a graph; the table is in eight bits, each word with a scale of its own."""

    name: str
    tokenizer: str = field(repr=False)
    numbers: NDArray[np.int8] = field(repr=False)
    scales: NDArray[np.float32] = field(repr=False)
    biases: NDArray[np.float32] = field(repr=False)
    """How likely each word is anywhere."""
    record: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)

    def widen(self) -> NDArray[np.float32]:
        """The table of words as numbers to calculate with."""
        return self.numbers.astype(np.float32) * self.scales


def save_masked(folder: Path, card: MaskedCard, graph: bytes) -> Path:
    """Writes both files and returns the card's path. The card is last: without it the graph is not found."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{card.name}.npz"
    data = {
        "format": FORMAT,
        "name": card.name,
        "graph": hashlib.sha256(graph).hexdigest(),
        "record": dict(card.record),
        "tokenizer": json.loads(card.tokenizer),
    }
    path.with_suffix(".onnx").write_bytes(graph)
    text = np.frombuffer(json.dumps(data).encode(), np.uint8)
    with path.open("wb") as file:
        np.savez_compressed(file, card=text, numbers=card.numbers, scales=card.scales, biases=card.biases)
    return path


def load_masked_file(path: Path) -> tuple[MaskedCard, bytes]:
    """The card and the graph beside it; `BadWeights`, with the way to repair it, if either is missing,
    damaged or not the other's."""
    graph_path = path.with_suffix(".onnx")
    try:
        with np.load(path, allow_pickle=False) as kept:
            data = json.loads(kept["card"].tobytes())
            table = (kept["numbers"], kept["scales"], kept["biases"])
        graph = graph_path.read_bytes()
        card = MaskedCard(data["name"], json.dumps(data["tokenizer"]), *table, record=data["record"])
        fits = data["format"] == FORMAT and data["graph"] == hashlib.sha256(graph).hexdigest()
    except FileNotFoundError as error:
        raise MASKED.missing(Path(str(error.filename))) from error
    except (OSError, ValueError, KeyError, TypeError, EOFError) as error:
        raise MASKED.damaged(path, "it cannot be read") from error
    if not fits:
        raise MASKED.damaged(graph_path, f"it is not the graph that {path.name} was made for")
    return card, graph
