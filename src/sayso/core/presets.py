"""Policies to begin with: limits that belong together. A preset sets its own fields and leaves the rest.

docs/decisions/0034 has the measurements behind them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sayso.core.policy import Policy

_LIMITS = ("scale", "soft_limit", "hard_limit", "last_limit")


@dataclass(frozen=True, slots=True)
class Preset:
    """`help` begins in lower case and ends without a stop."""

    help: str
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])


PRESETS: Mapping[str, Preset] = {
    "usual": Preset(
        "the defaults: most of what is filtered is asked about",
        {name: getattr(Policy(), name) for name in _LIMITS},
    ),
    "paper": Preset(
        "the limits of Recourse for Reclamation on Perspective's scale, carried over for the model in use; "
        "nothing that a reader permits goes over the higher one",
        {"scale": "perspective", "soft_limit": 0.35, "hard_limit": 0.7, "last_limit": 0.7},
    ),
    "calm": Preset(
        "asks sooner, shows less", {"scale": "sayso", "soft_limit": 0.2, "hard_limit": 0.8, "last_limit": 0.9}
    ),
    "open": Preset(
        "asks only about strong words, and replaces little",
        {"scale": "sayso", "soft_limit": 0.6, "hard_limit": 0.96, "last_limit": 0.99},
    ),
}
