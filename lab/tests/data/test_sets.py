"""Every set as a file: what its columns must hold."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sayso.core.errors import BadFile
from sayso_lab.data.files import read_set
from sayso_lab.data.sets import SETS

WriteTable = Callable[[str, dict[str, list[Any]]], Path]
BY_NAME = {one.name: one for one in SETS}


def test_every_set_has_a_name_of_its_own_a_licence_and_an_origin() -> None:
    assert len(BY_NAME) == len(SETS) == 24
    assert all(one.licence and one.origin for one in SETS)


def test_a_family_of_files_names_each_licence_and_origin_once() -> None:
    assert BY_NAME["implicit_hate"].licence == "MIT"
    origin = "Pavlopoulos et al. 2021, 2022; SemEval-2021 task 5, training split"
    assert BY_NAME["toxic_spans"].origin == origin


@pytest.mark.parametrize("one", SETS, ids=lambda one: one.name)
def test_a_missing_column_is_named(one: Any, write_table: WriteTable, tmp_path: Path) -> None:
    for stem in one.files:
        write_table(stem, {"something else": [1]})
    first = next(iter(one.files))
    with pytest.raises(BadFile, match=f"{first}.parquet has no column '{next(iter(one.files[first]))}'"):
        read_set(one, tmp_path)


HATEXPLAIN = {
    "tokens": [["a"]],
    "labels": [["normal"]],
    "targets": [[["None"]]],
    "rationales": [[[1]]],
    "split": ["train"],
}
EDOS = {"text": ["a"], "label_sexist": ["sexist"], "label_vector": ["1.1 threats"]}
TOXIGEN = {
    "text": ["a"],
    "target_group": ["women"],
    "stereotyping": ["disagreement"],
    "toxicity_human": [1.0],
    "toxicity_ai": [1.0],
}
HATEMOJI = {
    "text": ["a"],
    "label_gold": [1],
    "type": ["none"],
    "target": ["['none']"],
    "entry_id": [1],
    "matched_id": [2],
}
TRIAL = {"text": ["a"], "spans": [[0]]}


@pytest.mark.parametrize(
    ("name", "good", "column", "value", "needed"),
    [
        ("hatexplain", HATEXPLAIN, "labels", ["rude"], "each one of hatespeech, offensive, normal"),
        ("hatexplain", HATEXPLAIN, "targets", [["Martian"]], "each one of None, Other, African"),
        ("hatexplain", HATEXPLAIN, "tokens", [], "a list of 1 or more"),
        ("hatexplain", HATEXPLAIN, "split", "test", "one of train, val"),
        ("edos", EDOS, "label_sexist", "perhaps", "one of sexist, not sexist"),
        ("edos", EDOS, "label_vector", "9.9 new", "a text that begins with one of none, 2.2"),
        ("toxigen", TOXIGEN, "target_group", "martians", "one of lgbtq, women"),
        ("toxigen", TOXIGEN, "toxicity_human", 0.0, "a number from 1 to 5"),
        ("hatemoji", HATEMOJI, "type", "rude", "one of none, derogation"),
        ("stormfront", {"text": ["a"], "label": ["hate"]}, "label", "Hate", "one of hate, noHate"),
        ("toxic_spans_trial", TRIAL, "spans", [-1], "each a whole number from 0"),
        ("paradetox_cannot", {"text": ["a"]}, "text", b"\xff", "a text"),
        ("paradetox_cannot", {"text": ["a"]}, "text", None, "a text"),
        ("paradetox_cannot", {"text": ["a"]}, "text", 3, "a text"),
    ],
)
def test_an_odd_value_is_named_with_file_column_row_and_what_would_be_right(
    name: str,
    good: dict[str, list[Any]],
    column: str,
    value: Any,
    needed: str,
    write_table: WriteTable,
    tmp_path: Path,
) -> None:
    rows = {key: [*values, *values] for key, values in good.items()}
    # A column has one type: where the odd value has another, all of it is odd.
    is_alike = isinstance(value, type(good[column][0])) or value is None
    rows[column] = [good[column][0] if is_alike else value, value]
    one = BY_NAME[name]
    (stem,) = one.files
    write_table(stem, rows)
    with pytest.raises(BadFile) as caught:
        read_set(one, tmp_path)
    row = 1 if is_alike else 0
    assert caught.value.message.startswith(f"{stem}.parquet, column {column!r}, row {row}: ")
    assert needed in caught.value.message


def test_a_type_of_span_that_nobody_knows_is_refused(write_table: WriteTable, tmp_path: Path) -> None:
    write_table("toxic_spans_comments", {"comment_id": [1], "comment_text": ["a"]})
    write_table("toxic_spans_annotations", {"annotation": [1], "comment_id": [1]})
    spans = {"annotation": [1, 1], "type": [None, "Rudeness"], "start": [0, 0], "end": [1, 1]}
    write_table("toxic_spans_spans", spans)
    write_table("toxic_spans_semeval", TRIAL)
    with pytest.raises(BadFile, match="column 'type', row 1: one of Insult, Insu, Profane/Obscene"):
        read_set(BY_NAME["toxic_spans"], tmp_path)
