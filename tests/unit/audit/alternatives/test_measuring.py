"""Four sentences, all numbers worked out by hand."""

from collections.abc import Sequence
from math import isnan

import pytest
from tests.unit.audit.alternatives.advice import TableAdviser

from sayso.audit.alternatives import AlternativesReport, compare_advisers
from sayso.audit.alternatives.measuring import TOP, Judges, edit_greedily, is_hit
from sayso.audit.alternatives.pairs import Change, Pair, make_pair
from sayso.audit.alternatives.report import EditsReport, HitsReport, make_markdown, make_table
from sayso.audit.alternatives.roles import ContextReading
from sayso.core import Alternative, Blank, DraftWord, Span
from sayso.stats.resampling import Bootstrap

WEIGHTS = {"dumb": 0.9, "crap": 0.7, "silly": 0.6, "mild": 0.1, "meh": 0.4}
PAIRS: tuple[Pair, ...] = (
    make_pair("a dumb idea", ["a naive idea", "a bad idea"]),  # two changes to dumb
    make_pair("this crap here", ["this here"]),  # crap left out
    make_pair("refuse me silly", ["refuse me dear"]),  # no alternatives for it
    make_pair("a mild one", ["a small one"]),  # mild is not flagged
)
ALL = TableAdviser(WEIGHTS, {"dumb": ["Bad", "poor"], "crap": ["meh", ""], "silly": ["dear"]})
NEAR = TableAdviser(
    WEIGHTS, {"dumb": ["stupidly", "bad"], "crap": ["silly"], "silly": []}, bad=frozenset({"silly"})
)


class Lengths:
    """Texts of equally many words mean the same; otherwise one has nothing of the other."""

    name = "lengths"

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[float(len(text.split()) == place) * 7 for place in range(6)] for text in texts]


class Shortness:
    name = "shortness"

    def weigh(self, texts: Sequence[str]) -> list[float]:
        return [1 / len(text.split()) for text in texts]


@pytest.fixture
def report() -> AlternativesReport:
    return compare_advisers(
        {"all": ALL, "near": NEAR},
        PAIRS,
        source="pairs.csv",
        judges=Judges(Lengths(), Shortness()),
        bootstrap=Bootstrap(resamples=20),
        notes=["A note."],
    )


def find(report: AlternativesReport, name: str) -> EditsReport:
    (one,) = (one for one in report.edits if one.adviser == name)
    return one


def hits(report: AlternativesReport, name: str) -> HitsReport:
    (one,) = (one for one in report.hits if one.adviser == name)
    return one


def test_changes_to_flagged_words_are_counted(report: AlternativesReport) -> None:
    """naive and bad for dumb, dear for silly, crap left out; mild is not flagged."""
    assert (report.texts, report.refused) == (4, 1)
    assert (report.words, report.omissions, report.all) == (3, 1, 4)
    assert (report.model, report.second) == ("fake.v1", "second.v1")


def test_hits_are_shares_of_what_people_did(report: AlternativesReport) -> None:
    """`Bad` is bad; naive is not among ours; dear would be, but for a refused text there are none."""
    mine, near = hits(report, "all"), hits(report, "near")
    assert mine.words.value == pytest.approx(1 / 3)
    assert mine.omissions.value == 1.0
    assert mine.all.value == pytest.approx(2 / 4)
    assert (near.words.value, near.omissions.value) == (pytest.approx(1 / 3), 0.0)


def test_ratios_compare_hits_with_the_first_adviser(report: AlternativesReport) -> None:
    ((name, words, whole),) = report.ratios
    assert (name, words.value, whole.value) == ("near", 1.0, 2.0)


def test_the_first_suggestion_is_taken_until_nothing_is_highlighted(report: AlternativesReport) -> None:
    # dumb to Bad; crap to meh, which has no alternatives; the others stay.
    mine = find(report, "all")
    assert mine.edits.value == pytest.approx(2 / 4)
    # 0.9 to 0, 0.7 to 0.4, 0.6 stays over, 0.1 was under already.
    assert mine.ours.value == pytest.approx(3 / 4)
    assert mine.second.value == 1.0


def test_what_only_the_first_model_takes_as_mended_is_counted() -> None:
    """`meh` is better to the first model only."""
    adviser = TableAdviser(WEIGHTS, {"crap": ["meh"]}, bad=frozenset({"meh"}))
    report = compare_advisers({"all": adviser}, PAIRS[1:2], source="x", bootstrap=Bootstrap(resamples=5))
    found = find(report, "all")
    assert (found.ours.value, found.second.value, found.words_only.value) == (1.0, 0.0, 1.0)
    assert report.ratios == ()


def test_the_texts_as_written_and_as_people_rewrote_them_stand_beside(report: AlternativesReport) -> None:
    written, people = find(report, "as written"), find(report, "people")
    assert written.ours.value == pytest.approx(1 / 4)
    assert (written.edits.value, written.meaning.value) == (0.0, 1.0)
    assert people.ours.value == 1.0
    assert isnan(people.edits.value)
    # `this here` has a word less than before, the others as many.
    assert people.meaning.value == pytest.approx(3 / 4)
    assert people.fluency.value == pytest.approx((1 / 3 + 1 / 2 + 1 / 3 + 1 / 3) / 4)


def test_without_judges_their_columns_are_empty() -> None:
    report = compare_advisers({"all": ALL}, PAIRS, source="x", bootstrap=Bootstrap(resamples=5))
    assert isnan(find(report, "all").meaning.value)
    assert isnan(find(report, "all").fluency.value)


def test_a_text_is_changed_ten_times_at_most_and_then_read_without_alternatives() -> None:
    endless = TableAdviser({"dumb": 0.9}, {"dumb": ["dumb"]})
    found = edit_greedily(endless, "dumb", most=3)
    assert (found.text, found.edits) == ("dumb", 3)
    assert [alternatives for _, alternatives in endless.asked] == [True, True, True, False]


def test_the_heaviest_word_comes_first() -> None:
    adviser = TableAdviser(WEIGHTS, {"crap": [""], "dumb": ["bad"]})
    found = edit_greedily(adviser, "crap so dumb")
    assert [text for text, _ in adviser.asked] == ["crap so dumb", "crap so bad", "so bad"]
    assert (found.text, found.edits) == ("so bad", 2)
    assert found.first.words[1].text == "dumb"


def test_only_the_first_ten_alternatives_count() -> None:
    wordings = [f"word{number}" for number in range(TOP)] + ["late"]
    alternatives = tuple(Alternative(text, 0.1, 0.1, 0.5, 0.5, 0.1, "people") for text in wordings)
    word = DraftWord(0, 1, "x", 0.9, flagged=True, highlighted=True, alternatives=alternatives)
    assert is_hit(Change(Span(0, 1), "word9"), word)
    assert not is_hit(Change(Span(0, 1), "late"), word)


class OddsOf:
    def __init__(self, fits: float) -> None:
        self._fits = fits

    def find_likeliest(self, count: int) -> list[str]:
        return []

    def weigh(self, wording: str) -> float:
        return self._fits if wording == "odd" else 1.0


class Guesser:
    name = "guesser.v1"

    def guess(self, blanks: Sequence[Blank]) -> list[list[OddsOf]]:
        return [[OddsOf(0.25)] for _ in blanks]


def test_fluency_is_how_well_each_word_fits_where_it_stands() -> None:
    reading = ContextReading(Guesser())
    assert reading.weigh(["an odd word", "", "fine"]) == [pytest.approx((1 + 0.25 + 1) / 3), 0.0, 1.0]
    assert reading.name == "guesser.v1"


def test_tables_name_both_models_and_say_what_was_counted(report: AlternativesReport) -> None:
    page = make_table(report)
    assert page.startswith("fake.v1 on pairs.csv: 4 sentences held out, of which 1 get no alternatives.")
    assert "People changed 4 flagged words: 3 to another word, 1 were left out." in page
    assert "under 0.5, second.v1 [95 %]" in page
    rows = make_markdown(report).splitlines()
    (people,) = [row for row in rows if row.startswith("| people")]
    assert people.startswith("| people | – | 1.000 [0.510, 1.000] |")
    assert "- A note." in rows
