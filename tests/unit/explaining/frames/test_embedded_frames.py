"""Frames from the model's scores, groups and implied kinds."""

from collections.abc import Mapping, Sequence

import pytest

from sayso.core import Attribute, Evidence, Scores
from sayso.explaining.frames.embedded import EmbeddedFrames, make_frame
from sayso.explaining.frames.wording import UNSURE

WOMEN = Evidence(targets={"women": 0.9, "men": 0.2}, implied={"inferiority": 0.6, "none": 0.9})


def score(**scores: float) -> Mapping[Attribute, float]:
    return {Attribute(name): value for name, value in scores.items()}


def test_an_attack_names_the_group_and_what_is_implied() -> None:
    frame = make_frame(score(IDENTITY_ATTACK=0.8, TOXICITY=0.9), WOMEN, version="embedded.v9")
    assert frame is not None
    assert (frame.offensive, frame.group) == (True, "women")
    assert frame.implication == "women are worth less, or can do less, than others"
    assert frame.sentence == "It seems to say that women are worth less, or can do less, than others."
    assert (frame.source, frame.version, frame.confidence) == ("embedded", "embedded.v9", 0.6)


@pytest.mark.parametrize(
    ("attack", "evidence"),
    [
        (0.4, WOMEN),
        (0.6, WOMEN),
        (0.9, Evidence(targets={"women": 0.3}, implied={"inferiority": 0.9})),
        (0.9, Evidence(targets={"women": 0.9}, implied={"inferiority": 0.2, "none": 0.9})),
        (0.9, Evidence()),
    ],
)
def test_who_is_unsure_says_neither_group_nor_implication(attack: float, evidence: Evidence) -> None:
    frame = make_frame(score(IDENTITY_ATTACK=attack), evidence, version="m")
    assert frame is not None
    assert (frame.offensive, frame.group, frame.implication, frame.sentence) == (None, None, None, UNSURE)


@pytest.mark.parametrize(
    ("scores", "word"),
    [
        (score(PROFANITY=0.9, IDENTITY_ATTACK=0.1), "swears"),
        (score(PROFANITY=0.9, INSULT=0.7, IDENTITY_ATTACK=0.1), "rude"),
        (score(THREAT=0.6, INSULT=0.7, IDENTITY_ATTACK=0.1), "threat"),
    ],
)
def test_what_is_rough_but_about_no_group_says_so(scores: Mapping[Attribute, float], word: str) -> None:
    frame = make_frame(scores, WOMEN, version="m")
    assert frame is not None
    assert (frame.offensive, frame.group, frame.implication) == (False, None, None)
    assert word in frame.sentence
    assert "for the group they belong to" in frame.sentence


def test_what_is_plainly_harmless_has_no_frame() -> None:
    assert make_frame(score(TOXICITY=0.1, IDENTITY_ATTACK=0.05, INSULT=0.1), WOMEN, version="m") is None


def test_a_text_that_could_not_be_read_is_unsure() -> None:
    def judge(texts: Sequence[str]) -> tuple[Scores, Sequence[Evidence]]:
        columns = {Attribute.IDENTITY_ATTACK: [0.9] * len(texts)}
        return Scores("m", columns, frozenset({1})), [WOMEN] * len(texts)

    read, unread = EmbeddedFrames(judge).frame(["one", "two"])
    assert read is not None
    assert unread is not None
    assert (read.group, unread.group, unread.confidence) == ("women", None, 0.0)
