import re
from collections import Counter

import pytest

from sayso.audit.suites import Half, Sentence, find_faults
from sayso_lab.data.labels import ATTRIBUTES, GROUPS, IMPLIED
from sayso_lab.suites.contrast import (
    ContrastRow,
    find_implied,
    list_attacks,
    load_contrast,
    make_contrast,
    make_labels,
)

HALVES: tuple[Half, ...] = ("learn", "held_out")
HATEFUL = frozenset({"plain_hate", "question_hate", "negated_praise", "implied_hate"})
HARMLESS = {kind.kind for kind in load_contrast().kinds} - HATEFUL - {"individual_insult"}


@pytest.fixture(scope="module", params=HALVES)
def rows(request: pytest.FixtureRequest) -> list[ContrastRow]:
    return make_contrast(request.param, seed=5)


def test_the_same_seed_makes_the_same_sentences() -> None:
    again = make_contrast("held_out", seed=5)
    assert make_contrast("held_out", seed=5) == again
    assert make_contrast("held_out", seed=6) != again


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
    counts = Counter(row.kind for row in make_contrast("learn", seed=5))
    assert set(counts) == {kind.kind for kind in load_contrast().kinds}
    assert len(counts) == 15


def test_every_kind_but_the_neutral_question_is_measured() -> None:
    measured = {row.kind for row in make_contrast("held_out", seed=5)}
    assert measured == {*HARMLESS, *HATEFUL, "individual_insult"} - {"question_neutral"}


def test_the_halves_share_no_sentence() -> None:
    learned, held = ({row.text.lower() for row in make_contrast(half, seed=5)} for half in HALVES)
    assert learned & held == set()


def test_the_files_are_sound() -> None:
    """Nothing twice, nothing in both halves, no slot unfilled, no template both hate and none."""
    assert find_faults(load_contrast()) == []
    assert sum(len(kind.held_out) for kind in load_contrast().kinds) > 230


def test_every_group_is_one_of_the_encoders() -> None:
    groups = [group.target for half in HALVES for group in load_contrast().list_groups(half)]
    assert set(groups) <= set(GROUPS)


def test_hate_is_what_attacks_a_group() -> None:
    assert list_attacks() == HATEFUL


@pytest.mark.parametrize(
    ("kind", "template", "implied"),
    [
        ("plain_hate", "{G} are {dehum}.", "dehumanising"),
        ("plain_hate", "hang all {G}", "threat_incitement"),
        ("negated_praise", "{G} are not welcome here.", "exclusion"),
        ("question_hate", "Why are all {G} {badn}?", "stereotype"),
        ("implied_hate", "Watch your bags, {G} are here.", "stereotype"),
        ("plain_hate", "I hate {G}.", "inferiority"),
        ("negated_hate", "{G} are not {dehum}.", "none"),
        ("individual_insult", "you are trash", "none"),
        ("negated_insult", "you are no burden, and not {insult}", "none"),
    ],
)
def test_the_first_sign_says_what_is_implied(kind: str, template: str, implied: str) -> None:
    assert find_implied(kind, template) == implied


def test_hate_is_profane_where_it_swears_and_a_threat_where_it_incites() -> None:
    swearing = make_labels(Sentence("plain_hate", "{G} are {prof} {bad}", "", {}), "inferiority")
    assert (swearing["PROFANITY"], swearing["THREAT"]) == (0.9, 0.05)
    inciting = make_labels(Sentence("plain_hate", "hang all {G}", "", {}), "threat_incitement")
    assert "PROFANITY" not in inciting
    assert inciting["THREAT"] == 0.8
