"""Every choice of an encoder's training that is neither data nor seed."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sayso_lab.choices import Range, number, share, shares
from sayso_lab.encoder.schedule import Schedule

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
        "contrast": 3000,
        "dynahate": 4000,
        "dynahate_kind": 400,
        "gab_hate": 350,
        "ishate_youtube": 150,
        "perspective_fragments": 450,
        "suite_taken_back": 1300,
        "suite_taken_back_plain": 900,
        "suite_taken_back_posts": 500,
        "suite_thrown": 1200,
        "suite_swearing": 600,
        "suite_dialect": 450,
        "suite_contempt": 900,
        "suite_body_talk": 100,
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


MIX_RANGE: Range = (0, 1_000_000)


@dataclass(frozen=True, slots=True)
class EncoderConfig(Schedule):
    """What the encoder has beyond a schedule."""

    layer_decay: float = number(0.9, 0.01, 1)
    """A layer learns at this share of the rate of the layer above it."""
    head_dropout: float = number(0.15, 0, 0.9)
    batch_texts: int = number(64, 1, 10_000)
    short: int = number(96, 8, 512)
    middle: int = number(128, 8, 512)
    long: int = number(256, 8, 512)
    middle_share: float = share(0.32)
    long_share: float = share(0.08)
    disguised_contrast: float = share(0.24)
    disguised_harmful: float = share(0.15)
    disguised_other: float = share(0.06)
    swapped_groups: float = share(0.1)
    changed_case: float = share(0.04)
    hidden_texts: float = share(0.5)
    """The share of texts in which tokens are hidden."""
    hidden_tokens: float = share(0.1)
    """The share of such a text's tokens."""
    charged_words: int = number(600, 0, 100_000)
    own_mix: float = number(300.0, 0, 1_000_000)
    """How often a set of one's own is drawn from, on the scale of `mix`."""
    mix: Mapping[str, float] = shares(MIX, limits=MIX_RANGE, closed=False)
    losses: Mapping[str, float] = shares(LOSSES, limits=(0, 1000))
    attribute_losses: Mapping[str, float] = shares(ATTRIBUTE_LOSSES, limits=(0, 1000))
