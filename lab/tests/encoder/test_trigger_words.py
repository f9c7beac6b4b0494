import numpy as np

from sayso_lab.data.rows import Row, make_row
from sayso_lab.encoder.trigger_words import find_trigger_words, judge_harm


def make_rows(text: str, harm: float, count: int) -> list[Row]:
    return [make_row("ours", text, {"TOXICITY": harm}) for _ in range(count)]


def test_words_of_harmful_texts_are_found_and_words_of_all_are_not() -> None:
    """60 of 60 against 4 of 400: the log of the odds ratio is 4.5, its standard error .49."""
    rows = [
        *make_rows("grumble table", 1.0, 60),
        *make_rows("grumble table", 0.0, 4),
        *make_rows("plain table", 0.0, 396),
    ]
    assert find_trigger_words(rows, most=10) == ("grumble",)


def test_the_surest_come_first_and_no_more_than_asked_for() -> None:
    rows = [
        *make_rows("grumble mumble", 1.0, 60),
        *make_rows("grumble", 1.0, 60),
        *make_rows("grumble mumble", 0.0, 4),
        *make_rows("plain", 0.0, 396),
    ]
    assert find_trigger_words(rows, most=5) == ("grumble", "mumble")
    assert find_trigger_words(rows, most=1) == ("grumble",)


def test_rare_words_long_texts_and_unjudged_ones_do_not_count() -> None:
    plain = make_rows("plain", 0.0, 396) + make_rows("grumble", 0.0, 4)
    assert find_trigger_words(make_rows("grumble", 1.0, 60) + plain, most=5) == ("grumble",)
    assert find_trigger_words(make_rows("grumble", 1.0, 11) + plain, most=5) == ()
    assert find_trigger_words(make_rows("grumble " * 100, 1.0, 60) + plain, most=5) == ()
    assert find_trigger_words(make_rows("grumble", np.nan, 60) + plain, most=5) == ()


def test_harm_is_toxicity_or_an_attack_on_identity() -> None:
    assert judge_harm(make_row("ours", "x", {"TOXICITY": 0.1, "IDENTITY_ATTACK": 0.5})) is True
    assert judge_harm(make_row("ours", "x", {"TOXICITY": 0.4, "INSULT": 0.9})) is False
    assert judge_harm(make_row("ours", "x", {"INSULT": 0.9})) is None
