"""Suggestions for people to rate: pairs of before and after, shuffled, and what two raters made of them.

Raters see neither which version a suggestion comes from nor whether a person wrote it. `choose_first` says
what an author would see first in an answer of any version.
"""

import csv
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args

import numpy as np

from sayso.audit.shadow.report import kappa_of
from sayso.core import Span
from sayso.core.errors import BadFile
from sayso.explaining.candidates import replace_span
from sayso.stats.intervals import Interval, wilson_interval
from sayso.text.article import fit_articles

Rating = Literal["usable", "ungrammatical", "meaning lost"]
RATINGS: tuple[Rating, ...] = get_args(Rating)
_NAMED: Mapping[str, Rating] = {one: one for one in RATINGS}
PEOPLE = "people"


@dataclass(frozen=True, slots=True)
class RatedPair:
    """A text and a suggestion for it; `source` is kept from the raters."""

    id: str
    source: str
    before: str = field(repr=False)
    after: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SourceReport:
    """What both raters said of one source. `usable` is the mean of both, its interval by Wilson over the
    pairs; `both` the share that both found usable."""

    source: str
    texts: int
    usable: Interval
    both: float
    ungrammatical: float
    meaning_lost: float


def choose_first(text: str, answer: Mapping[str, Any]) -> str | None:
    """The text after the first suggestion: for the sentence, else for the heaviest word that has one."""
    if answer.get("rewordings"):
        first = answer["rewordings"][0]
        return text[: first["begin"]] + first["text"] + text[first["end"] :]
    words = [word for word in answer.get("words", ()) if word["flagged"] and word["alternatives"]]
    if not words:
        return None
    word = max(words, key=lambda word: word["weight"])
    changed = replace_span(text, Span(word["begin"], word["end"]), word["alternatives"][0]["text"])
    return fit_articles(changed, before=text)


def make_sheet(
    texts: Sequence[Mapping[str, Any]], answers: Mapping[str, Sequence[Mapping[str, Any]]], *, seed: int
) -> list[RatedPair]:
    """Every pair there is, in an order that says nothing; `texts` have "text" and "people"."""
    found = [
        (source, row["text"], after)
        for source, some in answers.items()
        for row, answer in zip(texts, some, strict=True)
        if (after := choose_first(row["text"], answer)) and after != row["text"]
    ]
    found += [(PEOPLE, row["text"], row["people"]) for row in texts if row.get("people")]
    Random(seed).shuffle(found)  # noqa: S311 - a reproducible draw, no secret
    return [RatedPair(f"{place:04}", *one) for place, one in enumerate(found, start=1)]


def write_sheet(pairs: Sequence[RatedPair], sheet: Path, key: Path) -> None:
    """The sheet has no sources, the key has nothing else."""
    _write(sheet, ("id", "before", "after", "rating"), ((one.id, one.before, one.after, "") for one in pairs))
    _write(key, ("id", "source"), ((one.id, one.source) for one in pairs))


def _write(path: Path, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(head)
        writer.writerows(rows)


def read_ratings(path: Path) -> dict[str, Rating]:
    """By id; a rating that is none of `RATINGS` is refused, an empty one left out."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found: dict[str, Rating] = {}
    for line, row in enumerate(rows, start=2):
        said = (row.get("rating") or "").strip().lower()
        rating = _NAMED.get(said)
        if rating:
            found[str(row.get("id"))] = rating
        elif said:
            raise BadFile(
                f"{path}, line {line}: {said!r} is no rating.", hint=f"Write one of: {', '.join(RATINGS)}."
            )
    if not found:
        raise BadFile(f"{path} has no ratings.", hint="It needs the columns id and rating.")
    return found


def read_key(path: Path) -> dict[str, str]:
    with path.open(encoding="utf-8", newline="") as file:
        return {row["id"]: row["source"] for row in csv.DictReader(file)}


def compare_raters(
    key: Mapping[str, str], first: Mapping[str, Rating], second: Mapping[str, Rating]
) -> tuple[list[SourceReport], float, float]:
    """By source what they found, their agreement, and Cohen's kappa of usable or not; where both rated."""
    rated = [one for one in key if one in first and one in second]
    sources = list(dict.fromkeys(key[one] for one in rated))
    reports = [_report(name, [one for one in rated if key[one] == name], first, second) for name in sources]
    same = sum(first[one] == second[one] for one in rated) / len(rated)
    counts = Counter((first[one] == "usable", second[one] == "usable") for one in rated)
    cells = ((True, True), (True, False), (False, True), (False, False))
    kappa = kappa_of(*(np.array([float(counts[cell])]) for cell in cells))[0]
    return sorted(reports, key=lambda one: -one.usable.value), same, float(kappa)


def _report(
    source: str, ids: Sequence[str], first: Mapping[str, Rating], second: Mapping[str, Rating]
) -> SourceReport:
    said = Counter(rater[one] for one in ids for rater in (first, second))
    total = 2 * len(ids)
    usable = wilson_interval(round(said["usable"] / 2), len(ids))
    return SourceReport(
        source,
        len(ids),
        usable,
        sum(first[one] == second[one] == "usable" for one in ids) / len(ids),
        said["ungrammatical"] / total,
        said["meaning lost"] / total,
    )


def read_answers(path: Path) -> list[dict[str, Any]]:
    """What `sayso explain --json -` wrote, a line a text."""
    return [json.loads(line) for line in _lines(path)]


def _lines(path: Path) -> Iterator[str]:
    yield from (line for line in path.read_text("utf-8").splitlines() if line.strip())
