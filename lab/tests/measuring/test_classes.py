import numpy as np
import pytest

from sayso.stats.resampling import Bootstrap
from sayso_lab.data.labels import CLASSES
from sayso_lab.data.rows import Row, make_row
from sayso_lab.measuring.answers import Answers
from sayso_lab.measuring.classes import measure_classes


def make_post(*shares: float) -> Row:
    return make_row("hatexplain", "text", {}, classes=np.array(shares, np.float32), own="val")


POSTS = [make_post(1, 0, 0), make_post(0, 0.67, 0.33), make_post(0, 0, 1), make_post(0.34, 0.33, 0.33)]
"""The last has no majority."""


def answer(*guesses: int) -> Answers:
    columns = np.full((3, len(guesses)), 0.1)
    columns[list(guesses), range(len(guesses))] = 0.8
    return Answers("m", {}, classes=dict(zip(CLASSES, columns, strict=True)))


def test_posts_without_a_majority_are_left_out() -> None:
    f1, one, rest = measure_classes(POSTS, answer(0, 1, 2, 0), bootstrap=Bootstrap(20))
    assert [row.interval.value for row in (f1, one, rest)] == [1.0, 1.0, 1.0]
    assert f1.texts == 3
    assert (f1.is_met, one.is_met, rest.is_met) == (True, True, None)


def test_a_wrong_class_counts_for_both_classes() -> None:
    """Classes 1 and 2 both guessed 1: F1 1, 2/3 and 0."""
    f1, *_ = measure_classes(POSTS, answer(0, 1, 1, 2), bootstrap=Bootstrap(20))
    assert f1.interval.value == pytest.approx((1 + 2 / 3 + 0) / 3)
    assert f1.is_met is False


@pytest.mark.parametrize(
    ("rows", "answers", "why"),
    [
        (POSTS, Answers("m", {}), "m does not tell apart hatespeech, offensive, normal"),
        (POSTS[3:], answer(0), "no posts"),
        ([], Answers("m", {}), "no posts"),
    ],
)
def test_what_cannot_be_measured_is_left_out(rows: list[Row], answers: Answers, why: str) -> None:
    found = measure_classes(rows, answers, bootstrap=Bootstrap(20))
    assert [row.note for row in found] == [f"left out: {why}"] * 2
