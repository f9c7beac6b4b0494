"""A model's graph on this machine's processor.

OpenVINO multiplies by weights in eight bits with inputs rounded in groups of 32 numbers of one token, where
the processor can; elsewhere it calculates in full. Why this runtime: docs/decisions/0027.
"""

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from sayso.scoring.turns import PROCESSOR

GROUP = 32
"""Numbers of a token that are rounded together: more is faster and less exact."""
STEP = 4
"""Rows of tokens are as long as a multiple of this: the runtime prepares for every shape it has not seen."""
MOST_PREPARED = 1000
"""Steps of the graph that are remembered as prepared for a shape; docs/decisions/0027 has the memory."""
CONVERSION = "openvino.tools.ovc"


class Graph:
    """A loaded graph. Any thread may run it; one at a time does, with all the threads it was given.

    So does one graph at a time: see `turns`.
    """

    def __init__(self, graph: bytes, *, threads: int = 0) -> None:
        core = _import_runtime().Core()
        options: dict[str, Any] = {
            "PERFORMANCE_HINT": "LATENCY",
            "INFERENCE_PRECISION_HINT": "f32",
            "DYNAMIC_QUANTIZATION_GROUP_SIZE": GROUP,
            "CPU_RUNTIME_CACHE_CAPACITY": MOST_PREPARED,
            # Several processes on one machine would otherwise all hold on to the same cores.
            "ENABLE_CPU_PINNING": False,
            "INFERENCE_NUM_THREADS": threads,
        }
        self._compiled = core.compile_model(core.read_model(graph), "CPU", options)
        outputs = enumerate(self._compiled.outputs)
        self._places = {name: at for at, one in outputs for name in one.get_names()}
        self._request = self._compiled.create_infer_request()

    @property
    def outputs(self) -> frozenset[str]:
        return frozenset(self._places)

    def run(self, names: Sequence[str], inputs: Mapping[str, NDArray[Any]]) -> list[NDArray[np.float32]]:
        """The named outputs."""
        with PROCESSOR:
            found = list(self._request.infer(dict(inputs)).values())
        return [found[self._places[name]] for name in names]


def round_up(length: int) -> int:
    """How long a row of so many tokens is made."""
    return -(-length // STEP) * STEP


def _import_runtime() -> Any:
    """Without its conversion tools: importing those reports it to their makers, unasked."""
    if "openvino" in sys.modules:
        return import_module("openvino")
    cast("Any", sys.modules)[CONVERSION] = None  # Python's own way to say that it is not to be had
    try:
        return import_module("openvino")
    finally:
        sys.modules.pop(CONVERSION, None)
