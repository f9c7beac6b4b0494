"""The model card of the tables that other words come from: near words, people's edits, n-grams."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sayso.core.errors import BadFile
from sayso_lab.wording.people_edits import LEAST_PASSAGE, LEAST_WORDING, LONGEST_WORDING, MOST_WORDINGS

_HINT = "Make it again: sayso train alternatives --data DIR --vectors FILE"

FAILURES = """\
- **Near is not the same.** Words that stand in the same company are near: opposites, and the names of groups.
  That is why a near word is weighed in its sentence and scored before an author sees it.
- **Insults are near insults**, and slurs near group names: the vectors repeat what the web says.
- **One meaning for each word.** *Sick* of a patient and *sick* of a joke are one point.
- **Plain words of English only**: no names with capitals, no digits, no emoji, no words of other scripts.
- **Few passages.** Only what several people wrote is kept, so that rare rude words have none; they were
  paid to make sentences neutral, and often chose the first milder word, or wrote what fits nowhere else.
- **Leaving out is what people do most**, also where it leaves no sentence; rules of the
  product, not the table, say where it does.
- **Three words see no grammar.** The n-gram model prefers what is frequent, and knows how American customers,
  film lovers and Ubuntu users write.
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
    """The table of edits: of how many passages, how many in all, whence."""

    passages: int
    wordings: int
    record: Mapping[str, Any]


@dataclass(frozen=True)
class NgramRecord:
    """The n-gram model: how many words, pairs and triples, whence."""

    words: int
    pairs: int
    triples: int
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
        wordings = sum(len(contexts[""]) for contexts in data["edits"].values())
        return PeopleRecord(len(data["edits"]), wordings, data["record"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadFile(f"{path} is no table of edits.", hint=_HINT) from error


def read_ngrams(path: Path) -> NgramRecord:
    try:
        with np.load(path, allow_pickle=False) as kept:
            one, two, three = (len(kept[name]) for name in ("one", "two", "three"))
            return NgramRecord(one, two, three, json.loads(kept["record"].tobytes()))
    except (OSError, ValueError, KeyError, TypeError, EOFError) as error:
        hint = "Make it again: sayso train ngrams --data DIR"
        raise BadFile(f"{path} is no n-gram model.", hint=hint) from error


def make_wording_card(words: WordsRecord, people: PeopleRecord, ngrams: NgramRecord) -> str:
    """Markdown; the same tables give the same card."""
    return f"""# Model card: wording

Made by `sayso train card wording` on the records inside the tables; do not edit.

Three tables from which other words are proposed to an author, beside the phrasebook
(`explaining/data/phrases.v1.yaml`, rules written for Sayso) and what the
[masked-word model](masked.md) finds likely.

- **Near words** (`words.v1.npz`): {words.words:,} plain English words, most frequent first, each with
  {words.dimensions} numbers of eight bits. Words used alike are near.
- **People's edits** (`people.v2.json`): for {people.passages:,} passages of up to five words the
  {people.wordings:,} wordings that people wrote instead when they made a rude sentence neutral, leaving out
  among them, with counts, by the class of the words to the left and to the right. No sentence is in it.
- **N-grams** (`ngrams.v1.npz`): {ngrams.words:,} words, {ngrams.pairs:,} pairs and {ngrams.triples:,} triples
  of everyday English with their probabilities (Kneser-Ney) in eight bits: how well a sentence reads.

None of them judges a text. A proposal is scored, weighed in its sentence and judged by a second model before
it is shown.

## What they must not be used for

{MISUSE}

## How well they do

`sayso evaluate alternatives` measures them on the pairs of ParaDetox that were held out: how often a person's
own substitution is among the proposals, and what becomes of score, meaning and fluency. What raters made of
the suggestions stands in [Which words a score rests on](../../explanation/explanations.md).

## Known failures

{FAILURES}

## Data

{_describe_words(words)}

{_describe_people(people)}

{_describe_ngrams(ngrams)}

## How to make them again

`sayso train alternatives --data DIR --vectors FILE` and `sayso train ngrams --data DIR` with these files.
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
**Edits**: {record["data"]}, {record["pairs"]:,} pairs of a rude sentence and a rewrite; one
sentence in ten, chosen by its words, is kept apart for measuring. Kept are passages that were changed
at least {LEAST_PASSAGE} times, with wordings of at most {LONGEST_WORDING} words that were written at least
{LEAST_WORDING} times, at most {MOST_WORDINGS} for a passage; other spellings of a word are left out.
{_describe_file(record)}"""


def _describe_ngrams(ngrams: NgramRecord) -> str:
    record = ngrams.record
    sources = ", ".join(f"{name} ({rows:,}, {licence})" for name, rows, licence in record.get("sources", ()))
    return f"""\
**N-grams**: {record["sentences"]:,} different sentences of everyday English: {sources}.
{_describe_file(record)}"""


def _describe_file(record: Mapping[str, Any]) -> str:
    return f" File: {record['file']}, SHA-256 `{record['sha256'][:16]}…`." if "sha256" in record else ""
