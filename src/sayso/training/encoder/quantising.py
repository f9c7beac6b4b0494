"""Weights in eight bits: whole numbers times a scale, one scale for each row of a table."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
CLIPS = (1.0, 0.95, 0.9, 0.85)
"""Shares of a row's largest number to round up to: with an outlier cut, the rest may round better."""
MOST = 127


@dataclass(frozen=True)
class Rounded:
    """`numbers * scales` is nearly the table; both have as many rows."""

    numbers: NDArray[np.int8]
    scales: Floats


def round_rows(table: Floats) -> Rounded:
    """Each row at the clip with the least squared error."""
    highest = np.maximum(np.abs(table).max(axis=1, keepdims=True), 1e-12)
    numbers = np.zeros(table.shape, np.int8)
    scales = np.ones((len(table), 1), np.float32)
    least = np.full((len(table), 1), np.inf)
    for clip in CLIPS:
        steps = (highest * clip / MOST).astype(np.float32)
        tried = np.clip(np.rint(table / steps), -MOST, MOST)
        errors = np.square(tried * steps - table).sum(axis=1, keepdims=True)
        better = errors < least
        numbers = np.where(better, tried, numbers).astype(np.int8)
        scales, least = np.where(better, steps, scales), np.where(better, errors, least)
    return Rounded(numbers, scales)


def round_blocks(weights: Floats, *, block: int) -> Rounded:
    """A matrix [out, in] with a scale for each `block` of inputs: numbers [out, blocks, block]."""
    out, width = weights.shape
    blocks = -(-width // block)
    padded = np.zeros((out, blocks * block), np.float32)
    padded[:, :width] = weights
    rounded = round_rows(padded.reshape(out * blocks, block))
    return Rounded(rounded.numbers.reshape(out, blocks, block), rounded.scales.reshape(out, blocks))
