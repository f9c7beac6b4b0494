"""Weights in eight bits: whole numbers times a scale, one scale for each row of a table."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
CLIPS = (1.0, 0.95, 0.9, 0.85)
"""Shares of a row's largest number to round up to: with an outlier cut, the rest may round better."""
MOST = 127
LEAST = 1e-6


@dataclass(frozen=True)
class Rounded:
    """`numbers * scales` is nearly the table; both have as many rows."""

    numbers: NDArray[np.int8]
    scales: Floats


def round_rows(table: Floats) -> Rounded:
    """Each row at the clip with the least squared error."""
    # The row 0.100, -0.030, 0.254 at clip 1.0: its largest number becomes 127, so a step is 0.254 / 127 =
    # 0.002, the numbers are 50, -15, 127, and 50 * 0.002 = 0.100 is what comes back. At clip 0.9 a step is
    # 0.0018; the numbers are 56, -17, 127, the last one cut from 141, and 0.101, -0.031, 0.229 come back:
    # clip 1.0 stays.
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


@dataclass(frozen=True)
class RoundedTable(Rounded):
    """`numbers * scales * strengths` is nearly the table; there is a strength for each column."""

    strengths: Floats


def round_table(table: Floats) -> RoundedTable:
    """Columns are first made equally strong: a few strong ones would take the steps from all others."""
    spread = np.maximum(table.std(axis=0), LEAST)
    strengths = (spread / np.exp(np.log(spread).mean())).astype(np.float32)
    rounded = round_rows(table / strengths)
    return RoundedTable(rounded.numbers, rounded.scales, strengths)
