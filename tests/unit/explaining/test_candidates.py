"""What could be said instead of a word."""

import numpy as np
import pytest

from sayso.core import Span
from sayso.core.draft import AlternativeSource
from sayso.explaining.candidates import Candidate, Proposer, replace_span
from sayso.explaining.edits import Edit
from sayso.explaining.word_vectors import WordVectors
from sayso.testing import FakeGuesser

TEXT = "What a Silly thing to say"
SILLY = Span(7, 12)
VECTORS = WordVectors(
    ["the", "silly", "foolish", "sillies", "daft", "thing", "odd"],
    np.array(
        [[1, 0, 0], [0, 1, 0], [0, 0.9, 0.1], [0, 1, 0], [0, 0.8, 0.2], [0.5, 0, 1], [0, 0.5, 1]], np.float32
    ),
)


EDITS = [Edit(SILLY, "odd", 1.0), Edit(SILLY, "not wise", -1.0), Edit(Span(0, 12), "how", 2.0)]


def propose(*sources: AlternativeSource, guesser: FakeGuesser | None = None) -> list[Candidate]:
    proposer = Proposer(
        vectors=VECTORS,
        guesser=guesser or FakeGuesser({"strange": 0.9, "daft": 0.8, "odd": 0.5, "foolish": 0.2}),
        sources=sources or ("people", "neighbour", "context", "omission"),
    )
    return proposer.propose(TEXT, [SILLY], EDITS)[0]


def test_neighbours_are_likely_too_and_have_the_ending_and_the_case_of_the_word() -> None:
    # "thing" is far from "silly"; "sillies" has another ending.
    assert [one.text for one in propose("neighbour")] == ["Foolish", "Daft"]


def test_likely_words_are_near_in_meaning_too() -> None:
    assert [one.text for one in propose("context")] == ["Daft", "Foolish"]


def test_the_opposite_is_never_offered() -> None:
    vectors = WordVectors(["silly", "good", "daft"], np.array([[1, 0], [0.99, 0.1], [0.9, 0.2]]))
    proposer = Proposer(
        vectors=vectors, guesser=FakeGuesser({"good": 0.9, "daft": 0.5}), sources=("neighbour",)
    )
    assert [one.text for one in proposer.propose("how silly", [Span(4, 9)], [])[0]] == ["daft"]


def test_who_is_meant_gets_no_other_word() -> None:
    vectors = WordVectors(["queer", "daft"], np.array([[1, 0], [0.9, 0.2]]))
    proposer = Proposer(vectors=vectors, guesser=FakeGuesser({"daft": 0.9}), sources=("neighbour", "context"))
    assert proposer.propose("how queer", [Span(4, 9)], []) == [[]]


def test_what_people_wrote_for_this_word_comes_first_and_as_readily_as_they_did() -> None:
    found = propose("people")
    assert [one.text for one in found] == ["Odd", "Not wise"]
    assert [one.prior for one in found] == [
        1,
        pytest.approx(0.368, abs=1e-3),
    ]  # e to the 0 at most, e to the -1


def test_a_wording_from_two_sources_is_named_once_by_the_first() -> None:
    found = {one.text: one.source for one in propose()}
    assert found == {
        "Odd": "people", "Not wise": "people", "Foolish": "neighbour", "Daft": "neighbour", "": "omission",
    }  # fmt: skip


def test_a_wording_reads_as_well_as_it_is_likely_and_means_as_much_as_it_is_near() -> None:
    found = {one.text: one for one in propose()}
    assert found["Daft"].reads == 0.8
    assert found["Foolish"].keeps_meaning == pytest.approx(0.9939, abs=1e-3)


def test_an_omission_reads_as_well_as_the_next_word_fits_in_its_place() -> None:
    guesser = FakeGuesser({"thing": 0.7})
    omission = propose("omission", guesser=guesser)[0]
    assert omission.reads == 0.7
    assert [(blank.text, blank.spans) for blank in guesser.asked] == [(TEXT, (SILLY,))]


def test_leaving_out_the_last_word_reads_as_well_as_an_end_there() -> None:
    proposer = Proposer(vectors=VECTORS, guesser=FakeGuesser({".": 0.6}), sources=("omission",))
    assert proposer.propose("how silly", [Span(4, 9)], [])[0][0].reads == 0.6


def test_leaving_out_the_only_word_does_not_read_at_all() -> None:
    proposer = Proposer(vectors=VECTORS, guesser=FakeGuesser(), sources=("omission",))
    assert proposer.propose("silly", [Span(0, 5)], [])[0] == [Candidate("", "omission", 0.0, 0.0)]


@pytest.mark.parametrize(
    ("text", "span", "wording", "expected"),
    [
        ("a silly cat", Span(2, 7), "daft", "a daft cat"),
        ("a silly cat", Span(2, 7), "", "a cat"),
        ("silly cat", Span(0, 5), "", "cat"),
        ("how silly", Span(4, 9), "", "how"),
        ("how silly!", Span(4, 9), "", "how!"),
        ("(silly)", Span(1, 6), "", "()"),
        ("silly", Span(0, 5), "", ""),
    ],
)
def test_a_word_left_out_takes_a_space_with_it(text: str, span: Span, wording: str, expected: str) -> None:
    assert replace_span(text, span, wording) == expected
