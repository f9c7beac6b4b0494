"""Sheets for raters, and what two of them found."""

from pathlib import Path

import pytest

from sayso.audit.alternatives.rating import (
    choose_first,
    compare_raters,
    make_sheet,
    read_key,
    read_ratings,
    write_sheet,
)
from sayso.core.errors import BadFile

TEXT = "an idiot wrote a silly plan"
WORDS = [
    {"begin": 3, "end": 8, "weight": 0.9, "flagged": True, "alternatives": [{"text": "person"}]},
    {"begin": 17, "end": 22, "weight": 0.5, "flagged": True, "alternatives": [{"text": ""}]},
]


def test_the_suggestion_for_the_sentence_is_seen_first() -> None:
    whole = {"begin": 0, "end": 8, "text": "Somebody"}
    assert choose_first(TEXT, {"rewordings": [whole], "words": WORDS}) == "Somebody wrote a silly plan"


def test_without_one_the_heaviest_words_is_with_its_article_mended() -> None:
    assert choose_first(TEXT, {"words": WORDS}) == "a person wrote a silly plan"
    assert choose_first(TEXT, {"words": []}) is None


def test_the_sheet_hides_who_wrote_what_and_the_key_has_it(tmp_path: Path) -> None:
    texts = [{"text": TEXT, "people": "somebody wrote it"}, {"text": "fine", "people": ""}]
    pairs = make_sheet(texts, {"new": [{"words": WORDS}, {"words": []}]}, seed=1)
    write_sheet(pairs, tmp_path / "sheet.csv", tmp_path / "key.csv")
    assert sorted(read_key(tmp_path / "key.csv").values()) == ["new", "people"]
    assert "people" not in (tmp_path / "sheet.csv").read_text()


def test_shares_and_agreement_are_counted() -> None:
    key = {"1": "new", "2": "new", "3": "old", "4": "old"}
    first = {"1": "usable", "2": "usable", "3": "ungrammatical", "4": "meaning lost"}
    second = {"1": "usable", "2": "ungrammatical", "3": "ungrammatical", "4": "ungrammatical"}
    [new, old], same, kappa = compare_raters(key, first, second)  # pyright: ignore[reportArgumentType]  # literals
    assert (new.source, new.texts, new.both, new.ungrammatical) == ("new", 2, 0.5, 0.25)
    assert (old.usable.value, old.meaning_lost) == (0.0, 0.25)
    assert same == 0.5
    # usable or not: both 1, first only 1, neither 2; seen .75, by chance .5 * .25 + .5 * .75 = .5
    assert kappa == pytest.approx(0.5)


def test_a_rating_of_ones_own_making_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rater.csv"
    path.write_text("id,rating\n0001,great\n")
    with pytest.raises(BadFile, match="line 2: 'great' is no rating"):
        read_ratings(path)
    path.write_text("id,rating\n0001,\n")
    with pytest.raises(BadFile, match="no ratings"):
        read_ratings(path)
