"""A policy with one rule more, declared as any other: every surface must follow by itself."""

from dataclasses import dataclass

from sayso.core import Policy
from sayso.core.policy import rule


@dataclass(frozen=True, slots=True)
class LargerPolicy(Policy):
    warm_limit: float = rule(0.2, "from this score on, it gets warm")
