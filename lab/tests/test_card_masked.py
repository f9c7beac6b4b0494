"""The cards of the masked-word model and of the tables beside it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sayso.core.errors import BadFile
from sayso.scoring.masked_file import MaskedCard
from sayso_lab.card_masked import make_masked_card
from sayso_lab.card_wording import (
    NgramRecord,
    PeopleRecord,
    WordsRecord,
    make_wording_card,
    read_people,
    read_words,
)

RECORD: dict[str, Any] = {
    "date": "2026-02-03",
    "machine": "2 cores, no GPU",
    "seed": 5,
    "samples": 1234,
    "base": {"sha256": "b" * 64, "layers": 6, "width": 8},
    "config": {"samples": 1000, "hidden_words": 0.17},
    "sets": [{"name": "jigsaw", "origin": "Jigsaw", "licence": "CC0", "rows": 2000, "learned": 1800}],
    "absent": ["reviews"],
    "files": [{"file": "jigsaw.parquet", "rows": 2000, "sha256": "a" * 64}],
    "results": [
        {
            "what": "dev texts",
            "count": 10,
            "texts": 1500,
            "all": {"words": 3000, "share": [0.61, 0.6, 0.62]},
            "content": {"words": 1400, "share": [0.4, 0.38, 0.42]},
        }
    ],
}


def make(record: dict[str, Any]) -> str:
    numbers, ones = np.zeros((20, 8), np.int8), np.ones((20, 1), np.float32)
    return make_masked_card(MaskedCard("masked.v7", "{}", numbers, ones, ones[:, 0], record))


def test_the_card_tells_data_licences_results_failures_and_misuse() -> None:
    card = make(RECORD)
    for part in (
        "# Model card: masked.v7",
        "(8 wide, 6 layers)",
        "each of 20 tokens",
        "It learned from 1,234 texts",
        "Trained 2026-02-03 on 2 cores, no GPU.",
        "| dev texts | 1,500 | 3,000 | 0.610 [0.600, 0.620] | 1,400 | 0.400 [0.380, 0.420] |",
        "## What it must not be used for",
        "## Known failures",
        "| jigsaw | Jigsaw | CC0 | 2,000 | 1,800 |",
        "Texts of the parts dev and held-out",
        "Sets that were absent: reviews.",
        "17% of the words",
        "`sayso train masked-words --data DIR --seed 5`",
        "| jigsaw.parquet | 2,000 | `aaaaaaaaaaaaaaaa…` |",
    ):
        assert part in card


def test_what_the_record_does_not_hold_is_left_out() -> None:
    card = make({})
    assert "## Known failures" in card
    for part in ("## Results", "## Data", "## How it was made", "Trained", "repeats counted"):
        assert part not in card


def test_notes_of_a_run_take_the_place_of_the_usual_sentence() -> None:
    card = make(
        RECORD | {"data_notes": ["Only the moon was left out."], "history": ["It was stopped twice."]}
    )
    assert "Only the moon was left out." in card
    assert "Texts of the parts dev and held-out" not in card
    assert "It was stopped twice.\n" in card


NGRAMS = NgramRecord(9, 8, 7, {"sentences": 7, "sources": [("talk", 5, "CC0"), ("news", 2, "MIT")]})


def test_the_card_of_the_tables_tells_whence_they_come() -> None:
    words = WordsRecord(300, 150, {"data": "Ours, CC0", "file": "v.txt", "sha256": "c" * 64})
    people = PeopleRecord(20, 31, {"data": "ParaDetox, CC0", "pairs": 1400})
    card = make_wording_card(words, people, NGRAMS)
    for part in (
        "300 plain English words",
        "for 20 passages of up to five words the\n  31 wordings",
        "**Near words**: Ours, CC0.",
        "File: v.txt, SHA-256 `cccccccccccccccc…`.",
        "**Edits**: ParaDetox, CC0, 1,400 pairs",
        "**N-grams**: 7 different sentences of everyday English: talk (5, CC0), news (2, MIT).",
        "must not be used for",
    ):
        assert part in card


def test_a_table_without_a_record_has_a_card_too(tmp_path: Path) -> None:
    path = tmp_path / "words.npz"
    np.savez(path, words=np.zeros(1, np.uint8), numbers=np.zeros((3, 2), np.int8), scales=np.ones((3, 1)))
    words = read_words(path)
    assert (words.words, words.dimensions, words.record) == (3, 2, {})
    assert "**Near words**. The vectors" in make_wording_card(
        words, PeopleRecord(0, 0, {"data": "", "pairs": 0}), NGRAMS
    )


def test_damaged_tables_are_named(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_text("no table")
    with pytest.raises(BadFile, match="is no table of words"):
        read_words(path)
    with pytest.raises(BadFile, match="is no table of edits") as caught:
        read_people(path)
    assert "sayso train alternatives" in caught.value.hint
