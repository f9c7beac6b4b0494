"""What can be learned from an objection that somebody agreed with: the labels of the export."""

from collections.abc import Mapping
from typing import Literal

from sayso.core import Attribute
from sayso.storage import Objection, ObjectionKind

SUGGESTED: Mapping[ObjectionKind, Mapping[Attribute, float]] = {
    "false_alarm": {Attribute.TOXICITY: 0.0},
    "missed": {Attribute.TOXICITY: 1.0},
    "biased": {Attribute.TOXICITY: 0.0, Attribute.IDENTITY_ATTACK: 0.0},
}
"""What the whole text should score. An attribute that is not named was not judged."""


Use = Literal["agreed", "no label", "not agreed", "erased"]
"""What an objection is good for: only what somebody agreed with, and can be labelled, is learned from."""


def find_use(objection: Objection) -> Use:
    if objection.content is None:
        return "erased"
    if not objection.answers or objection.answers[-1].verdict != "agreed":
        return "not agreed"
    return "agreed" if find_labels(objection) else "no label"


def find_labels(objection: Objection) -> dict[str, float]:
    """The labels of the last answer, else what it lets one conclude; empty where that is nothing.

    That a part of a text is harmless says nothing of the rest, so there the person who answers has to say
    what the text should score. That a part is not harmless makes the whole not harmless.
    """
    if not objection.answers:
        return {}
    last = objection.answers[-1]
    if last.labels or last.verdict == "disagreed":
        return dict(last.labels)
    if objection.kind != "missed" and not objection.is_about_all:
        return {}
    return {str(name): value for name, value in SUGGESTED[objection.kind].items()}
