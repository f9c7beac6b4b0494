"""What models learn to answer, each list in the order of the encoder's output.

What they mean, and which data set says what: docs/explanation/labels.md.
"""

from typing import Final

from sayso.core import Attribute

ATTRIBUTES: Final = (
    Attribute.TOXICITY,
    Attribute.SEVERE_TOXICITY,
    Attribute.IDENTITY_ATTACK,
    Attribute.INSULT,
    Attribute.PROFANITY,
    Attribute.THREAT,
)
"""SEXUALLY_EXPLICIT has too few labels; the scorers leave it out."""

CLASSES: Final = ("hatespeech", "offensive", "normal")
"""HateXplain's question: three answers, one of which is right."""

GROUPS: Final = (
    "women", "men", "lgb", "trans", "black", "white", "asian", "south_asian", "latino", "indigenous", "arab",
    "jewish", "muslim", "christian", "other_religion", "immigrants", "disability", "nationality_ethnicity",
    "political", "other",
)  # fmt: skip
"""Whom a text attacks: any number of them. A friendly or neutral mention is not an attack."""

IMPLIED: Final = (
    "none",
    "dehumanising",
    "inferiority",
    "threat_incitement",
    "stereotype",
    "exclusion",
    "mockery",
    "grievance",
)
"""What a text says or implies about a group: any number of them; `none` for nothing."""

TYPED: Final = ("insult", "profane", "identity", "threat")
"""Kinds of toxic span, after the one for 'toxic at all': rows 1 to 4 of a text's span marks."""

PERSPECTIVE: Final = (
    "API",
    "TOXICITY",
    "SEVERE_TOXICITY",
    "IDENTITY_ATTACK",
    "INSULT",
    "PROFANITY",
    "THREAT",
    "SEXUALLY_EXPLICIT",
)
"""Perspective's own scores, to learn its scale. `API` is the toxicity it gave to wiki_context."""
