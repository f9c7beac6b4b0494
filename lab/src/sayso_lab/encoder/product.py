"""Matrices in eight bits, rounded where it hurts least for what is multiplied by them.

The runtime rounds the inputs too. What both cost in exactness is won back in part: channels are evened out
first (Xiao et al. 2022), and the weights' rounding errors are fed back into those not yet rounded (Frantar et
al. 2022). How much that brings: docs/decisions/0027.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sayso_lab.encoder.graph import GraphBuilder
from sayso_lab.encoder.observing import Seen

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
MOST = 127
BLOCK = 64
DAMPING = 0.01
LEAST_RANGE = 1e-6
EVENING = ".evening"
"""The ending under which a product's evening is kept."""


@dataclass(frozen=True)
class Product:
    """weights ≈ numbers * scales * evening, all [in, out] or one number per column or row of that."""

    numbers: NDArray[np.int8]
    scales: Floats
    evening: Floats
    """Inputs are multiplied by it first, one number per channel."""


def round_product(weights: Floats, seen: Seen) -> Product:
    """`weights` are [out, in], as torch has them."""
    columns = weights.T.astype(np.float64)
    strength = _even_out(seen.highest.astype(np.float64), columns)
    columns, moments = columns * strength[:, None], seen.moments / np.outer(strength, strength)
    scales = np.maximum(np.abs(columns).max(axis=0) / MOST, 1e-10)
    numbers = round_with_feedback(columns, moments, scales)
    return Product(numbers.astype(np.int8), scales.astype(np.float32), (1 / strength).astype(np.float32))


def _even_out(highest: Doubles, columns: Doubles) -> Doubles:
    """Half of what is large in a channel of the inputs moves over to the weights."""
    largest = np.abs(columns).max(axis=1)
    strength = np.sqrt(np.maximum(highest, LEAST_RANGE) / np.maximum(largest, LEAST_RANGE))
    return strength / strength.mean()


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


def add_product(builder: GraphBuilder, states: str, product: Product, *, name: str) -> str:
    """states @ weights."""
    even = builder.add("Mul", states, builder.hold(product.evening, name + EVENING))
    return builder.multiply_rounded(even, product.numbers, product.scales, name=name)
