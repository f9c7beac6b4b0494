"""Every choice of the masked-word model's training that is neither data nor seed."""

from dataclasses import dataclass

from sayso_lab.choices import number
from sayso_lab.encoder.schedule import Schedule


@dataclass(frozen=True, slots=True)
class MaskedConfig(Schedule):
    samples: int = 500_000
    rate: float = 4e-4
    head_rate: float = 1e-3
    """The head starts from nothing."""
    warm_up: float = 0.05
    longest_text: int = 900
    checkpoint_minutes: float = 4.0
    shortest: int = number(8, 3, 512)
    longest: int = number(128, 8, 512)
    hidden_words: float = number(0.17, 0.01, 0.9)
