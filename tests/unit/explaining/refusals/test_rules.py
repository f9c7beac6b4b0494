"""When no other words are offered."""

import pytest

from sayso.core import Attribute, Span
from sayso.core.draft import RefusalCode
from sayso.explaining.refusals import Heard, Said, find_refusal, find_said, refuse
from sayso.explaining.refusals.said import Figure

HARM = Said(harm_words=True)
FIGURE = Said(figures=(Figure(Span(0, 9), frozenset({"bullet"})),))


def scores(**values: float) -> dict[Attribute, float]:
    return {Attribute.TOXICITY: 0.9} | {Attribute(name): value for name, value in values.items()}


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (Said(self_harm=True, threat=True, testimony=(Span(0, 1),)), "self_harm"),
        (Said(threat=True, testimony=(Span(0, 1),)), "threat"),
        (Said(testimony=(Span(0, 1),)), "testimony"),
        (Said(harm_words=True, support=True), None),
    ],
)
def test_what_the_words_say_comes_first_and_danger_to_oneself_before_all(
    said: Said, expected: str | None
) -> None:
    assert find_said(said) == expected


@pytest.mark.parametrize(
    ("attack", "group", "said", "expected"),
    [
        (0.4, 0.25, Said(), "group"),
        (0.39, 0.9, Said(), None),
        (0.9, 0.24, Said(), None),
        (0.9, 0.9, Said(support=True), None),
        (0.5, None, Said(), "group"),  # a model that sees no groups
        (0.49, None, Said(), None),
    ],
)
def test_an_attack_on_a_group_needs_a_group(
    attack: float, group: float | None, said: Said, expected: str | None
) -> None:
    heard = Heard(said, group=group, left_over=0.1)
    assert find_refusal(scores(IDENTITY_ATTACK=attack), heard) == expected


@pytest.mark.parametrize(
    ("threat", "said", "second", "expected"),
    [
        (0.3, HARM, 0.0, "threat"),
        (0.29, HARM, 1.0, None),
        (0.5, Said(), 0.5, "threat"),
        (0.79, Said(), 0.49, None),
        (0.8, Said(), 0.0, "threat"),
        (0.9, FIGURE, 1.0, None),
    ],
)
def test_a_threat_needs_words_for_it_or_a_second_opinion_unless_the_model_is_sure(
    threat: float, said: Said, second: float, expected: str | None
) -> None:
    heard = Heard(said, second=second, left_over=0.1)
    assert find_refusal(scores(THREAT=threat), heard) == expected


@pytest.mark.parametrize(
    ("whole", "left_over", "expected"),
    [
        (0.978, 0.852, None),  # odds of 44 and 5.8
        (0.9, 0.8, "beyond_repair"),  # 9 and 4
        (0.9, 0.7, None),  # 9 and 2.3
        (1.0, 1.0, "beyond_repair"),
        (0.8, 0.9, "beyond_repair"),
        (0.9, None, "beyond_repair"),
        (0.9, 0.69, None),
        (0.1, None, None),
    ],
)
def test_a_text_that_is_as_bad_without_its_words_is_beyond_repair(
    whole: float, left_over: float | None, expected: str | None
) -> None:
    assert find_refusal(scores(TOXICITY=whole), Heard(left_over=left_over)) == expected


def test_a_figure_of_speech_is_not_beyond_repair() -> None:
    assert find_refusal(scores(), Heard(FIGURE)) is None


def test_every_refusal_says_what_can_be_done() -> None:
    codes: tuple[RefusalCode, ...] = ("group", "threat", "beyond_repair")
    for code in codes:
        assert "You can" in refuse(code).message
        assert "If the model is wrong" in refuse(code).message
    assert "English" in refuse("not_english").message


def test_where_help_is_stands_only_beside_danger_to_oneself() -> None:
    assert refuse("self_harm", help_note="Call 000.").message.endswith("where you are. Call 000.")
    assert refuse("self_harm").message.endswith("where you are.")
    assert "000" not in refuse("threat", help_note="Call 000.").message
