"""The kinds of contrast sentence, and what each says about the attributes."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

Labels = Mapping[str, float]


class Kind(StrEnum):
    NEUTRAL_IDENTITY = "neutral_identity"
    POSITIVE_IDENTITY = "positive_identity"
    NEGATED_HATE = "negated_hate"
    QUOTED_ANSWERED = "quoted_answered"
    RECLAIMED = "reclaimed"
    FRIENDLY_PROFANITY = "friendly_profanity"
    OBJECT_DISLIKE = "object_dislike"
    INDIVIDUAL_INSULT = "individual_insult"
    PLAIN_HATE = "plain_hate"
    QUESTION_HATE = "question_hate"
    NEGATED_PRAISE = "negated_praise"
    IMPLIED_HATE = "implied_hate"
    QUESTION_NEUTRAL = "question_neutral"
    NEGATED_INSULT = "negated_insult"
    MILD_CRITICISM = "mild_criticism"


HATEFUL: Final = frozenset({Kind.PLAIN_HATE, Kind.QUESTION_HATE, Kind.NEGATED_PRAISE, Kind.IMPLIED_HATE})
HARMLESS: Final = frozenset(Kind) - HATEFUL - {Kind.INDIVIDUAL_INSULT}
"""No attack on anybody; some of it is rough all the same."""

_CALM: Labels = {"SEVERE_TOXICITY": 0.0, "THREAT": 0.0}
_MENTION: Labels = {
    **_CALM, "TOXICITY": 0.02, "IDENTITY_ATTACK": 0.01, "INSULT": 0.01, "PROFANITY": 0.0
}  # fmt: skip
_ANSWER: Labels = {**_CALM, "TOXICITY": 0.06, "IDENTITY_ATTACK": 0.02, "INSULT": 0.03}
_HINTED: Labels = {"TOXICITY": 0.88, "IDENTITY_ATTACK": 0.96}

LABELS: Final[Mapping[Kind, Labels]] = {
    Kind.NEUTRAL_IDENTITY: _MENTION,
    Kind.POSITIVE_IDENTITY: _MENTION,
    Kind.QUESTION_NEUTRAL: _MENTION,
    Kind.NEGATED_HATE: _ANSWER,
    Kind.QUOTED_ANSWERED: _ANSWER,
    Kind.RECLAIMED: {**_CALM, "TOXICITY": 0.2, "IDENTITY_ATTACK": 0.03, "INSULT": 0.03},
    Kind.FRIENDLY_PROFANITY: {
        **_CALM, "TOXICITY": 0.3, "IDENTITY_ATTACK": 0.01, "INSULT": 0.03, "PROFANITY": 0.95
    },
    Kind.OBJECT_DISLIKE: {**_CALM, "TOXICITY": 0.12, "IDENTITY_ATTACK": 0.01, "INSULT": 0.04},
    Kind.INDIVIDUAL_INSULT: {"TOXICITY": 0.95, "IDENTITY_ATTACK": 0.04, "INSULT": 0.96},
    Kind.PLAIN_HATE: {"TOXICITY": 0.95, "IDENTITY_ATTACK": 0.98},
    Kind.NEGATED_INSULT: {
        **_CALM, "TOXICITY": 0.05, "IDENTITY_ATTACK": 0.01, "INSULT": 0.03, "PROFANITY": 0.0
    },
    Kind.MILD_CRITICISM: {
        **_CALM, "TOXICITY": 0.2, "IDENTITY_ATTACK": 0.01, "INSULT": 0.08, "PROFANITY": 0.02
    },
    Kind.QUESTION_HATE: _HINTED,
    Kind.NEGATED_PRAISE: _HINTED,
    Kind.IMPLIED_HATE: _HINTED,
}  # fmt: skip
"""What is not named is left open: a taken-back word may count as profanity or not."""

_SIGNS: Final = {
    "dehumanising": ("{dehum}", "less than human", "zoo", "breed", "not human", "not people"),
    "threat_incitement": (
        "die", "burn", "beat", "kill", "hang", "punch", "deserve to live", "hitler", "cliff", "lock up",
        "locked up",
    ),
    "exclusion": (
        "deport", "out of", "Keep", "belong", "rid of", "not welcome", "go back", "stay", "throw", "allowed",
        "let {G}", "remove", "Send", "kick", "disappear", "leave", "in {place}?", "without",
    ),
    "stereotype": ("{badn}", "trust"),
}  # fmt: skip


def find_implied(kind: Kind, template: str) -> str:
    """What a sentence of this template implies, by the first sign in it; `none` unless it is hateful."""
    if kind not in HATEFUL:
        return "none"
    signs = (implied for implied, words in _SIGNS.items() if any(word in template for word in words))
    return next(signs, "stereotype" if kind is Kind.IMPLIED_HATE else "inferiority")


def make_labels(kind: Kind, template: str, implied: str) -> Labels:
    if kind not in HATEFUL:
        return LABELS[kind]
    profanity = {"PROFANITY": 0.9} if "{prof}" in template else {}
    return {**LABELS[kind], **profanity, "THREAT": 0.8 if implied == "threat_incitement" else 0.05}
