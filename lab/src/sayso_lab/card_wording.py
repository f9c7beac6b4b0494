"""The model card of the two tables that other words come from: near words, and people's own substitutions."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sayso.core.errors import BadFile
from sayso_lab.wording.tables import LEAST_PAIRS, LONGEST_WORDING, MOST_WORDINGS

_HINT = "Make it again: sayso train alternatives --data DIR --vectors FILE"

FAILURES = """\
- **Near is not the same.** Words that stand in the same company are near: opposites, and the names of groups.
  That is why a near word is weighed in its sentence and scored before an author sees it.
- **Insults are near insults**, and slurs near group names: the vectors repeat what the web says.
- **One meaning for each word.** *Sick* of a patient and *sick* of a joke are one point.
- **Plain words of English only**: no names with capitals, no digits, no emoji, no words of other scripts.
- **Few substitutions.** Only what several people wrote is kept, so that rare rude words have none; they were
  paid to make sentences neutral, and often chose the first milder word.
- **What people wrote may be rude still**; it is scored like every other proposal."""

MISUSE = """\
- To replace words without the author's choice, or in a text that somebody has already sent.
- To make hate, threats or contempt for a group sound polite: for such texts no alternatives are offered.
- As a dictionary, or as a list of forbidden words.
- To measure what people or groups are like by how near their words are."""


@dataclass(frozen=True)
class WordsRecord:
    """The table of near words: how many, in how many dimensions, whence."""

    words: int
    dimensions: int
    record: Mapping[str, Any]


@dataclass(frozen=True)
class PeopleRecord:
    """The table of substitutions: for how many words, how many in all, whence."""

    words: int
    wordings: int
    record: Mapping[str, Any]


def read_words(path: Path) -> WordsRecord:
    try:
        with np.load(path, allow_pickle=False) as kept:
            record: dict[str, Any] = json.loads(kept["record"].tobytes() if "record" in kept else "{}")
            words, dimensions = kept["numbers"].shape
            return WordsRecord(words, dimensions, record)
    except (OSError, ValueError, KeyError, TypeError, EOFError) as error:
        raise BadFile(f"{path} is no table of words.", hint=_HINT) from error


def read_people(path: Path) -> PeopleRecord:
    try:
        data = json.loads(path.read_text("utf-8"))
        return PeopleRecord(len(data["words"]), sum(map(len, data["words"].values())), data["record"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadFile(f"{path} is no table of substitutions.", hint=_HINT) from error


def make_wording_card(words: WordsRecord, people: PeopleRecord) -> str:
    """Markdown; the same tables give the same card."""
    return f"""# Model card: wording

Made by `sayso train card wording` on the records inside the tables; do not edit.

Two tables from which other words are proposed to an author, beside those that the
[masked-word model](masked.md) finds likely.

- **Near words** (`words.v1.npz`): {words.words:,} plain English words, most frequent first, each with
  {words.dimensions} numbers of eight bits. Words used alike are near.
- **People's substitutions** (`people.v1.json`): for {people.words:,} words the {people.wordings:,} wordings
  that people wrote instead when they made a rude sentence neutral, most frequent first.

Neither judges a text. A proposal is scored, weighed in its sentence and judged by a second model before it is
shown.

## What they must not be used for

{MISUSE}

## How well they do

`sayso evaluate alternatives` measures them on the pairs of ParaDetox that were held out: how often a person's
own substitution is among the proposals, and what becomes of score, meaning and fluency.

## Known failures

{FAILURES}

## Data

{_describe_words(words)}

{_describe_people(people)}

## How to make them again

`sayso train alternatives --data DIR --vectors FILE` with these files.
"""


def _describe_words(words: WordsRecord) -> str:
    record = words.record
    origin = f": {record['data']}" if record.get("data") else ""
    return f"""\
**Near words**{origin}. The vectors were turned so that the directions in which words differ most come
first, and only the first {words.dimensions} are kept.{_describe_file(record)}"""


def _describe_people(people: PeopleRecord) -> str:
    record = people.record
    return f"""\
**Substitutions**: {record["data"]}, {record["pairs"]:,} pairs of a rude sentence and a rewrite; one
sentence in ten, chosen by its words, is kept apart for measuring. Kept is what replaced a single word, is at
most {LONGEST_WORDING} words long and was written in at least {LEAST_PAIRS} pairs; at most {MOST_WORDINGS}
for a word.{_describe_file(record)}"""


def _describe_file(record: Mapping[str, Any]) -> str:
    return f" File: {record['file']}, SHA-256 `{record['sha256'][:16]}…`." if "sha256" in record else ""
