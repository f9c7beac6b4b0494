import io

import pytest

from sayso.cli.score.table import TableSink
from sayso.cli.shared.columns import make_printable, shorten
from sayso.core import Attribute, Evidence, Span, WordWeight
from sayso.files.results import Layout
from sayso.files.source import EMPTY, Line, Result


def print_table(*results: Result, width: int = 60, has_colour: bool = False) -> list[str]:
    layout = Layout((("text", None),), (Attribute.TOXICITY, Attribute.SEVERE_TOXICITY), "fake.v1", "sayso")
    stream = io.BytesIO()
    sink = TableSink(stream, layout=layout, width=width, has_colour=has_colour)
    sink.write(results)
    sink.close()
    return stream.getvalue().decode().splitlines()


def make_result(text: str, score: float, *terms: str) -> Result:
    words = tuple(WordWeight(Span(0, 1), 1 / (rank + 1), term) for rank, term in enumerate(terms))
    scores = {Attribute.TOXICITY: score, Attribute.SEVERE_TOXICITY: 0.0}
    return Result(Line(text), scores, Evidence(words) if terms else None)


def test_the_table_says_what_made_the_numbers() -> None:
    lines = print_table(make_result("hello", 0.25), Result(Line("", EMPTY), {}, problem=EMPTY))
    assert lines == [
        "fake.v1, sayso scale",
        "TOXICITY  SEVERE  text",
        "   0.250   0.000  hello",
        "       -       -  The text is empty.",
    ]


def test_the_words_a_score_rests_on_stand_beside_the_text_worst_first() -> None:
    assert print_table(make_result("hello", 0.25, "b", "a", "c", "d"))[-1].endswith("hello ← b, a, c")


def test_high_scores_stand_out_in_colour() -> None:
    lines = print_table(make_result("hello", 0.5), make_result("there", 0.49), has_colour=True)
    assert "\x1b[31m" in lines[2]
    assert "\x1b" not in lines[3]


def test_a_long_text_is_cut_to_the_width() -> None:
    assert (
        print_table(make_result("word " * 50, 0.1), width=50)[-1] == "   0.100   0.000  " + "word " * 6 + "w…"
    )


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("plain", "plain"),
        ("ünïcode 你好", "ünïcode 你好"),
        ("\x1b[2Jgone", "·[2Jgone"),
        ("a\tb\x07\x9b", "a·b··"),
        ("\u202eright to left\u2066", "·right to left·"),
        ("\ud800", "·"),
    ],
)
def test_a_text_cannot_steer_the_terminal(text: str, printed: str) -> None:
    assert make_printable(text) == printed


@pytest.mark.parametrize(
    ("text", "cut"), [("abcde", "abcde"), ("abcdef", "abcd…"), ("你好吗", "你好…"), ("你好", "你好")]
)
def test_wide_characters_take_two_cells(text: str, cut: str) -> None:
    assert shorten(text, 5) == cut
