"""Advisers held against people, and against each other."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import nan

import numpy as np
from numpy.typing import NDArray

from sayso.audit.alternatives.pairs import Change, Kind, Pair, normalise
from sayso.audit.alternatives.report import AlternativesReport, EditsReport, HitsReport
from sayso.audit.alternatives.roles import Adviser, Embedder, LanguageModel
from sayso.core import Attribute, Draft, DraftWord
from sayso.explaining.candidates import replace_span
from sayso.stats import Interval
from sayso.stats.resampling import Bootstrap, divide_sums, mean

Array = NDArray[np.float64]
TOP = 10
"""Alternatives of a word that are looked at."""
ALL: tuple[Kind, ...] = ("word", "phrase", "omission")
KINDS: Mapping[str, tuple[Kind, ...]] = {"words": ("word",), "omissions": ("omission",), "all": ALL}


@dataclass(frozen=True, slots=True)
class Hits:
    """For each text, by name of `KINDS`: how many changes people made to flagged words, how many were hit."""

    changes: Mapping[str, Array]
    hits: Mapping[str, Array]


def count_hits(pairs: Sequence[Pair], drafts: Sequence[Draft]) -> Hits:
    found = [_find(pair, draft) for pair, draft in zip(pairs, drafts, strict=True)]

    def count(kinds: Sequence[Kind], *, only_hits: bool) -> Array:
        rows = [sum(kind in kinds and (hit or not only_hits) for kind, hit in one) for one in found]
        return np.array(rows, np.float64)

    return Hits(
        {name: count(kinds, only_hits=False) for name, kinds in KINDS.items()},
        {name: count(kinds, only_hits=True) for name, kinds in KINDS.items()},
    )


def _find(pair: Pair, draft: Draft) -> list[tuple[Kind, bool]]:
    """The changes to flagged words, each with whether it was hit."""
    flagged = {word.span: word for word in draft.words if word.flagged}
    return [
        (change.kind, is_hit(change, flagged[change.span]))
        for change in pair.changes
        if change.span in flagged
    ]


def is_hit(change: Change, word: DraftWord) -> bool:
    return change.wording in {normalise(one.text) for one in word.alternatives[:TOP]}


def describe_hits(adviser: str, hits: Hits, *, bootstrap: Bootstrap) -> HitsReport:
    shares = {name: bootstrap.share(hits.hits[name], hits.changes[name]) for name in KINDS}
    return HitsReport(adviser, **shares)


def compare_hits(mine: Hits, theirs: Hits, name: str, *, bootstrap: Bootstrap) -> Interval:
    """How many times as often mine are hit; undefined where theirs never are."""
    return bootstrap.interval(divide_sums, mine.hits[name], theirs.hits[name])


MOST_EDITS = 10


@dataclass(frozen=True, slots=True)
class Edited:
    """What became of a text: the draft as it was first read, and as it was last."""

    text: str = field(repr=False)
    edits: int
    first: Draft
    last: Draft


def edit_greedily(adviser: Adviser, text: str, *, most: int = MOST_EDITS) -> Edited:
    """The heaviest highlighted word gets its first alternative, until nothing is highlighted or so many
    words are changed."""
    first = draft = adviser.read(text)
    edits = 0
    while edits < most and (word := find_heaviest(draft)):
        text = replace_span(text, word.span, word.alternatives[0].text)
        edits += 1
        draft = adviser.read(text, alternatives=edits < most)
    return Edited(text, edits, first, draft)


def find_heaviest(draft: Draft) -> DraftWord | None:
    highlighted = [word for word in draft.words if word.highlighted and word.alternatives]
    return max(highlighted, key=lambda word: word.weight, default=None)


LIMIT = 0.5
"""A text that scores less counts as mended."""
AS_WRITTEN, PEOPLE = "as written", "people"
Watch = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Judges:
    """Whoever can say whether a text still means the same and reads well; without one the column is empty."""

    embedder: Embedder | None = None
    language: LanguageModel | None = None


@dataclass(frozen=True, slots=True)
class _Version:
    """What became of each text, and what both models say of it."""

    name: str
    texts: tuple[str, ...] = field(repr=False)
    originals: tuple[str, ...] = field(repr=False)
    edits: Array
    ours: Array
    second: Array


def compare_advisers(
    advisers: Mapping[str, Adviser],
    pairs: Sequence[Pair],
    *,
    source: str,
    judges: Judges = Judges(),  # noqa: B008 - it is frozen
    bootstrap: Bootstrap = Bootstrap(),  # noqa: B008 - it is frozen
    watch: Watch = lambda _done: None,
    notes: Sequence[str] = (),
) -> AlternativesReport:
    """The first adviser is the one in question; the others are there to be compared with it."""
    edited = _edit_all(advisers, pairs, watch=watch)
    hits = {name: count_hits(pairs, [one.first for one in some]) for name, some in edited.items()}
    first, *others = hits
    drafts = [one.first for one in edited[first]]
    texts = tuple(pair.text for pair in pairs)
    versions = [
        _make_version(AS_WRITTEN, texts, texts, np.zeros(len(texts)), drafts),
        _rewrite(pairs, advisers[first]),
        *(_collect(name, pairs, some) for name, some in edited.items()),
    ]
    changes = {name: int(hits[first].changes[name].sum()) for name in KINDS}
    return AlternativesReport(
        source=source,
        model=drafts[0].model,
        second=drafts[0].second_opinion.model,
        texts=len(pairs),
        refused=sum(draft.refused is not None for draft in drafts),
        **changes,
        top=TOP,
        limit=LIMIT,
        resamples=bootstrap.resamples,
        seed=bootstrap.seed,
        hits=tuple(describe_hits(name, one, bootstrap=bootstrap) for name, one in hits.items()),
        ratios=tuple(
            (
                name,
                compare_hits(hits[first], hits[name], "words", bootstrap=bootstrap),
                compare_hits(hits[first], hits[name], "all", bootstrap=bootstrap),
            )
            for name in others
        ),
        edits=tuple(_describe(one, judges, bootstrap=bootstrap) for one in versions),
        notes=tuple(notes),
    )


def _edit_all(
    advisers: Mapping[str, Adviser], pairs: Sequence[Pair], *, watch: Watch
) -> dict[str, list[Edited]]:
    edited: dict[str, list[Edited]] = {name: [] for name in advisers}
    for done, pair in enumerate(pairs, start=1):
        for name, adviser in advisers.items():
            edited[name].append(edit_greedily(adviser, pair.text))
        watch(done)
    return edited


def _rewrite(pairs: Sequence[Pair], adviser: Adviser) -> _Version:
    """The first rewrite of each sentence, for comparison: how many words it took is not known."""
    rewritten = [(pair.text, pair.rewrites[0]) for pair in pairs if pair.rewrites]
    originals, texts = tuple(one for one, _ in rewritten), tuple(other for _, other in rewritten)
    drafts = [adviser.read(text, alternatives=False) for text in texts]
    return _make_version(PEOPLE, originals, texts, np.full(len(texts), nan), drafts)


def _collect(name: str, pairs: Sequence[Pair], edited: Sequence[Edited]) -> _Version:
    originals, texts = tuple(pair.text for pair in pairs), tuple(one.text for one in edited)
    edits = np.array([one.edits for one in edited], np.float64)
    return _make_version(name, originals, texts, edits, [one.last for one in edited])


def _make_version(
    name: str, originals: tuple[str, ...], texts: tuple[str, ...], edits: Array, drafts: Sequence[Draft]
) -> _Version:
    ours = [draft.scores[Attribute.TOXICITY] for draft in drafts]
    second = [draft.second_opinion.score for draft in drafts]
    return _Version(name, texts, originals, edits, np.array(ours, np.float64), np.array(second, np.float64))


def _describe(version: _Version, judges: Judges, *, bootstrap: Bootstrap) -> EditsReport:
    mended, agreed = version.ours < LIMIT, version.second < LIMIT
    shares = (
        bootstrap.share(column.astype(np.float64), np.ones(len(column)))
        for column in (mended, agreed, mended & ~agreed)
    )
    means = (
        bootstrap.interval(mean, column)
        for column in (
            _compare_meaning(version, judges.embedder),
            _weigh_fluency(version, judges.language),
        )
    )
    return EditsReport(version.name, bootstrap.interval(mean, version.edits), *shares, *means)


def _compare_meaning(version: _Version, embedder: Embedder | None) -> Array:
    if embedder is None or not version.texts:
        return np.full(len(version.texts), nan)
    before, after = (_embed(embedder, texts) for texts in (version.originals, version.texts))
    return (before * after).sum(axis=1)


def _embed(embedder: Embedder, texts: Sequence[str]) -> Array:
    vectors = np.asarray(embedder.embed(texts), np.float64)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths == 0, 1.0, lengths)


def _weigh_fluency(version: _Version, language: LanguageModel | None) -> Array:
    if language is None or not version.texts:
        return np.full(len(version.texts), nan)
    return np.asarray(language.weigh(version.texts), np.float64)
