from collections.abc import Callable

import pytest

from sayso_lab.data.labels import IMPLIED
from sayso_lab.data.rows import Row
from sayso_lab.data.toxigen import TOXIGEN_SET

Shares = Callable[[Row], dict[str, float]]


def read(human: float, ai: float, *, text: str = "a", uses: bool = False) -> Row:
    stereotyping = "uses positive stereotyping" if uses else "disagreement"
    table = {
        "text": [text],
        "target_group": ["mental_dis"],
        "stereotyping": [stereotyping],
        "toxicity_human": [human],
        "toxicity_ai": [ai],
    }
    (row,) = TOXIGEN_SET.read({"toxigen": table})
    return row


def test_two_ratings_become_one_share(shares: Shares, groups: Shares, implied: Shares) -> None:
    """4 and 5 of 1 to 5: (0.75 + 1) / 2."""
    row = read(4, 5)
    assert shares(row) == {"TOXICITY": 0.875, "IDENTITY_ATTACK": 0.875}
    assert groups(row) == {"disability": 0.875}
    assert implied(row) == {"none": 0.125}


def test_what_is_rated_low_is_nothing_else_either(shares: Shares, implied: Shares) -> None:
    row = read(2, 2, uses=True)
    others = dict.fromkeys(("SEVERE_TOXICITY", "INSULT", "PROFANITY", "THREAT"), 0)
    assert shares(row) == {"TOXICITY": 0.25, "IDENTITY_ATTACK": 0.25, **others}
    assert implied(row) == dict.fromkeys(IMPLIED, 0) | {"none": 0.75}


def test_a_positive_stereotype_is_a_stereotype(implied: Shares) -> None:
    assert implied(read(4, 4, uses=True)) == {"none": 0.25, "stereotype": 1}


@pytest.mark.parametrize(("human", "ai", "gold"), [(3, 2.5, 0), (3, 3, 1), (5, 1, 1)])
def test_gold_is_more_than_five_and_a_half_together(human: float, ai: float, gold: float) -> None:
    assert read(human, ai).gold == gold


def test_what_the_prompts_left_behind_is_taken_off() -> None:
    assert read(1, 1, text="- one\\\ntwo \n").text == "one\ntwo"
