"""The findings, as data."""

from dataclasses import dataclass
from math import isnan

from sayso.files.reports import Paper, Section
from sayso.stats import Interval


@dataclass(frozen=True, slots=True)
class HitsReport:
    """How often what a person did with a flagged word is among the first alternatives for it."""

    adviser: str
    words: Interval
    """One word put in the place of another."""
    omissions: Interval
    all: Interval
    """These, and a few words in the place of one."""


@dataclass(frozen=True, slots=True)
class EditsReport:
    """Texts after every first suggestion was taken."""

    adviser: str
    edits: Interval
    """Mean number of words changed."""
    ours: Interval
    """Share of texts under the limit, by the model that the suggestions were made for."""
    second: Interval
    """The same by the second opinion."""
    words_only: Interval
    """Share that only the first model takes as mended: its score is under the limit, the other's is not."""
    meaning: Interval
    """Cosine of the embeddings of the text before and after; `nan` without an embedder."""
    fluency: Interval
    """How well the words fit where they stand, 0 to 1; `nan` without a language model."""


@dataclass(frozen=True, slots=True)
class AlternativesReport:
    """Several advisers on the same sentences. `ratios` are hits of the first over hits of the named one."""

    source: str
    model: str
    second: str
    texts: int
    refused: int
    """Texts for which no alternatives are given, and why is said: they count as not hit."""
    words: int
    omissions: int
    all: int
    """Changes that people made to flagged words."""
    top: int
    limit: float
    resamples: int
    seed: int
    hits: tuple[HitsReport, ...]
    ratios: tuple[tuple[str, Interval, Interval], ...]
    """For each other adviser: by words, by all changes."""
    edits: tuple[EditsReport, ...]
    notes: tuple[str, ...] = ()


HITS_HEAD = ("Alternatives", "A word for a word [95 %]", "Left out [95 %]", "All changes [95 %]")
RATIO_HEAD = ("Against", "A word for a word [95 %]", "All changes [95 %]")


def make_table(report: AlternativesReport) -> str:
    return _write(report).to_table()


def make_markdown(report: AlternativesReport) -> str:
    return _write(report).to_markdown()


def _write(report: AlternativesReport) -> Paper:
    return Paper(_introduce(report), _list_sections(report), _list_notes(report))


def _introduce(report: AlternativesReport) -> str:
    return (
        f"{report.model} on {report.source}: {report.texts:,} sentences held out, of which {report.refused:,}"
        f" get no alternatives. People changed {report.all:,} flagged words: {report.words:,} to another"
        f" word, {report.omissions:,} were left out."
    )


def _list_sections(report: AlternativesReport) -> list[Section]:
    hits = [(one.adviser, str(one.words), str(one.omissions), str(one.all)) for one in report.hits]
    ratios = [(name, str(words), str(whole)) for name, words, whole in report.ratios]
    edits = [
        (
            one.adviser,
            "–" if isnan(one.edits.value) else f"{one.edits.value:.2f}",
            *map(str, (one.ours, one.second, one.words_only, one.meaning, one.fluency)),
        )
        for one in report.edits
    ]
    under = f"under {report.limit:g}"
    head = (
        "Text",
        "Words changed",
        f"{under}, {report.model} [95 %]",
        f"{under}, {report.second} [95 %]",
        "Only the first [95 %]",
        "Meaning [95 %]",
        "Fluency [95 %]",
    )
    return [
        Section(f"What people did, among the first {report.top} alternatives", HITS_HEAD, hits),
        *([Section(f"Times as often with {report.hits[0].adviser}", RATIO_HEAD, ratios)] if ratios else []),
        Section("After taking the first suggestion each time", head, edits),
    ]


def _list_notes(report: AlternativesReport) -> list[str]:
    return [
        *report.notes,
        "What people did: single words that the model flags and a person replaced or left out; each change of"
        " a sentence counts once. A sentence that gets no alternatives counts as not hit.",
        "Times as often is undefined (–) where the other never has what a person wrote.",
        "Only the first: share of texts that only the model the suggestions were made for takes as mended.",
        "Meaning: cosine of the embeddings of the text before and after. Fluency: how well the words fit"
        " where they stand, 0 to 1, by the masked-word model that also ranks suggestions.",
        f"Intervals at 95 %: bootstrap over sentences ({report.resamples} resamples, seed {report.seed}).",
    ]
