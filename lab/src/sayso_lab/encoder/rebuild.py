"""A shipped graph back to the network it was made of, its weights as they were rounded.

The graph answers and no more; whoever needs gradients needs the network.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from sayso.core.errors import BadFile
from sayso.scoring.encoder_file import load_encoder
from sayso_lab.encoder.body import SPLIT_HEADS
from sayso_lab.encoder.graph import (
    COLUMNS,
    NUMBERS,
    ROW_SCALES,
    ROW_STRENGTHS,
    ROWS,
    SCALES,
    TABLE,
)
from sayso_lab.encoder.network import Network
from sayso_lab.encoder.product import EVENING
from sayso_lab.encoder.shape import Shape

Floats = NDArray[np.float32]
Constants = Mapping[str, NDArray[Any]]
_WORDS, _PLACES, _KIND = "embeddings.words.weight", "embeddings.places.weight", "embeddings.kind"


def rebuild_network(card_path: Path) -> Network:
    """The network of a card and the graph beside it; in fp32 it answers nearly as the graph does."""
    _, graph = load_encoder(card_path)
    return rebuild(graph, name=card_path.name)


def rebuild(graph: bytes, *, name: str) -> Network:
    """The network of a graph; `BadFile`, naming the file, if the graph is of an older kind."""
    model: Any = onnx.load_model_from_string(graph)
    constants = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    try:
        network = Network(_find_shape(model.graph.node, constants))
        weights = {
            weight: torch.tensor(_restore(constants, weight, tuple(tensor.shape)))
            for weight, tensor in network.state_dict().items()
        }
    except KeyError as error:
        raise BadFile(
            f"The graph of {name} is of an older kind, whose weights cannot be read back.",
            hint="Use embedded.v3 or a later one, or a model trained by this version of Sayso.",
        ) from error
    network.load_state_dict(weights)
    return network.eval()


def _find_shape(nodes: Any, constants: Constants) -> Shape:
    words, places = (_restore_table(constants, name) for name in (_WORDS, _PLACES))
    layers = [name for name in constants if name.startswith("layers.") and name.endswith(".up.bias")]
    return Shape(
        vocabulary=len(words),
        positions=len(places),
        width=words.shape[1],
        layers=len(layers),
        heads=int(constants[SPLIT_HEADS][2]),
        inner=len(constants["layers.0.up.bias"]),
        epsilon=_find_attribute(nodes, "LayerNormalization", "epsilon"),
    )


def _find_attribute(nodes: Any, operator: str, name: str) -> Any:
    node = next(node for node in nodes if node.op_type == operator)
    return cast("Any", helper).get_node_attr_value(node, name)


def _restore(constants: Constants, name: str, shape: tuple[int, ...]) -> Floats:
    if name == _KIND:  # it went into the table of places
        return np.zeros(shape, np.float32)
    if name in (_WORDS, _PLACES):
        return _restore_table(constants, name)
    if name in constants:
        return constants[name]
    return _restore_matrix(constants, name)


def _restore_table(constants: Constants, name: str) -> Floats:
    if name + TABLE in constants:
        return constants[name + TABLE]
    return constants[name + ROWS] * constants[name + ROW_SCALES] * constants[name + ROW_STRENGTHS]


def _restore_matrix(constants: Constants, name: str) -> Floats:
    """[out, in], as torch has it, from whichever way it was kept in."""
    if name + COLUMNS in constants:
        return constants[name + COLUMNS].T
    columns = constants[name + NUMBERS] * constants[name + SCALES]
    evening = constants.get(name + EVENING)
    return columns.T if evening is None else columns.T * evening
