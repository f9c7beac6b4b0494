"""The qualities a text is scored for, by Perspective's names."""

from enum import StrEnum


class Attribute(StrEnum):
    """A quality scored from 0 to 1; higher means more of it.

    `IDENTITY_ATTACK` is the hate score: people attacked for the group they belong to.
    """

    TOXICITY = "TOXICITY"
    SEVERE_TOXICITY = "SEVERE_TOXICITY"
    IDENTITY_ATTACK = "IDENTITY_ATTACK"
    INSULT = "INSULT"
    PROFANITY = "PROFANITY"
    THREAT = "THREAT"
    SEXUALLY_EXPLICIT = "SEXUALLY_EXPLICIT"
