import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Attribute
from sayso.web.openai.categories import CATEGORIES, categorize, judge, scored_categories

ROW = {
    Attribute.TOXICITY: 0.99,
    Attribute.INSULT: 0.8,
    Attribute.THREAT: 0.3,
    Attribute.IDENTITY_ATTACK: 0.5,
}


def test_the_thirteen_categories_are_openais() -> None:
    assert CATEGORIES == (
        "harassment",
        "harassment/threatening",
        "hate",
        "hate/threatening",
        "illicit",
        "illicit/violent",
        "self-harm",
        "self-harm/intent",
        "self-harm/instructions",
        "sexual",
        "sexual/minors",
        "violence",
        "violence/graphic",
    )


@pytest.mark.parametrize(
    ("category", "score"),
    [
        ("harassment", 0.8),
        ("harassment/threatening", 0.3),
        ("hate", 0.5),
        ("hate/threatening", 0.3),
        ("violence", 0.3),
        ("sexual", 0.0),
        ("self-harm", 0.0),
    ],
)
def test_each_category_has_its_attributes_lowest_score(category: str, score: float) -> None:
    assert categorize(ROW)[category] == score


def test_sexual_is_scored_where_the_model_can() -> None:
    assert categorize({Attribute.SEXUALLY_EXPLICIT: 0.6})["sexual"] == 0.6
    assert scored_categories({Attribute.SEXUALLY_EXPLICIT}) == {"sexual"}


def test_a_category_is_flagged_at_the_limit_and_over_it() -> None:
    result = judge(ROW, limit=0.5)
    assert result.flagged is True
    assert [name for name, flag in result.categories.items() if flag] == ["harassment", "hate"]


def test_only_what_was_scored_names_the_text_as_its_input() -> None:
    result = judge({Attribute.THREAT: 0.1}, limit=0.5)
    assert result.flagged is False
    types = result.category_applied_input_types
    assert {name for name, kinds in types.items() if kinds == ["text"]} == {"violence"}


def test_what_was_not_scored_is_never_flagged_even_from_nought_on() -> None:
    result = judge({Attribute.THREAT: 0.0}, limit=0.0)
    assert {name for name, flagged in result.categories.items() if flagged} == {"violence"}


@given(st.dictionaries(st.sampled_from(list(Attribute)), st.floats(0, 1)))
def test_every_result_has_every_category_whatever_the_model_can(row: dict[Attribute, float]) -> None:
    result = judge(row, limit=0.5)
    for part in (result.categories, result.category_scores, result.category_applied_input_types):
        assert list(part) == list(CATEGORIES)
