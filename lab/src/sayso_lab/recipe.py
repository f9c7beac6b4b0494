"""Every choice of a training run that is not data, with the values the shipped weights were made with."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sayso.core.errors import BadFile
from sayso.scoring.hashing import HashingScheme
from sayso.scoring.linear_weights import WindowRule
from sayso_lab.choices import read_choices
from sayso_lab.fit import FitRule


@dataclass(frozen=True, slots=True)
class Recipe:
    """Chosen on the dev part; docs/decisions/0004 has the comparison."""

    sizes: tuple[int, ...] = (2, 3, 4, 5)
    bits: int = 19
    damping: float = 0.5
    epochs: int = 3
    rate: float = 0.15
    decay: float = 3e-7
    batch: int = 4096
    longest: int = 1500
    disguised_share: float = 0.08
    sentence_weight: float = 4.0
    window_size: int = 100
    window_overlap: int = 50
    window_share: float = 0.5
    window_margin: float = 1.5

    @property
    def scheme(self) -> HashingScheme:
        return HashingScheme(self.sizes, self.bits)

    @property
    def fit(self) -> FitRule:
        return FitRule(self.epochs, self.rate, self.decay, self.batch)

    @property
    def windows(self) -> WindowRule:
        return WindowRule(self.window_size, self.window_overlap, self.window_share, self.window_margin)


RANGES: Mapping[str, tuple[float, float]] = {
    "bits": (8, 24),
    "damping": (0, 1),
    "epochs": (1, 100),
    "rate": (1e-6, 10),
    "decay": (0, 1),
    "batch": (1, 1_000_000),
    "longest": (100, 1_000_000),
    "disguised_share": (0, 1),
    "sentence_weight": (0, 100),
    "window_size": (50, 1_000_000),
    "window_overlap": (0, 1_000_000),
    "window_share": (0, 1),
    "window_margin": (0, 100),
}


def read_recipe(path: Path) -> Recipe:
    """A TOML file with some of the names above; the others keep their values."""
    return read_choices(path, Recipe, ranges=RANGES, checks={"sizes": _check_sizes}, example="epochs = 4")


def _check_sizes(path: Path, name: str, value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or not value or any(size not in range(2, 9) for size in value):  # pyright: ignore[reportUnknownVariableType]  # TOML's types are not known
        raise BadFile(f"{path.name}: {name} must be a list of whole numbers from 2 to 8, not {value!r}.")
    return tuple(sorted(set(value)))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]  # checked above
