"""Frames from the scoring model: the group and the implied kind it finds, in sentences of our own."""

from collections.abc import Callable, Mapping, Sequence

from sayso.core import Attribute, Evidence, Scores
from sayso.core.frame import Frame
from sayso.explaining.frames.wording import (
    GROUPS,
    IMPLIED,
    ROUGH,
    UNSURE,
    describe_implication,
    make_sentence,
)

LIMIT = 0.5
"""From here on the model takes a text as an attack, an insult, a threat or swearing."""
DOUBT = 0.15
"""Nearer to the limit than this, the model is unsure whether a group is attacked."""
LEAST_GROUP, LEAST_KIND = 0.4, 0.3
"""Below these it does not know which group, or what is implied: then neither is said."""

Judge = Callable[[Sequence[str]], tuple[Scores, Sequence[Evidence]]]


class EmbeddedFrames:
    """Frames by a model that gives scores and evidence in one pass."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def frame(self, texts: Sequence[str]) -> list[Frame | None]:
        scores, evidence = self._judge(texts)
        return [
            make_unsure(scores.model, 0.0)
            if row in scores.unjudged
            else make_frame(scores.row(row), found, version=scores.model)
            for row, found in enumerate(evidence)
        ]


def make_frame(scores: Mapping[Attribute, float], evidence: Evidence, *, version: str) -> Frame | None:
    """Toxic: group and implication. Rough but harmless: which roughness. Plainly harmless: nothing."""
    attack = scores.get(Attribute.IDENTITY_ATTACK, 0.0)
    if abs(attack - LIMIT) < DOUBT:
        return make_unsure(version, abs(attack - LIMIT) / DOUBT * LIMIT)
    if attack >= LIMIT:
        return _describe_attack(attack, evidence, version)
    return _describe_roughness(scores, version)


def make_unsure(version: str, confidence: float) -> Frame:
    return Frame(None, None, None, UNSURE, "embedded", round(confidence, 4), version)


def _describe_attack(attack: float, evidence: Evidence, version: str) -> Frame:
    group, group_odds = _find_highest({name: evidence.targets.get(name, 0.0) for name in GROUPS})
    kind, kind_odds = _find_highest({name: evidence.implied.get(name, 0.0) for name in IMPLIED})
    confidence = min(attack, group_odds, kind_odds)
    if group_odds < LEAST_GROUP or kind_odds < LEAST_KIND:
        return make_unsure(version, confidence)
    implication = describe_implication(kind, group)
    return Frame(
        True,
        GROUPS[group],
        implication,
        make_sentence(implication),
        "embedded",
        round(confidence, 4),
        version,
    )


def _describe_roughness(scores: Mapping[Attribute, float], version: str) -> Frame | None:
    for name, sentence in ROUGH.items():
        score = scores.get(Attribute(name), 0.0)
        if score >= LIMIT:
            sure = min(score, 1 - scores.get(Attribute.IDENTITY_ATTACK, 0.0))
            return Frame(False, None, None, sentence, "embedded", round(sure, 4), version)
    return None


def _find_highest(odds: Mapping[str, float]) -> tuple[str, float]:
    name = max(odds, key=lambda one: odds[one])
    return name, odds[name]
