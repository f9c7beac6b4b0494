import numpy as np
import pytest

from sayso.stats.resampling import Bootstrap
from sayso_lab.data.rows import FULL_MARK, Row, make_row
from sayso_lab.measuring.answers import Answers
from sayso_lab.measuring.marks import WordMarks
from sayso_lab.measuring.words import (
    count_stop_words,
    count_tokens,
    find_characters,
    measure_spans,
    measure_stop_words,
    measure_tokens,
)

BOOTSTRAP = Bootstrap(20)


def mark(*pieces: tuple[int, int, float]) -> WordMarks:
    begins, ends, over = zip(*pieces, strict=True) if pieces else ((), (), ())
    return WordMarks(np.array(begins, np.int64), np.array(ends, np.int64), np.array(over, np.float64))


def make_post(text: str, shares: list[float]) -> Row:
    """Each word of the text marked by this share of people."""
    words = text.split(" ")
    lengths = [len(word) + 1 for word in words]
    marks = np.repeat(np.array(shares) * FULL_MARK, lengths)[: len(text)].astype(np.uint8)
    return make_row("hatexplain", text, {}, word_marks=marks, own="val")


def make_spans(text: str, gold: range) -> Row:
    marks = np.zeros((5, len(text)), np.uint8)
    marks[0, list(gold)] = FULL_MARK
    return make_row("toxic_spans_trial", text, {}, span_marks=marks, own="held")


POST = make_post("you silly, old thing", [0.0, 1.0, 0.5, 0.3])
"""`silly,` and `old` are gold: at least half of the people marked them."""


def test_words_are_those_between_spaces_and_the_highest_piece_decides() -> None:
    marks = mark((0, 3, 1.0), (4, 6, -2.0), (6, 9, 0.0), (15, 20, -1.0))
    # Found: `you` wrongly, `silly,` by its second piece; `old` has no piece.
    assert count_tokens(POST, marks) == (1, 1, 1)
    assert count_tokens(POST, marks, stop_words=False) == (1, 0, 1)  # `you` does not count


def test_token_f1_sums_over_posts_with_rationales() -> None:
    bare = make_row("hatexplain", "fine day", {}, own="val")
    answers = Answers("m", {}, words=(mark((4, 9, 1.0)), mark((0, 4, 1.0))))
    row, content = measure_tokens([POST, bare], answers, bootstrap=BOOTSTRAP)
    assert row.interval.value == pytest.approx(2 * 1 / (2 * 1 + 0 + 1))
    assert (row.texts, row.is_met) == (1, True)
    assert (content.interval.value, content.aim) == (row.interval.value, None)


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ([(4, 9, 1.0)], range(4, 9)),
        ([(4, 9, 1.0), (11, 16, 1.0)], range(4, 16)),  # neighbours: the comma and the space too
        ([(0, 3, 1.0), (11, 16, 1.0)], [0, 1, 2, *range(11, 16)]),  # a word between: no gap
        ([(20, 22, 1.0)], range(17, 22)),  # the whole word, without its exclamation mark
        ([(4, 9, -0.1)], []),
    ],
)
def test_characters_are_whole_words_and_the_gaps_between_neighbours(
    pieces: list[tuple[int, int, float]], expected: range | list[int]
) -> None:
    assert find_characters("you silly, silly moron!", mark(*pieces)) == set(expected)


def test_a_word_of_signs_alone_keeps_its_first() -> None:
    assert find_characters("!! no", mark((0, 2, 1.0))) == {0}


def test_character_f1_is_the_mean_over_texts() -> None:
    rows = [make_spans("you moron", range(4, 9)), make_spans("fine", range(0))]
    right = Answers("m", {}, words=(mark((4, 9, 1.0)), mark()))
    wrong = Answers("m", {}, words=(mark((4, 9, 1.0)), mark((0, 4, 1.0))))
    assert measure_spans(rows, right, bootstrap=BOOTSTRAP).interval.value == 1.0
    assert measure_spans(rows, wrong, bootstrap=BOOTSTRAP).interval.value == 0.5


def test_stop_words_are_counted_among_the_flagged_words_of_all_texts() -> None:
    flagged = mark((0, 3, 0.1), (4, 9, 1.0), (15, 20, -0.1))  # `you silly`, and `thing` is not
    assert count_stop_words(POST.text, flagged) == (1, 2)
    answers = Answers("m", {}, words=(flagged, mark((0, 4, 1.0))))
    bare = make_spans("fine", range(0))
    row = measure_stop_words([([POST, bare], answers), ([POST], Answers("m", {}))], bootstrap=BOOTSTRAP)
    assert (row.interval.value, row.texts, row.is_met) == (pytest.approx(1 / 3), 2, False)


@pytest.mark.parametrize(("rows", "why"), [([POST], "m marks no words"), ([], "no texts")])
def test_without_words_or_texts_the_rows_are_left_out(rows: list[Row], why: str) -> None:
    nothing = Answers("m", {})
    found = [
        *measure_tokens(rows, nothing, bootstrap=BOOTSTRAP),
        measure_spans(rows, nothing, bootstrap=BOOTSTRAP),
    ]
    assert [row.note for row in found] == [f"left out: {why}"] * 2
    stops = measure_stop_words([(rows, nothing)], bootstrap=BOOTSTRAP)
    assert stops.note == "left out: no texts with flagged words"
    assert all(row.aim is not None for row in (*found, stops))
