"""When no other words are offered: where the message is the harm, new words would only hide it.

By more than one signal: what the words say (`said`), the model's scores with a margin, the group it sees, and
the second opinion. One alone settles it only where it is sure.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sayso.core import Attribute, Refusal
from sayso.core.draft import RefusalCode
from sayso.explaining.refusals.said import Said

SURE = 0.8
"""From here on a score needs no second signal."""
LIKELY = 0.5
POSSIBLE = 0.3
"""A threat from here on, where there are words for one."""
ATTACK = 0.4
"""An attack on a group from here on, where the model also sees a group."""
GROUP = 0.25
"""How sure it must be of the group."""
NOTHING = Said()
LEFT_OVER = 0.7
MOST_FALL = 3.0
"""A text that still scores so high without its marked words is beyond repair by other words, unless its odds
have fallen by so much: then the words do carry it, only not alone."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Beside the scores: what the words say, how sure the model is of a group, and another model's TOXICITY.

    `left_over` is the TOXICITY of the text without the words that any reader might mark, where it has such.
    """

    said: Said = NOTHING
    group: float | None = None
    second: float = 1.0
    left_over: float | None = None


_MESSAGES: dict[RefusalCode, str] = {
    "group": (
        "The model reads this as an attack on people for the group they belong to. Other words would not "
        "change that, so none are suggested. You can say what someone did and why it matters to you, leave "
        "the group out of it, or not post it. If the model is wrong, say so."
    ),
    "threat": (
        "The model reads this as a threat, or as calling for harm. Other words would not change that, so "
        "none are suggested. You can say what made you angry, or what you want to happen, without harm to "
        "anyone. If the model is wrong, say so."
    ),
    "self_harm": (
        "This reads as if you, or somebody you write of, may be in danger. No other words are suggested: "
        "what you wrote matters as it is. Please talk to somebody now, a person you trust, a doctor, or the "
        "emergency number where you are."
    ),
    "testimony": (
        "You are telling what was said or done to somebody. That is yours to say in your own words, so "
        "nothing is marked in it and no others are suggested."
    ),
    "beyond_repair": (
        "The model reacts to what this says, not to single words: without them it would react almost as "
        "much. You can write it anew, about what was done instead of who did it. If the model is wrong, "
        "say so."
    ),
    "not_english": "Other words are suggested for English only, which this does not look like.",
    "language": (
        "This is in a language that the model does not know, so it has no score, and no other words are "
        "suggested. That does not mean that people would not mind it."
    ),
    "unreadable": (
        "The model does not know most of the characters here, so it has no score, and no other words are "
        "suggested. You can write it in plain letters."
    ),
    "disputed": "Two models contradict each other about this. You can write it in plain words.",
    "too_long": "This is too long to be judged. You can cut it into parts.",
    "unavailable": "This could not be judged just now. You can try again in a moment.",
}


def refuse(code: RefusalCode, *, help_note: str = "") -> Refusal:
    """`help_note`: where help is, as whoever runs this says; it stands behind the words for self-harm."""
    note = f" {help_note}" if code == "self_harm" and help_note else ""
    return Refusal(code, _MESSAGES[code] + note)


def find_said(said: Said) -> RefusalCode | None:
    """What the words settle alone, whatever the scores. Danger to oneself comes before all else."""
    if said.self_harm:
        return "self_harm"
    if said.threat:
        return "threat"
    return "testimony" if said.testimony else None


def find_refusal(scores: Mapping[Attribute, float], heard: Heard) -> RefusalCode | None:
    """Why alternatives are refused where the words alone do not say; None if they are not."""
    if _attacks_group(scores.get(Attribute.IDENTITY_ATTACK, 0.0), heard):
        return "group"
    if _threatens(scores.get(Attribute.THREAT, 0.0), heard):
        return "threat"
    whole = scores[Attribute.TOXICITY]
    rest = whole if heard.left_over is None else heard.left_over
    has_fallen = whole * (1 - rest) >= MOST_FALL * rest * (1 - whole) and rest < whole
    return "beyond_repair" if rest >= LEFT_OVER and not has_fallen and not heard.said.figures else None


def _attacks_group(score: float, heard: Heard) -> bool:
    """A score alone is enough only for a model that sees no groups. Support for a group is no attack."""
    if heard.said.support:
        return False
    if heard.group is None:
        return score >= LIKELY
    return score >= ATTACK and heard.group >= GROUP


def _threatens(score: float, heard: Heard) -> bool:
    if heard.said.figures:
        return False
    return (
        score >= SURE
        or (score >= POSSIBLE and heard.said.harm_words)
        or (score >= LIKELY and heard.second >= LIKELY)
    )
