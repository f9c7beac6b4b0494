"""Guessing hidden words, on a network so small that its guesses mean nothing but can be worked out.

Its files are beside this one; lab/tests/wording/test_masked_export.py made them, and proves that what is
guessed with them is what the network would guess.
"""

import shutil
from pathlib import Path

import numpy as np
import pytest

from sayso.core import Blank, Span
from sayso.core.errors import BadWeights
from sayso.scoring.masked import MaskedWords, TokenOdds, Vocabulary, load_masked
from sayso.scoring.masked_file import load_masked_file, save_masked
from sayso.testing.tiny_tokenizer import make_tokenizer

FOLDER = Path(__file__).parent / "tiny_masked"
TEXT = "the cat sat on my mat"
CAT = Span(4, 7)


@pytest.fixture(scope="module")
def guesser() -> MaskedWords:
    return load_masked(FOLDER / "masked.v7.npz")


def test_the_odds_of_all_words_are_one_together(guesser: MaskedWords) -> None:
    [[odds]] = guesser.guess([Blank(TEXT, (CAT,))])
    assert float(np.exp(odds.logs).sum()) == pytest.approx(1, abs=1e-4)


def test_what_stood_in_the_place_does_not_matter(guesser: MaskedWords) -> None:
    [[one], [other]] = guesser.guess(
        [Blank(TEXT, (CAT,)), Blank(TEXT.replace("cat", "unheardof"), (Span(4, 13),))]
    )
    assert np.allclose(one.logs, other.logs, atol=1e-4)


def test_a_guess_does_not_depend_on_its_neighbours(guesser: MaskedWords) -> None:
    [[alone]] = guesser.guess([Blank(TEXT, (CAT,))])
    [[beside], _] = guesser.guess([Blank(TEXT, (CAT,)), Blank("some people like tea " * 5, (Span(0, 4),))])
    assert np.allclose(alone.logs, beside.logs, atol=1e-4)


def test_several_places_are_hidden_together(guesser: MaskedWords) -> None:
    [[first, second]] = guesser.guess([Blank(TEXT, (CAT, Span(8, 11)))])
    assert not np.allclose(first.logs, second.logs, atol=1e-3)


@pytest.mark.parametrize(
    ("text", "span"),
    [("", Span(0, 0)), ("cat", Span(0, 3)), ("cat " * 400, Span(1200, 1203)), ("😀 cat", Span(0, 1))],
)
def test_odd_places_have_an_answer(guesser: MaskedWords, text: str, span: Span) -> None:
    [[odds]] = guesser.guess([Blank(text, (span,))])
    assert len(odds.find_likeliest(3)) == 3


def test_nothing_asked_is_nothing_guessed(guesser: MaskedWords) -> None:
    assert guesser.guess([]) == []


def test_only_whole_words_are_guessed(guesser: MaskedWords) -> None:
    [[odds]] = guesser.guess([Blank(TEXT, (CAT,))])
    likely = odds.find_likeliest(1000)
    words = [word for word in likely if word]
    assert "cat" in words[:40]
    assert not any(word.startswith(("#", "[")) or len(word) < 2 for word in words[:20])


def test_the_likeliest_come_first_and_ties_in_the_order_of_the_table() -> None:
    vocabulary = Vocabulary(make_tokenizer())
    whole = [place for place, word in enumerate(vocabulary.words) if word.isalpha() and len(word) > 1]
    logs = np.full(len(vocabulary.words), -5.0, np.float32)
    logs[whole[3]] = -1
    odds = TokenOdds(vocabulary, logs)
    expected = [vocabulary.words[place] for place in (whole[3], whole[0], whole[1])]
    assert odds.find_likeliest(3) == expected
    assert odds.find_likeliest(0) == []


def test_a_wording_reads_as_well_as_it_is_likely() -> None:
    vocabulary = Vocabulary(make_tokenizer())
    logs = np.full(len(vocabulary.words), -9.0, np.float32)
    logs[vocabulary.places["cat"]] = -1
    logs[vocabulary.places["mat"]] = -5
    odds = TokenOdds(vocabulary, logs)
    assert odds.weigh("Cat") == 1
    assert odds.weigh("mat") == pytest.approx(np.exp(-1))
    assert odds.weigh("cat mat") == pytest.approx(np.exp(-0.5))
    # "zebra" is five pieces, the first at -9: (-9 + 1 - 8 * 4) / 4
    assert odds.weigh("zebra") == pytest.approx(np.exp(-10))
    assert odds.weigh("") == 0


def test_missing_and_damaged_files_are_named_with_their_repair(tmp_path: Path) -> None:
    path = shutil.copytree(FOLDER, tmp_path / "files") / "masked.v7.npz"
    graph = path.with_suffix(".onnx")
    whole = graph.read_bytes()
    graph.write_bytes(whole[:-10])
    with pytest.raises(BadWeights, match="not the graph"):
        load_masked(path)
    graph.unlink()
    with pytest.raises(BadWeights, match=r"no weights file .*masked\.v7\.onnx") as caught:
        load_masked(path)
    assert "sayso train masked-words" in caught.value.hint
    path.write_bytes(b"junk")
    with pytest.raises(BadWeights, match="cannot be read"):
        load_masked(path)


def test_a_graph_that_the_runtime_refuses_is_named(tmp_path: Path) -> None:
    card, _ = load_masked_file(FOLDER / "masked.v7.npz")
    path = save_masked(tmp_path, card, b"no graph")
    with pytest.raises(BadWeights, match="the runtime cannot load it"):
        load_masked(path)
