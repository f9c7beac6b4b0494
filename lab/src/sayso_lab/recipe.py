"""Every choice of a training run that is not data, with the values the shipped weights were made with."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sayso.core.errors import BadFile
from sayso.scoring.hashing import HashingScheme
from sayso.scoring.linear_weights import WindowRule
from sayso_lab.choices import CHECK, number, share
from sayso_lab.fit import FitRule


def _check_sizes(path: Path, name: str, value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or not value or any(size not in range(2, 9) for size in value):  # pyright: ignore[reportUnknownVariableType]  # TOML's types are not known
        raise BadFile(f"{path.name}: {name} must be a list of whole numbers from 2 to 8, not {value!r}.")
    return tuple(sorted(set(value)))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]  # checked above


@dataclass(frozen=True, slots=True)
class Recipe:
    """Chosen on the dev part; docs/decisions/0004 has the comparison."""

    sizes: tuple[int, ...] = field(default=(2, 3, 4, 5), metadata={CHECK: _check_sizes})
    bits: int = number(19, 8, 24)
    damping: float = share(0.5)
    epochs: int = number(3, 1, 100)
    rate: float = number(0.15, 1e-06, 10)
    decay: float = share(3e-7)
    batch: int = number(4096, 1, 1_000_000)
    longest: int = number(1500, 100, 1_000_000)
    disguised_share: float = share(0.08)
    sentence_weight: float = number(4.0, 0, 100)
    window_size: int = number(100, 50, 1_000_000)
    window_overlap: int = number(50, 0, 1_000_000)
    window_share: float = share(0.5)
    window_margin: float = number(1.5, 0, 100)

    @property
    def scheme(self) -> HashingScheme:
        return HashingScheme(self.sizes, self.bits)

    @property
    def fit(self) -> FitRule:
        return FitRule(self.epochs, self.rate, self.decay, self.batch)

    @property
    def windows(self) -> WindowRule:
        return WindowRule(self.window_size, self.window_overlap, self.window_share, self.window_margin)
