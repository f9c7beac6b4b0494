from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sayso.core import Attribute
from sayso.core.errors import BadFile
from sayso_lab.corpus import gather_corpus
from sayso_lab.examples import LEARNED
from sayso_lab.files import hash_file
from sayso_lab.sources import SOURCES, find_sources
from sayso_lab.splits import Part, make_key

WriteTable = Callable[[str, dict[str, list[Any]]], Path]


def test_every_set_names_its_licence_and_origin() -> None:
    assert all(source.licence and source.origin for source in SOURCES)
    assert len({source.name for source in SOURCES}) == len(SOURCES)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="There is no folder"):
        find_sources(tmp_path / "none")


def test_a_folder_without_sets_says_what_it_needs(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="holds no data set to learn from") as caught:
        find_sources(tmp_path)
    assert "a column 'text'" in caught.value.hint


def test_sets_that_are_absent_are_named(write_table: WriteTable, tmp_path: Path) -> None:
    write_table("identity_neutral", {"comment": ["x"]})
    found, absent = find_sources(tmp_path)
    assert [source.name for source in found] == ["identity_neutral"]
    assert "jigsaw" in absent
    assert "identity_neutral" not in absent


def test_a_set_of_three_files_needs_all_of_them(write_table: WriteTable, tmp_path: Path) -> None:
    write_table("identity_neutral", {"comment": ["x"]})
    write_table("toxic_spans_comments", {"comment_id": [1], "comment_text": ["x"]})
    _, absent = find_sources(tmp_path)
    assert "toxic_spans_comments" in absent


def test_ones_own_file_is_learned_from(write_table: WriteTable, tmp_path: Path) -> None:
    write_table(
        "ours", {"text": ["a", "b"], "TOXICITY": [0.25, None], "INSULT": [1.0, 0.0], "note": ["", ""]}
    )
    sources, _ = find_sources(tmp_path)
    corpus = gather_corpus(sources, tmp_path, seed=1)
    toxicity, insult = (
        corpus.labels[:, LEARNED.index(name)] for name in (Attribute.TOXICITY, Attribute.INSULT)
    )
    assert corpus.texts == ["a", "b"]
    assert toxicity[0] == 0.25
    assert np.isnan(toxicity[1])
    assert insult.tolist() == [1, 0]


def test_ones_own_file_without_labels_is_refused(write_table: WriteTable, tmp_path: Path) -> None:
    write_table("ours", {"text": ["a"], "toxic": [1]})
    with pytest.raises(BadFile, match=r"ours\.parquet has no column named as an attribute\."):
        find_sources(tmp_path)


def test_copies_in_two_sets_fall_into_one_part(write_table: WriteTable, tmp_path: Path) -> None:
    texts = [f"comment number {number}" for number in range(300)]
    write_table("identity_neutral", {"comment": texts})
    write_table("ours", {"text": [text.upper() + "!" for text in texts], "TOXICITY": [0.0] * 300})
    corpus = gather_corpus(find_sources(tmp_path)[0], tmp_path, seed=1)
    assert corpus.parts[:300].tolist() == corpus.parts[300:].tolist()
    assert set(corpus.parts.tolist()) == {"train", "dev", "held-out"}


def test_reserved_and_held_out_texts_are_never_learned_from(write_table: WriteTable, tmp_path: Path) -> None:
    texts = [f"comment number {number}" for number in range(100)]
    write_table("identity_neutral", {"comment": texts})
    write_table("toxic_spans_trial", {"text": texts[:50], "spans": [[0]] * 50})
    reserved = [make_key(text) for text in texts[50:]]
    corpus = gather_corpus(find_sources(tmp_path)[0], tmp_path, seed=1, reserved=reserved)
    assert len(corpus.part(Part.HELD_OUT)) == len(corpus) == 150


def test_a_limit_holds_for_each_set_and_blank_texts_are_left_out(
    write_table: WriteTable, tmp_path: Path
) -> None:
    write_table("identity_neutral", {"comment": [" ", *(f"text {number}" for number in range(50))]})
    corpus = gather_corpus(find_sources(tmp_path)[0], tmp_path, seed=1, limit=10)
    assert len(corpus) == 10
    assert " " not in corpus.texts


def test_the_files_are_recorded_with_hash_and_rows(write_table: WriteTable, tmp_path: Path) -> None:
    path = write_table("identity_neutral", {"comment": ["a", "b", "c"]})
    seen: list[str] = []
    corpus = gather_corpus(find_sources(tmp_path)[0], tmp_path, seed=1, on_source=seen.append)
    (file,) = corpus.files
    assert (file.file, file.rows, file.sha256) == ("identity_neutral.parquet", 3, hash_file(path))
    assert seen == ["identity_neutral"]


def test_every_text_says_which_source_it_is_from(write_table: WriteTable, tmp_path: Path) -> None:
    write_table("identity_neutral", {"comment": ["a"]})
    write_table("reviews", {"text": ["b"]})
    corpus = gather_corpus(find_sources(tmp_path)[0], tmp_path, seed=1)
    assert dict(zip(corpus.texts, corpus.sources.tolist(), strict=True)) == {
        "a": "identity_neutral",
        "b": "reviews",
    }
