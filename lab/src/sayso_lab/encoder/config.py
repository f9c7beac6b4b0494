"""Every choice of an encoder's training that is neither data nor seed."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from sayso_lab.choices import Range, check_shares, check_switch, read_choices

MIX: Mapping[str, float] = MappingProxyType(
    {
        "hatexplain": 2300,
        "toxic_spans_gold": 1350,
        "toxic_spans_raters": 250,
        "implicit_hate": 1600,
        "toxigen": 900,
        "sbic": 350,
        "hatemoji": 700,
        "edos": 400,
        "stormfront": 400,
        "davidson": 200,
        "jigsaw": 900,
        "wiki_bad": 400,
        "wiki_good": 420,
        "wiki_context": 250,
        "perspective_scores": 120,
        "identity_neutral": 120,
        "ruddit": 120,
        "paradetox": 250,
        "paradetox_cannot": 70,
        "everyday": 180,
        "reviews": 50,
        "contrast": 2000,
        "dynahate": 4000,
        "dynahate_kind": 400,
        "gab_hate": 350,
        "ishate_youtube": 150,
        "perspective_fragments": 450,
    }
)
"""How often each source is drawn from, in proportion. Hard and well-marked sets go before large ones."""

LOSSES: Mapping[str, float] = MappingProxyType(
    {
        "attributes": 1.0,
        "classes": 0.9,
        "groups": 0.03,
        "implied": 0.06,
        "perspective": 1.0,
        "words_hatexplain": 0.9,
        "words_toxicspans": 1.3,
        "words_typed": 0.1,
    }
)
"""What each answer counts in the sum that is learned from."""

ATTRIBUTE_LOSSES: Mapping[str, float] = MappingProxyType(
    {
        "TOXICITY": 1.0,
        "SEVERE_TOXICITY": 0.5,
        "IDENTITY_ATTACK": 1.3,
        "INSULT": 0.6,
        "PROFANITY": 0.6,
        "THREAT": 0.5,
    }
)


@dataclass(frozen=True, slots=True)
class EncoderConfig:
    """Shares and rates run from 0 to 1 unless said otherwise; lengths are in tokens unless said otherwise."""

    samples: int = 300_000
    rate: float = 1.5e-4
    head_rate: float = 6e-4
    layer_decay: float = 0.9
    """A layer learns at this share of the rate of the layer above it."""
    weight_decay: float = 0.01
    warm_up: float = 0.03
    clip: float = 1.0
    average: float = 0.998
    """Per step, how much of the averaged weights stays."""
    dropout: float = 0.1
    head_dropout: float = 0.15
    bfloat16: bool = True
    """Faster on processors that know it: 1.4 to 1.6 times, measured on one core."""
    threads: int = 0
    """0 is one for each core."""
    chunk: int = 3000
    batch_tokens: int = 2048
    batch_texts: int = 64
    short: int = 96
    middle: int = 128
    long: int = 256
    middle_share: float = 0.32
    long_share: float = 0.08
    longest_text: int = 2000
    """In characters."""
    disguised_contrast: float = 0.24
    disguised_harmful: float = 0.15
    disguised_other: float = 0.06
    swapped_groups: float = 0.1
    changed_case: float = 0.04
    hidden_texts: float = 0.5
    """The share of texts in which tokens are hidden."""
    hidden_tokens: float = 0.1
    """The share of such a text's tokens."""
    charged_words: int = 600
    own_mix: float = 300.0
    """How often a set of one's own is drawn from, on the scale of `mix`."""
    checkpoint_minutes: float = 5.0
    mix: Mapping[str, float] = field(default_factory=lambda: dict(MIX))
    losses: Mapping[str, float] = field(default_factory=lambda: dict(LOSSES))
    attribute_losses: Mapping[str, float] = field(default_factory=lambda: dict(ATTRIBUTE_LOSSES))

    @property
    def thread_count(self) -> int:
        return self.threads or os.cpu_count() or 1


_SHARE: Range = (0, 1)
RANGES: Mapping[str, Range] = {
    "samples": (1, 1_000_000_000),
    "rate": (1e-7, 0.1),
    "head_rate": (1e-7, 0.1),
    "layer_decay": (0.01, 1),
    "weight_decay": _SHARE,
    "warm_up": (0, 0.9),
    "clip": (0.001, 1000),
    "average": (0, 0.99999),
    "dropout": (0, 0.9),
    "head_dropout": (0, 0.9),
    "threads": (0, 1024),
    "chunk": (1, 1_000_000),
    "batch_tokens": (8, 1_000_000),
    "batch_texts": (1, 10_000),
    "short": (8, 512),
    "middle": (8, 512),
    "long": (8, 512),
    "middle_share": _SHARE,
    "long_share": _SHARE,
    "longest_text": (50, 100_000),
    "disguised_contrast": _SHARE,
    "disguised_harmful": _SHARE,
    "disguised_other": _SHARE,
    "swapped_groups": _SHARE,
    "changed_case": _SHARE,
    "hidden_texts": _SHARE,
    "hidden_tokens": _SHARE,
    "charged_words": (0, 100_000),
    "own_mix": (0, 1_000_000),
    "checkpoint_minutes": (0.01, 10_000),
}
MIX_RANGE: Range = (0, 1_000_000)
CHECKS = {
    "bfloat16": check_switch,
    "mix": check_shares(MIX, limits=MIX_RANGE, closed=False),
    "losses": check_shares(LOSSES, limits=(0, 1000)),
    "attribute_losses": check_shares(ATTRIBUTE_LOSSES, limits=(0, 1000)),
}


def read_config(path: Path) -> EncoderConfig:
    """A TOML file with some of the names above; the others keep their values."""
    return read_choices(path, EncoderConfig, ranges=RANGES, checks=CHECKS, example="samples = 100000")
