"""Where no other words are offered, and where nothing is marked.

`plain_words` brings a text into one form, `said` finds what it says by patterns (danger to oneself, a threat,
what was done to somebody, a figure of speech), `rules` joins that with the model's scores. English only, each
pattern linear in the text. Start with `find_said`. Why by hand, and what it misses: docs/decisions/0031.
"""

from sayso.explaining.refusals.rules import LIKELY, Heard, find_refusal, find_said, refuse
from sayso.explaining.refusals.said import Said, hear

__all__ = ["LIKELY", "Heard", "Said", "find_refusal", "find_said", "hear", "refuse"]
