"""Both tables, from files to files with their records."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from lab.tests.tiny_encoder import spell
from lab.tests.tiny_masked import write_parquet

from sayso.core.errors import BadFile
from sayso.explaining.people_edits import load_people_edits
from sayso.explaining.word_vectors import load_word_vectors
from sayso.text.partition import is_held_out_pair
from sayso_lab.card_wording import read_people, read_words
from sayso_lab.wording.wording import WordingJob, make_tables, read_pairs

RUDE = [f"what crap is this {spell(place)}" for place in range(40)]
MILD = [text.replace("crap", "nonsense") for text in RUDE]


@pytest.fixture
def job(tmp_path: Path) -> WordingJob:
    data = tmp_path / "sets"
    data.mkdir()
    second = [*MILD[:5], *["  "] * 35]
    nothing: list[str | None] = [None] * 40
    columns = {"toxic": RUDE, "neutral1": MILD, "neutral2": second, "neutral3": nothing}
    write_parquet(data / "paradetox.parquet", columns)
    vectors = tmp_path / "vectors.txt"
    vectors.write_text("the 1 0 0\nsilly 0 1 0\ndaft 0 0.9 0.1\n")
    date = datetime(2026, 2, 3, tzinfo=UTC)
    return WordingJob(data, vectors, tmp_path / "out", date, credit="Ours, CC0")


def test_pairs_without_those_held_out(job: WordingJob) -> None:
    pairs, file = read_pairs(job.data_dir)
    kept = [place for place, text in enumerate(RUDE) if not is_held_out_pair(text)]
    assert 0 < len(kept) < 40
    assert sorted(pairs) == sorted(
        [(RUDE[place], MILD[place]) for place in kept] + [(RUDE[p], MILD[p]) for p in kept if p < 5]
    )
    assert (file.file, file.rows) == ("paradetox.parquet", 40)


def test_both_tables_are_written_with_their_records(job: WordingJob) -> None:
    steps: list[str] = []
    made = make_tables(job, step=steps.append)
    assert steps == ["reading paradetox.parquet", "reading vectors.txt", "counting edits"]
    assert (made.words_known, made.words_rewritten) == (3, 1)
    assert load_people_edits(made.people).find("crap", left="what", right="is") == {"nonsense": 1}
    assert load_word_vectors(made.words).find_near("silly", count=1) == ["daft"]
    words = read_words(made.words)
    assert (words.words, words.record["data"], words.record["date"]) == (3, "Ours, CC0", "2026-02-03")
    people = read_people(made.people)
    assert (people.passages, people.wordings, people.record["file"]) == (1, 1, "paradetox.parquet")
    assert people.record["pairs"] == len(read_pairs(job.data_dir)[0])
    assert json.loads(made.people.read_text())["record"]["data"] == "ParaDetox: Logacheva et al. 2022, CC0"


def test_missing_files_are_named_before_anything_is_written(job: WordingJob, tmp_path: Path) -> None:
    job.vectors.unlink()
    with pytest.raises(BadFile, match=r"There is no file .*vectors\.txt"):
        make_tables(job)
    (job.data_dir / "paradetox.parquet").unlink()
    with pytest.raises(BadFile, match=r"has no paradetox\.parquet"):
        make_tables(job)
    assert not job.out.exists()
