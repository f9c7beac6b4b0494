from collections import Counter
from pathlib import Path

import pytest

from sayso.core.errors import BadFile, BadInput
from sayso.reader.simulation.tastes import SimulatedReader, Tastes, read_tastes


def make_reader(tastes: Tastes | None = None, *, name: str = "a", seed: int = 0) -> SimulatedReader:
    return SimulatedReader(tastes or Tastes(), name=name, seed=seed)


def test_the_default_tastes_are_those_of_the_paper() -> None:
    tastes = Tastes()
    assert (tastes.permit, tastes.block, tastes.ask, tastes.view) == (0.683, 0.145, 0.171, 1.0)
    assert tastes.doubt == pytest.approx(0.171 / 0.999)
    assert tastes.objection == pytest.approx(0.145 / 0.828)


def test_a_leaning_is_drawn_once_for_a_reader_and_a_subject() -> None:
    reader = make_reader()
    leanings = {word: reader.lean(word) for word in map(str, range(50))}
    assert set(leanings.values()) == {"permit", "block"}
    backwards = make_reader()
    assert {word: backwards.lean(word) for word in reversed(leanings)} == leanings
    others = {word: make_reader(name="b").lean(word) for word in leanings}
    assert others != leanings


def test_answers_come_with_the_chances_of_the_tastes() -> None:
    """Each of 6,000 subjects asked about once: standard errors are .006 and less."""
    answers = Counter(make_reader(name=str(reader)).answer("word") for reader in range(6000))
    assert answers["permit"] / 6000 == pytest.approx(0.683 / 0.999, abs=0.02)
    assert answers["block"] / 6000 == pytest.approx(0.145 / 0.999, abs=0.015)
    assert answers["ask"] / 6000 == pytest.approx(0.171 / 0.999, abs=0.015)


def test_whoever_is_sure_says_what_they_think() -> None:
    for name in map(str, range(40)):
        reader = make_reader(Tastes(0.5, 0.5, 0.0), name=name)
        assert reader.answer("word") == reader.lean("word")


def test_nobody_objects_to_what_nobody_is_ever_sure_of() -> None:
    reader = make_reader(Tastes(0, 0, 1))
    assert reader.lean("word") == "ask"
    assert reader.answer("word") == "ask"
    assert not reader.objects(["word"])
    assert Tastes(0, 0, 1).objection == 0


@pytest.mark.parametrize("view", [0.0, 1.0])
def test_looking_is_a_matter_of_chance(view: float) -> None:
    reader = make_reader(Tastes(view=view))
    assert {reader.looks() for _ in range(20)} == {view == 1.0}


@pytest.mark.parametrize(
    ("shares", "message"),
    [
        ((0.5, 0.5, 0.5, 1.0), "permit 0.5, block 0.5 and ask 0.5 are no shares"),
        ((1.5, -0.5, 0.0, 1.0), "permit 1.5, block -0.5 and ask 0 are no shares"),
        ((1.0, 0.0, 0.0, 1.5), "The chance of looking is 1.5"),
    ],
)
def test_what_are_no_shares_is_refused(shares: tuple[float, float, float, float], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Tastes(*shares)


def test_tastes_per_term_hold_for_every_reader_and_however_the_word_is_written(tmp_path: Path) -> None:
    file = tmp_path / "tastes.jsonl"
    file.write_text('{"term": "Silly questions", "ruling": "block"}\n\n{"term": "damn", "ruling": "ask"}\n')
    tastes = read_tastes(file, others=Tastes(1, 0, 0))
    assert tastes.terms == {"silli question": "block", "damn": "ask"}
    reader = make_reader(tastes)
    assert (reader.answer("silli question"), reader.answer("damn"), reader.answer("x")) == (
        "block",
        "ask",
        "permit",
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"term": "silly", "ruling": "maybe"}', "row 1, column 'ruling': 'maybe' is not a known label"),
        ('{"term": "the", "ruling": "permit"}', "row 1, column 'term': it holds no word to have a taste for"),
        ('{"ruling": "permit"}', "row 1, column 'term': an empty cell is not a text"),
        ("[]", "row 1: the line is not a JSON object"),
        ("{", "row 1: the line is not JSON at column 2"),
    ],
)
def test_a_broken_file_of_tastes_is_refused_with_the_place(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "tastes.jsonl"
    file.write_text(line)
    with pytest.raises(BadFile, match=message):
        read_tastes(file, others=Tastes())


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="There is no file"):
        read_tastes(tmp_path / "none.jsonl", others=Tastes())
