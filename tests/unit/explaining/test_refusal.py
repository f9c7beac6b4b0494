"""When no other words are offered."""

import pytest

from sayso.core import Attribute
from sayso.explaining.refusal import find_refusal, refuse


def scores(**values: float) -> dict[Attribute, float]:
    return {Attribute.TOXICITY: 0.9} | {Attribute(name): value for name, value in values.items()}


def test_an_attack_on_a_group_is_refused_before_all_else() -> None:
    refused = find_refusal(scores(IDENTITY_ATTACK=0.5, THREAT=0.9), left_over=0.9)
    assert refused is not None
    assert refused.code == "group"
    assert "the group they belong to" in refused.message


def test_a_threat_is_refused() -> None:
    refused = find_refusal(scores(IDENTITY_ATTACK=0.49, THREAT=0.5), left_over=0.1)
    assert refused is not None
    assert refused.code == "threat"


def test_a_text_that_is_as_bad_without_its_words_is_beyond_repair() -> None:
    refused = find_refusal(scores(), left_over=0.7)
    assert refused is not None
    assert refused.code == "beyond_repair"


@pytest.mark.parametrize(
    ("whole", "left_over", "expected"),
    [
        (0.978, 0.852, None),  # odds of 44 and 5.8
        (0.9, 0.7, "beyond_repair"),  # 9 and 2.3
        (1.0, 1.0, "beyond_repair"),
        (0.8, 0.9, "beyond_repair"),
    ],
)
def test_words_that_carry_most_of_a_score_can_be_changed_though_much_is_left(
    whole: float, left_over: float, expected: str | None
) -> None:
    refused = find_refusal(scores(TOXICITY=whole), left_over=left_over)
    assert (refused.code if refused else None) == expected


def test_a_bad_text_without_flagged_words_is_beyond_repair() -> None:
    refused = find_refusal(scores())
    assert refused is not None
    assert refused.code == "beyond_repair"


@pytest.mark.parametrize("left_over", [0.0, 0.69])
def test_an_insult_that_other_words_would_mend_is_not_refused(left_over: float) -> None:
    assert find_refusal(scores(IDENTITY_ATTACK=0.4, THREAT=0.1), left_over=left_over) is None


def test_a_harmless_text_is_not_refused() -> None:
    assert find_refusal({Attribute.TOXICITY: 0.1}) is None


def test_every_refusal_says_what_can_be_done() -> None:
    for code in ("group", "threat", "beyond_repair"):
        assert "You can" in refuse(code).message
        assert "If the model is wrong" in refuse(code).message
    assert "English" in refuse("not_english").message
