"""Perspective's attribute names: which exist, and which of our attributes answers each."""

import re

from sayso.core import Attribute

PRODUCTION = ("TOXICITY", "SEVERE_TOXICITY", "IDENTITY_ATTACK", "INSULT", "PROFANITY", "THREAT")
BRIDGING = (
    "AFFINITY",
    "COMPASSION",
    "CONSTRUCTIVE",
    "CURIOSITY",
    "NUANCE",
    "PERSONAL_STORY",
    "REASONING",
    "RESPECT",
)
PERSUASION = (
    "ALIENATION",
    "FEARMONGERING",
    "GENERALIZATION",
    "MORAL_OUTRAGE",
    "POWER_APPEAL",
    "SCAPEGOATING",
)
NEWSROOM = (
    "ATTACK_ON_AUTHOR",
    "ATTACK_ON_COMMENTER",
    "ATTACK_ON_PUBLISHER",
    "INCOHERENT",
    "INFLAMMATORY",
    "LIKELY_TO_REJECT",
    "OBSCENE",
    "OFF_TOPIC",
    "SPAM",
    "UNSUBSTANTIAL",
)
EXPERIMENTAL = tuple(f"{name}_EXPERIMENTAL" for name in (*PRODUCTION, *BRIDGING, *PERSUASION))
KNOWN_NAMES = frozenset(
    (*PRODUCTION, *NEWSROOM, *EXPERIMENTAL, "SEXUALLY_EXPLICIT", "FLIRTATION", "TOXICITY_FAST")
)

NAME_SHAPE = re.compile(r"(?P<plain>(?P<base>[A-Z][A-Z_]*?)(?:_EXPERIMENTAL)?)(?:@\d{1,4})?")
LONGEST_NAME = 80


def find_attribute(name: str) -> Attribute | None:
    """Our attribute behind a name: `INSULT`, `INSULT@5` and `INSULT_EXPERIMENTAL` are all INSULT."""
    match = NAME_SHAPE.fullmatch(name)
    if match is None or match["base"] not in Attribute.__members__:
        return None
    return Attribute[match["base"]]


def is_known(name: str) -> bool:
    """Whether Perspective has, or had, an attribute of this name, with or without a version."""
    match = NAME_SHAPE.fullmatch(name)
    return match is not None and match["plain"] in KNOWN_NAMES


def shorten(name: str) -> str:
    """A name as it may be repeated in a message: whoever calls chose it, so its length is bounded."""
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}..."
