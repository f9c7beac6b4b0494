"""The recipe of the two tables, from ParaDetox and a file of word vectors to files with their records."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sayso.core.errors import BadFile
from sayso.text.partition import is_held_out_pair
from sayso_lab.data.files import FileRecord, hash_file, list_stems, read_set
from sayso_lab.data.paradetox import PARADETOX
from sayso_lab.wording.people_edits import Pair, make_edit_table
from sayso_lab.wording.tables import DIMENSIONS, make_word_table

WORDS, PEOPLE = "words.v1", "people.v2"


@dataclass(frozen=True)
class WordingJob:
    """`credit` says where the vectors come from and under which licence, for the model card."""

    data_dir: Path
    vectors: Path
    out: Path
    date: datetime
    credit: str = ""


@dataclass(frozen=True)
class WordingTables:
    """What was written, and how many words and passages are in each."""

    words: Path
    people: Path
    words_known: int
    words_rewritten: int


def make_tables(job: WordingJob, *, step: Callable[[str], None] = lambda _: None) -> WordingTables:
    """Both files; the data are looked at before anything is written."""
    pairs, file = read_pairs(job.data_dir, on_file=lambda name: step(f"reading {name}"))
    if not job.vectors.is_file():
        raise BadFile(
            f"There is no file {job.vectors}.",
            hint="Give a file of vectors in GloVe's text format with --vectors.",
        )
    made = WordingTables(job.out / f"{WORDS}.npz", job.out / f"{PEOPLE}.json", 0, 0)
    step(f"reading {job.vectors.name}")
    known = make_word_table(job.vectors, made.words, record=_describe_vectors(job))
    step("counting edits")
    rewritten = make_edit_table(pairs, made.people, record=_describe_pairs(job, len(pairs), file))
    return WordingTables(made.words, made.people, known, rewritten)


def read_pairs(
    data_dir: Path, *, on_file: Callable[[str], None] = lambda _: None
) -> tuple[list[Pair], FileRecord]:
    """Rude sentences and their rewrites, without the pairs that alternatives are measured on."""
    missing = [stem for stem in PARADETOX.files if stem not in list_stems(data_dir)]
    if missing:
        raise BadFile(
            f"{data_dir} has no {missing[0]}.parquet.",
            hint="Substitutions are counted in ParaDetox: columns toxic, neutral1, neutral2, neutral3.",
        )
    rows, [file] = read_set(PARADETOX, data_dir, on_file=on_file)
    rude = {row.link: row.text for row in rows if row.gold == 1}
    kept = {link: text for link, text in rude.items() if not is_held_out_pair(text)}
    return [(kept[row.link], row.text) for row in rows if row.gold == 0 and row.link in kept], file


def _describe_vectors(job: WordingJob) -> dict[str, Any]:
    return {
        "name": WORDS,
        "date": job.date.date().isoformat(),
        "data": job.credit,
        "file": job.vectors.name,
        "sha256": hash_file(job.vectors),
        "dimensions": DIMENSIONS,
    }


def _describe_pairs(job: WordingJob, pairs: int, file: FileRecord) -> dict[str, Any]:
    return {
        "name": PEOPLE,
        "date": job.date.date().isoformat(),
        "data": f"ParaDetox: {PARADETOX.origin}, {PARADETOX.licence}",
        "pairs": pairs,
        **asdict(file),
    }
