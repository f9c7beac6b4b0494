"""When no other words are offered: where the message is the harm, new words would only hide it."""

from collections.abc import Mapping

from sayso.core import Attribute, Refusal
from sayso.core.draft import RefusalCode

LIMIT = 0.5
"""From here on the model takes a text as an attack or a threat."""
LEFT_OVER = 0.7
MOST_FALL = 4.5
"""A text that still scores so high without its flagged words is beyond repair by other words, unless its odds
have fallen by so much: then the words do carry it, only not alone."""

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
    "too_long": "This is too long to be judged. You can cut it into parts.",
    "unavailable": "This could not be judged just now. You can try again in a moment.",
}


def refuse(code: RefusalCode) -> Refusal:
    return Refusal(code, _MESSAGES[code])


def find_refusal(scores: Mapping[Attribute, float], *, left_over: float | None = None) -> Refusal | None:
    """Why alternatives are refused; None if they are not.

    `left_over` is the TOXICITY of the text without its flagged words, where it has any.
    """
    if scores.get(Attribute.IDENTITY_ATTACK, 0.0) >= LIMIT:
        return refuse("group")
    if scores.get(Attribute.THREAT, 0.0) >= LIMIT:
        return refuse("threat")
    whole = scores[Attribute.TOXICITY]
    rest = whole if left_over is None else left_over
    has_fallen = whole * (1 - rest) >= MOST_FALL * rest * (1 - whole) and rest < whole
    return refuse("beyond_repair") if rest >= LEFT_OVER and not has_fallen else None
