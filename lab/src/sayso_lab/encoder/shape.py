"""The measures of a BERT, as its config.json gives them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from sayso.core.errors import BadFile

_NAMES = {
    "vocabulary": "vocab_size",
    "positions": "max_position_embeddings",
    "width": "hidden_size",
    "layers": "num_hidden_layers",
    "heads": "num_attention_heads",
    "inner": "intermediate_size",
}
_ONLY = {"model_type": "bert", "hidden_act": "gelu", "position_embedding_type": "absolute"}
_HINT = "Give the folder of a BERT, such as all-MiniLM-L6-v2, with --base."


@dataclass(frozen=True, slots=True)
class Shape:
    """`inner` is the width between the two layers of a feed-forward block."""

    vocabulary: int
    positions: int
    width: int
    layers: int
    heads: int
    inner: int
    epsilon: float = 1e-12


def read_shape(path: Path) -> Shape:
    found = _load(path)
    for name, wanted in _ONLY.items():
        if found.get(name, wanted) != wanted:
            raise BadFile(f"{path}: {name} is {found[name]!r}, and only {wanted!r} is known.", hint=_HINT)
    sizes = {ours: _take(path, found, theirs) for ours, theirs in _NAMES.items()}
    if sizes["width"] % sizes["heads"]:
        raise BadFile(f"{path}: hidden_size {sizes['width']} cannot be shared among {sizes['heads']} heads.")
    return Shape(**sizes, epsilon=float(found.get("layer_norm_eps", Shape.epsilon)))


def _load(path: Path) -> Mapping[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise BadFile(f"There is no file {path}.", hint=_HINT) from error
    except ValueError as error:
        raise BadFile(f"{path} is not JSON.", hint=_HINT) from error
    if not isinstance(found, dict):
        raise BadFile(f"{path} is not a JSON object.", hint=_HINT)
    return cast("dict[str, Any]", found)


def _take(path: Path, found: Mapping[str, Any], name: str) -> int:
    value = found.get(name)
    if not isinstance(value, int) or value < 1:
        raise BadFile(f"{path}: {name} must be a whole number over 0, not {value!r}.", hint=_HINT)
    return value
