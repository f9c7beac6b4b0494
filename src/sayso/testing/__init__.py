"""Doubles for tests, ours and those of packages that build on Sayso: real objects with simple insides.

Nothing in the product imports this room. Start with `FakeScorer`.
"""

from sayso.testing.fake_scorer import FakeScorer

__all__ = ["FakeScorer"]
