"""What is learned from: never what something is measured on."""

from pathlib import Path

import pytest
from lab.tests.tiny_encoder import spell, write_sets
from lab.tests.tiny_masked import write_everyday, write_parquet

from sayso.core.errors import BadFile
from sayso.text.partition import is_held_out_pair
from sayso_lab.data.splits import Part
from sayso_lab.wording.masked_texts import MaskedTexts, gather_texts

RUDE = [f"what a grumble of a day {spell(place)}" for place in range(300)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = write_sets(tmp_path_factory.mktemp("place") / "sets")
    write_everyday(place)
    mild = [text.replace("grumble of a", "long") for text in RUDE]
    nothing: list[str | None] = [None] * len(RUDE)
    columns = {"toxic": RUDE, "neutral1": mild, "neutral2": nothing, "neutral3": nothing}
    write_parquet(place / "paradetox.parquet", columns)
    return place


@pytest.fixture(scope="module")
def texts(folder: Path) -> MaskedTexts:
    return gather_texts(folder)


def test_texts_of_the_other_parts_are_never_learned_from(texts: MaskedTexts) -> None:
    learned = set(texts.learned)
    for part in (Part.DEV, Part.HELD_OUT):
        rows = texts.table.part(part)
        assert len(rows) > 3
        assert not learned & {row.text for row in rows}
    assert set(texts.dev) == {row.text for row in texts.table.part(Part.DEV)}


def test_pairs_that_alternatives_are_judged_on_are_left_out_with_their_rewrites(texts: MaskedTexts) -> None:
    held = [text for text in RUDE if is_held_out_pair(text)]
    assert len(held) > 10
    others = {text.replace("grumble of a", "long") for text in held}
    assert not (set(held) | others) & set(texts.learned)
    assert set(RUDE) & set(texts.learned)


def test_everyday_texts_are_learned_from_if_of_a_fit_length_and_no_copies(texts: MaskedTexts) -> None:
    talk = [text for text in texts.learned if text.startswith("some people like tea")]
    assert 200 < len(talk) < 300  # of 300, without those of the other parts
    assert len(set(talk)) == len(talk)
    assert not {"too short"} & set(texts.learned)
    assert max(map(len, texts.learned)) < 600
    [everyday] = [one for one in texts.table.sets if one.name == "everyday"]
    assert everyday.learned == len(talk)
    assert everyday.licence


def test_the_record_counts_what_is_left(texts: MaskedTexts) -> None:
    counts = {one.name: one.learned for one in texts.table.sets}
    assert counts["paradetox"] == sum(
        "grumble of a" in text or "a long day" in text for text in texts.learned
    )


def test_without_everyday_texts_the_sets_alone_are_learned_from(tmp_path: Path) -> None:
    texts = gather_texts(write_sets(tmp_path / "sets"), limit=200)
    assert "everyday" in texts.table.absent
    assert 100 < len(texts.learned) < 460


def test_texts_that_are_all_too_short_are_refused(tmp_path: Path) -> None:
    talk = [f"hi {spell(place)}" for place in range(400)]
    write_parquet(tmp_path / "everyday_text.parquet", {"source": ["sgd"] * 400, "text": talk})
    with pytest.raises(BadFile, match="holds no text to learn from"):
        gather_texts(tmp_path)


def test_a_file_without_the_column_is_named(tmp_path: Path) -> None:
    place = write_sets(tmp_path / "sets")
    write_parquet(place / "everyday_text.parquet", {"source": ["sgd"], "words": ["hello"]})
    with pytest.raises(BadFile, match=r"everyday_text\.parquet has no column 'text'"):
        gather_texts(place)


def test_other_texts_have_another_digest(texts: MaskedTexts, folder: Path) -> None:
    assert gather_texts(folder).digest == texts.digest
    assert gather_texts(folder, limit=250).digest != texts.digest
