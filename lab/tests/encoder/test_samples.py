import numpy as np

from sayso.text.lexicon import Lexicon
from sayso_lab.data.rows import make_row
from sayso_lab.encoder.samples import make_sample

LEXICON = Lexicon({"you": 1, "are": 2, "stupid": 3}, ["stupid"])


def test_marks_move_with_the_letters_they_are_on() -> None:
    text = "s t u p i d you are"
    marks = np.zeros((5, len(text)), np.uint8)
    marks[0, : text.index(" you")] = 250
    sample = make_sample(make_row("ours", text, {}, span_marks=marks), LEXICON, longest_text=100)
    assert sample.text == "stupid you are"
    assert sample.span_marks is not None
    assert sample.span_marks[0].tolist() == [250] * 6 + [0] * 8


def test_a_text_is_cut_at_the_longest_length() -> None:
    sample = make_sample(make_row("ours", "you are " * 10, {}), LEXICON, longest_text=7)
    assert sample.text == "you are"
    assert sample.word_marks is None


def test_a_text_of_nothing_that_shows_stays_as_it_is() -> None:
    assert make_sample(make_row("ours", "\u200b\u200c", {}), LEXICON, longest_text=9).text == "\u200b\u200c"
