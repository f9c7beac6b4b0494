import re
from collections import Counter

import pytest

from sayso_lab.encoder.contrast import HARMLESS, HATEFUL, ContrastRow, Kind, make_contrast
from sayso_lab.encoder.contrast.material import ContrastPart
from sayso_lab.encoder.labels import ATTRIBUTES, GROUPS, IMPLIED
from sayso_lab.splits import Part

PARTS: tuple[ContrastPart, ...] = (Part.TRAIN, Part.HELD_OUT)


@pytest.fixture(scope="module", params=PARTS)
def rows(request: pytest.FixtureRequest) -> list[ContrastRow]:
    return make_contrast(request.param, seed=5)


def test_the_same_seed_makes_the_same_sentences() -> None:
    again = make_contrast(Part.HELD_OUT, seed=5)
    assert make_contrast(Part.HELD_OUT, seed=5) == again
    assert make_contrast(Part.HELD_OUT, seed=6) != again


def test_no_sentence_comes_twice(rows: list[ContrastRow]) -> None:
    assert len({row.text for row in rows}) == len(rows) > 4000


def test_no_slot_stays_open(rows: list[ContrastRow]) -> None:
    assert [row.template for row in rows if re.search("[{}]", row.text)] == []


def test_labels_are_shares_by_names_the_encoder_knows(rows: list[ContrastRow]) -> None:
    for row in rows:
        assert set(row.labels) <= set(ATTRIBUTES)
        assert all(0 <= share <= 1 for share in row.labels.values())
        assert row.implied in IMPLIED
        assert row.target in {"", *GROUPS}


def test_hate_names_whom_it_attacks_and_nothing_else_does(rows: list[ContrastRow]) -> None:
    for row in rows:
        is_hate = row.kind in HATEFUL
        assert bool(row.target) == is_hate
        assert (row.implied != "none") == is_hate
        assert (row.labels["IDENTITY_ATTACK"] > 0.5) == is_hate


def test_harmless_sentences_are_harmless(rows: list[ContrastRow]) -> None:
    assert all(row.labels["TOXICITY"] < 0.5 for row in rows if row.kind in HARMLESS)


def test_a_group_is_named_in_its_sentence(rows: list[ContrastRow]) -> None:
    about = [row for row in rows if "{G}" in row.template]
    assert about
    assert all(row.group.lower() in row.text.lower() for row in about)


def test_articles_fit_the_words(rows: list[ContrastRow]) -> None:
    odd = re.compile(r"\ba (?=[aeio])(?!one)", re.IGNORECASE)
    assert [row.text for row in rows if odd.search(row.text)] == []


def test_every_kind_to_learn_from_is_there() -> None:
    counts = Counter(row.kind for row in make_contrast(Part.TRAIN, seed=5))
    assert set(counts) == set(Kind)


def test_every_kind_but_the_neutral_question_is_measured() -> None:
    assert {row.kind for row in make_contrast(Part.HELD_OUT, seed=5)} == set(Kind) - {Kind.QUESTION_NEUTRAL}


def test_the_parts_share_no_sentence() -> None:
    learned, held = ({row.text.lower() for row in make_contrast(part, seed=5)} for part in PARTS)
    assert learned & held == set()
