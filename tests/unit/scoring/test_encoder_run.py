"""Numbers are worked out by hand: sayso/testing/counting_encoder.py says what each word adds."""

from math import exp, log
from typing import Any

import numpy as np
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso.core.errors import BadInput
from sayso.scoring.encoder_file import TokenWindows
from sayso.scoring.encoder_run import BATCH_TOKENS, TEXT_HEADS, EncoderRun, Outputs, join_windows
from sayso.testing.counting_encoder import WORDS, make_card, make_graph, make_tokenizer

SMALL = TokenWindows(size=8, overlap=2, sharpness=1.0)
"""Six tokens of a text in each window, of which the first two are the last two of the one before."""
ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=60)
SENTENCE = st.lists(st.sampled_from([*WORDS, "id*ot", "😂", "s t u p i d", "\u200b"]), max_size=40).map(
    " ".join
)


def make_run(**changes: Any) -> EncoderRun:
    return EncoderRun(make_card(**changes), make_graph(), threads=1)


RUN = make_run()
SHORT_RUN = make_run(windows=SMALL)


def toxicity(outputs: Outputs) -> list[float]:
    return outputs.heads["attributes"][:, 0].tolist()


def place_word(word: str, place: int, length: int) -> str:
    return " ".join(word if index == place else "a" for index in range(length))


def test_a_text_in_one_window_is_the_bias_and_what_its_words_add() -> None:
    outputs = RUN.run(["you stupid idiot", "muslims are fool s"])
    assert outputs.heads["attributes"].tolist() == [[-3 + 3 + 4, -2 + 1 + 3], [-3 + 1, -2]]
    assert outputs.heads["classes"].tolist() == [[0, 2, 1], [3, 0, 1]]
    assert outputs.heads["groups"].tolist() == [[-2, -3], [2, -4]]
    assert outputs.heads["implied"].tolist() == [[-1, 0], [1, -3]]
    assert outputs.heads["perspective"].tolist() == [[1], [-1]]
    assert outputs.marks == ()


def test_disguised_words_add_what_plain_ones_do() -> None:
    texts = ["st*pid", "s t u p i d", "st\u200bupid", "ѕtupid", "stuuupid", "5tup1d", "ⓢⓣⓤⓟⓘⓓ", "STUPID"]
    assert toxicity(RUN.run(texts)) == [0.0] * len(texts)


def test_tokens_are_counted_with_the_two_around_a_text() -> None:
    """`stupidly` is two tokens; an emoji is its name, `tears of joy`."""
    assert RUN.count_tokens(["", "you stupidly", "😂"]) == [2, 5, 5]


@pytest.mark.parametrize(
    ("count", "windows"), [(1, [1]), (6, [6]), (7, [6, 3]), (10, [6, 6]), (11, [6, 6, 3]), (14, [6, 6, 6])]
)
def test_a_long_text_is_its_windows_joined(count: int, windows: list[int]) -> None:
    """With one more for each `fool`, the output of a window is its number of tokens less 3."""
    expected = log(sum(exp(size - 3) for size in windows) / len(windows))
    assert toxicity(SHORT_RUN.run(["fool " * count])) == pytest.approx([expected])


@pytest.mark.parametrize("length", [5, 6, 7, 10, 11, 23])
def test_every_token_is_in_a_window(length: int) -> None:
    """The word at each place is marked there (-6 + 4) and nowhere else, and its text stands out."""
    plain = -3.0
    for place in range(length):
        outputs = SHORT_RUN.run([place_word("idiot", place, length)], words=True)
        expected = [-2.0 if index == place else -6.0 for index in range(length)]
        assert outputs.marks[0].hatexplain.tolist() == expected
        assert toxicity(outputs)[0] > plain + 1


@pytest.mark.parametrize(
    ("sharpness", "expected"), [(1.0, log(2)), (2.0, log(5) / 2), (1e-3, log(3) / 2), (1000.0, log(3))]
)
def test_windows_are_joined_between_their_mean_and_the_highest(sharpness: float, expected: float) -> None:
    """Of 0 and log 3: s = 1 gives log((1 + 3) / 2), s = 2 log((1 + 9) / 2) / 2."""
    rows = np.array([[0.0], [log(3)]], np.float32)
    joined = join_windows(rows, TokenWindows(sharpness=sharpness))
    assert joined.tolist() == pytest.approx([expected], abs=2e-3)


def test_outputs_far_off_do_not_overflow() -> None:
    rows = np.array([[1000.0, -1000.0], [0.0, -1000.0]], np.float32)
    assert join_windows(rows, TokenWindows(sharpness=8.0)).tolist() == pytest.approx(
        [1000 - log(2) / 8, -1000]
    )


def test_padding_adds_nothing() -> None:
    """With the two that mark begin and end 21 to 23 tokens: all are filled up to 24, and share a batch."""
    texts = [place_word("idiot", 3, length) for length in (19, 20, 21)]
    outputs = RUN.run(texts, words=True)
    assert toxicity(outputs) == [1.0, 1.0, 1.0]
    assert [len(marks.begins) for marks in outputs.marks] == [19, 20, 21]


def test_many_texts_come_back_in_order() -> None:
    counts = [number % 7 for number in range(BATCH_TOKENS)]
    outputs = RUN.run(["fool " * count for count in counts])
    assert toxicity(outputs) == [count - 3 for count in counts]


@settings(max_examples=50)
@given(st.lists(st.one_of(SENTENCE, ANY_TEXT), min_size=1, max_size=8))
def test_neighbours_change_nothing(texts: list[str]) -> None:
    together = SHORT_RUN.run(texts, words=True)
    for index, text in enumerate(texts):
        alone = SHORT_RUN.run([text], words=True)
        for name in TEXT_HEADS:
            assert together.heads[name][index].tolist() == alone.heads[name][0].tolist()
        assert together.marks[index].hatexplain.tolist() == alone.marks[0].hatexplain.tolist()


@given(st.one_of(SENTENCE, ANY_TEXT))
def test_tokens_lie_in_the_text_in_order(text: str) -> None:
    marks = SHORT_RUN.run([text], words=True).marks[0]
    assert (marks.begins >= 0).all()
    assert (marks.ends <= len(text)).all()
    assert (marks.begins < marks.ends).all()
    assert (np.diff(marks.begins) >= 0).all()
    assert (np.diff(marks.ends) >= 0).all()
    assert np.isfinite(marks.hatexplain).all()


def test_marks_know_the_places_of_their_tokens_in_the_original() -> None:
    """Offsets: you 0-3, st\\u200bupid 4-11, 😂 12 (three tokens), id*ot 14-19, f.o.o.l 20-27."""
    marks = RUN.run(["you st\u200bupid 😂 id*ot f.o.o.l"], words=True).marks[0]
    spans = list(zip(marks.begins.tolist(), marks.ends.tolist(), strict=True))
    assert spans == [(0, 3), (4, 11), (12, 13), (12, 13), (12, 13), (14, 19), (20, 27)]
    assert marks.hatexplain.tolist() == [-6, 0, -6, -6, -6, -2, -6]
    assert marks.toxicspans.tolist() == [-6, -6, -6, -6, -2, -5, -1]


def test_no_texts_give_no_rows() -> None:
    outputs = RUN.run([], words=True)
    assert {len(rows) for rows in outputs.heads.values()} == {0}
    assert outputs.marks == ()


def test_a_limit_kept_with_the_tokenizer_cuts_no_text() -> None:
    """Tokenizers are often kept with the limit and the padding of their training."""
    limits = {"direction": "Right", "max_length": 4, "strategy": "LongestFirst", "stride": 0}
    padding = {
        "strategy": {"Fixed": 12},
        "direction": "Right",
        "pad_to_multiple_of": None,
        "pad_id": 0,
        "pad_type_id": 0,
        "pad_token": "[PAD]",
    }
    run = make_run(tokenizer=make_tokenizer(truncation=limits, padding=padding))
    assert run.count_tokens(["", "you are all well"]) == [2, 6]
    assert toxicity(run.run(["you are all stupid"])) == [0.0]


def test_the_models_own_signs_are_plain_text_when_an_author_writes_them() -> None:
    """`[SEP]` is three tokens, and the text goes on after it."""
    assert RUN.count_tokens(["[SEP] idiot", "[PAD]", "[CLS]"]) == [6, 5, 5]
    assert toxicity(RUN.run(["[SEP] idiot", "[PAD]"])) == [1.0, -3.0]


def test_windows_can_be_had_apart() -> None:
    """Of eleven fools, six, six and three; of an empty text one window with the bias."""
    windows = SHORT_RUN.run_apart(["fool " * 11, ""])
    assert [rows[:, 0].tolist() for rows in windows] == [[3, 3, 0], [-3]]


def test_attention_is_given_for_each_token_where_it_is_asked_for() -> None:
    """Of 12 parts `stupid` gets 3, `idiot` 5 and any other token, the two around the text too, 1."""
    (found,) = RUN.run(["you stupidly idiot"], attention=True).attention
    assert found.shares.tolist() == pytest.approx([1 / 12, 3 / 12, 1 / 12, 5 / 12])
    assert found.begins.tolist() == [0, 4, 10, 13]
    assert found.ends.tolist() == [3, 10, 12, 18]
    assert RUN.run(["you idiot"]).attention == ()


def test_a_token_in_two_windows_gets_the_higher_share() -> None:
    """The first window has 12 parts for eight tokens, the second, which begins with the fifth word, 10."""
    (found,) = SHORT_RUN.run([place_word("idiot", 5, 8)], attention=True).attention
    assert found.shares.tolist() == pytest.approx([*[1 / 12] * 4, 0.1, 0.5, 0.1, 0.1])


def test_marks_and_attention_come_from_one_pass() -> None:
    outputs = RUN.run(["you idiot"], words=True, attention=True)
    assert outputs.marks[0].hatexplain.tolist() == [-6.0, -2.0]
    assert outputs.attention[0].shares.tolist() == pytest.approx([1 / 8, 5 / 8])


def test_a_graph_without_attention_says_so() -> None:
    older = EncoderRun(make_card(), drop_attention(make_graph()), threads=1)
    assert toxicity(older.run(["idiot"])) == [1.0]
    with pytest.raises(BadInput, match=r"The graph of embedded\.v1 has no output 'attention'\.") as caught:
        older.run(["you"], attention=True)
    assert "--methods rationale,occlusion" in caught.value.hint


def drop_attention(graph: bytes) -> bytes:
    model: Any = onnx.load_model_from_string(graph)
    kept = [output for output in model.graph.output if output.name != "attention"]
    del model.graph.output[:]
    model.graph.output.extend(kept)
    return model.SerializeToString()
