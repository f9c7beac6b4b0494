"""ONNX graphs put together node by node: only what the encoder's graph needs.

Written by hand: torch's exporter needs a further library, and its older one is a thing of the past. So the
weights are rounded as they are written, and the same weights always give the same bytes. Each is kept under
the network's name for it with one of the endings below, so that it can be read back (`rebuild`).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from sayso_lab.encoder.quantising import round_rows, round_table

OPSET, IR = 20, 9
Weights = Literal["float32", "int8"]
Floats = NDArray[np.float32]

COLUMNS, TABLE = ".columns", ".table"
"""Endings of weights that are kept exactly: [in, out], and a table to look up rows in."""
NUMBERS, SCALES = ".numbers", ".scales"
"""Of a matrix in eight bits: [in, out], and a scale for each column."""
ROWS, ROW_SCALES, ROW_STRENGTHS = ".rows", ".row_scales", ".row_strengths"
"""Of a table in eight bits: a scale for each row, and what each column is multiplied by."""


class GraphBuilder:
    """Nodes and constants in the order they were added; each method gives the name of its output."""

    def __init__(self, *, weights: Weights) -> None:
        self._weights: Weights = weights
        self._nodes: list[Any] = []
        self._constants: list[Any] = []
        self._names: set[str] = set()

    @property
    def is_exact(self) -> bool:
        return self._weights == "float32"

    def add(self, operator: str, *inputs: str, outputs: int = 1, **attributes: Any) -> str:
        """A node; with several outputs their names end in .0, .1 and so on."""
        name = f"{operator.lower()}_{len(self._nodes)}"
        names = [name] if outputs == 1 else [f"{name}.{number}" for number in range(outputs)]
        node = cast("Any", helper).make_node(operator, list(inputs), names, name, **attributes)
        self._nodes.append(node)
        return name

    def hold(self, values: NDArray[Any], name: str = "") -> str:
        """A constant. What is held under a name is kept once, however many nodes ask for it."""
        name = name or f"constant_{len(self._constants)}"
        if name not in self._names:
            self._names.add(name)
            self._constants.append(numpy_helper.from_array(np.asarray(values, order="C"), name))
        return name

    def hold_numbers(self, *numbers: int) -> str:
        return self.hold(np.array(numbers, np.int64))

    def rename(self, name: str, wanted: str) -> None:
        """An output of the graph under the name it is asked by."""
        self._nodes.append(cast("Any", helper).make_node("Identity", [name], [wanted], wanted))

    def multiply(self, states: str, weights: Floats, *, name: str, keep: bool = False) -> str:
        """states @ weights.T, with `weights` [out, in] as torch has them; exactly if they are to be kept."""
        if keep or self.is_exact:
            return self.add("MatMul", states, self.hold(weights.T, name + COLUMNS))
        rounded = round_rows(weights)
        return self.multiply_rounded(states, rounded.numbers.T, rounded.scales.ravel(), name=name)

    def multiply_rounded(self, states: str, numbers: NDArray[np.int8], scales: Floats, *, name: str) -> str:
        """states @ (numbers * scales), the numbers [in, out]; the runtime never writes that matrix out."""
        kept = self.hold(numbers, name + NUMBERS), self.hold(scales, name + SCALES)
        return self.add("MatMul", states, self.add("DequantizeLinear", *kept, axis=1))

    def look_up(self, table: Floats, ids: str, *, name: str, keep: bool = False) -> str:
        """The rows of a table at the ids."""
        if keep or self.is_exact:
            return self.add("Gather", self.hold(table, name + TABLE), ids)
        rounded = round_table(table)
        numbers = self.add("Gather", self.hold(rounded.numbers, name + ROWS), ids)
        scales = self.add("Gather", self.hold(rounded.scales, name + ROW_SCALES), ids)
        rows = self.add("Mul", self.add("Cast", numbers, to=TensorProto.FLOAT), scales)
        return self.add("Mul", rows, self.hold(rounded.strengths, name + ROW_STRENGTHS))

    def build(
        self,
        inputs: Sequence[str],
        outputs: Mapping[str, Sequence[str | int]],
        *,
        floats: Mapping[str, Sequence[str | int]] | None = None,
    ) -> bytes:
        """The graph as a file's bytes: `inputs` are whole numbers, [texts, tokens]; the rest have shapes."""
        make: Any = helper.make_tensor_value_info
        given = [make(name, TensorProto.INT64, ["texts", "tokens"]) for name in inputs]
        given += [make(name, TensorProto.FLOAT, shape) for name, shape in (floats or {}).items()]
        made = [make(name, TensorProto.FLOAT, shape) for name, shape in outputs.items()]
        graph = helper.make_graph(self._nodes, "encoder", given, made, self._constants)
        opsets = [helper.make_opsetid("", OPSET)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=IR, producer_name="sayso")
        cast("Any", onnx.checker).check_model(model)
        return model.SerializeToString(deterministic=True)
