"""Products of matrices in eight bits on both sides, the left one rounded row by row.

The runtime multiplies unsigned by signed eight-bit numbers two to three times as fast as it multiplies by
weights in blocks. What that costs in exactness is won back: channels are evened out first (Xiao et al. 2022),
the weights' rounding errors are fed back into those not yet rounded (Frantar et al. 2022), and what rounding
the inputs left over is multiplied too. How much each brings: docs/decisions/0014.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sayso.training.encoder.graph import FAST, GraphBuilder
from sayso.training.encoder.observing import Seen

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
MOST = 127
MOST_PAIR = 128
"""Two neighbours times 255 must fit into sixteen bits: processors without wider sums add up pairs there."""
BLOCK = 64
DAMPING = 0.01
FINER = 256
"""The second level's step is so much finer."""
LEAST_RANGE = 1e-6
NUMBERS, SCALES, EVENING, OFFSETS = ".numbers", ".scales", ".evening", ".offsets"
"""Endings of the constants that a product's weights are kept in."""
AFTER_GELU = 1.2
"""What GELU gives is never under -0.17: a row counts as reaching at least so high, so that this fits."""


@dataclass(frozen=True)
class Product:
    """weights ≈ numbers * scales * evening, all [in, out] or one number per column or row of that."""

    numbers: NDArray[np.int8]
    scales: Floats
    evening: Floats | None
    """Inputs are multiplied by it first, one number per channel."""


@dataclass(frozen=True)
class Inputs:
    """How a kind of input is rounded: its noughts at `zero`, its row's highest at 255."""

    zero: int
    floor: float
    is_signed: bool
    levels: int = 2
    """With two, what the first rounding left over is rounded and multiplied too."""

    @property
    def steps(self) -> int:
        return 255 - self.zero


SIGNED = Inputs(zero=128, floor=LEAST_RANGE, is_signed=True)
GELU = Inputs(zero=32, floor=AFTER_GELU, is_signed=False)


def round_product(weights: Floats, seen: Seen, *, even: bool = True) -> Product:
    """`weights` are [out, in], as torch has them."""
    columns = weights.T.astype(np.float64)
    moments = seen.moments
    evening = None
    if even:
        strength = _even_out(seen.highest.astype(np.float64), columns)
        columns, moments = columns * strength[:, None], moments / np.outer(strength, strength)
        evening = (1 / strength).astype(np.float32)
    scales = _choose_scales(columns)
    numbers = limit_pairs(round_with_feedback(columns, moments, scales))
    return Product(numbers.astype(np.int8), scales.astype(np.float32), evening)


def _even_out(highest: Doubles, columns: Doubles) -> Doubles:
    """Half of what is large in a channel of the inputs moves over to the weights."""
    largest = np.abs(columns).max(axis=1)
    strength = np.sqrt(np.maximum(highest, LEAST_RANGE) / np.maximum(largest, LEAST_RANGE))
    return strength / strength.mean()


def _choose_scales(columns: Doubles) -> Doubles:
    sizes = np.abs(columns)
    pairs = sizes[0::2] + sizes[1::2] if len(sizes) % 2 == 0 else sizes
    return np.maximum(np.maximum(sizes.max(axis=0), pairs.max(axis=0)) / MOST, 1e-10)


def round_with_feedback(columns: Doubles, moments: Doubles, scales: Doubles) -> Doubles:
    """Whole numbers for `columns / scales`, row by row; each row's error goes into the rows still to come,
    as far as their inputs go together with its own (GPTQ)."""
    damped = moments + np.eye(len(moments)) * (DAMPING * moments.diagonal().mean() + 1e-12)
    order = np.argsort(-damped.diagonal(), kind="stable")
    left = columns[order].copy()
    sorted_moments: Doubles = damped[np.ix_(order, order)]
    links = np.asarray(np.linalg.cholesky(np.linalg.inv(sorted_moments)), np.float64).T
    rounded = np.zeros_like(left)
    for begin in range(0, len(left), BLOCK):
        end = min(begin + BLOCK, len(left))
        errors = np.zeros((end - begin, left.shape[1]))
        for row in range(begin, end):
            rounded[row] = np.clip(np.rint(left[row] / scales), -MOST, MOST)
            errors[row - begin] = (left[row] - rounded[row] * scales) / links[row, row]
            left[row + 1 : end] -= np.outer(links[row, row + 1 : end], errors[row - begin])
        left[end:] -= links[begin:end, end:].T @ errors
    result = np.empty_like(rounded)
    result[order] = rounded
    return result


def limit_pairs(numbers: Doubles) -> Doubles:
    """The larger of two neighbours gives way where the two are over `MOST_PAIR`."""
    if len(numbers) % 2:
        return numbers
    pairs = numbers.reshape(-1, 2, numbers.shape[1]).copy()
    over = np.maximum(np.abs(pairs).sum(axis=1) - MOST_PAIR, 0)
    larger = np.abs(pairs).argmax(axis=1)[:, None]
    taken = np.take_along_axis(pairs, larger, axis=1)
    np.put_along_axis(pairs, larger, taken - np.sign(taken) * over[:, None], axis=1)
    return pairs.reshape(numbers.shape)


def add_product(builder: GraphBuilder, states: str, product: Product, inputs: Inputs, *, name: str) -> str:
    """states @ weights, each row of the states rounded by itself."""
    if product.evening is not None:
        states = builder.add("Mul", states, builder.hold(product.evening, name + EVENING))
    sizes = builder.add("Abs", states) if inputs.is_signed else states
    highest = builder.add("ReduceMax", sizes, axes=[-1], keepdims=1)
    reach = builder.add("Clip", highest, _number(builder, inputs.floor))
    even = builder.add("Div", states, reach)
    step, zero = _number(builder, 1 / inputs.steps), _byte(builder, inputs.zero)
    rounded = builder.add("QuantizeLinear", even, step, zero)
    found = _multiply(builder, rounded, step, zero, product, name)
    if inputs.levels == 2:
        rest = builder.add("Sub", even, builder.add("DequantizeLinear", rounded, step, zero))
        fine, middle = _number(builder, 1 / inputs.steps / FINER), _byte(builder, 128)
        second = builder.add("QuantizeLinear", rest, fine, middle)
        found = builder.add("Add", found, _multiply(builder, second, fine, middle, product, name))
    return builder.add("Mul", found, reach)


def _multiply(builder: GraphBuilder, rounded: str, step: str, zero: str, product: Product, name: str) -> str:
    numbers = builder.hold(product.numbers, name + NUMBERS)
    scales = builder.hold(product.scales, name + SCALES)
    none = builder.hold(np.zeros(len(product.scales), np.int8), name + OFFSETS)
    return builder.add("MatMulIntegerToFloat", rounded, numbers, step, scales, zero, none, domain=FAST)


def _number(builder: GraphBuilder, value: float) -> str:
    return builder.hold(np.array(value, np.float32))


def _byte(builder: GraphBuilder, value: int) -> str:
    return builder.hold(np.array(value, np.uint8))
