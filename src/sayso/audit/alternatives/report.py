"""The findings, as data."""

from dataclasses import dataclass

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
