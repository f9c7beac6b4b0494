"""What each family of disguise takes from the scores of rude texts, and what it does to harmless ones."""

import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from sayso.audit.blinding.families import Family
from sayso.core import Attribute, Scorer

LIMIT = 0.5
"""From this score on a text counts as found."""


@dataclass(frozen=True, slots=True)
class Material:
    """`harmless` by language or kind."""

    rude: tuple[str, ...]
    harmless: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class FamilyRow:
    """`lost`: mean of what the score fell by, 0 where it rose. `missed` of `found` texts fell too low.

    `unjudged` of the disguised texts were; they count as found, since nobody takes them for harmless.
    `alarms` of `harmless` texts that are under the limit undisguised are not any more.
    """

    family: Family
    lost: float
    found: int
    missed: int
    unjudged: int
    harmless: int
    alarms: int


@dataclass(frozen=True, slots=True)
class BlindingReport:
    scorer: str
    attribute: Attribute
    rows: tuple[FamilyRow, ...]
    alarms: Mapping[str, tuple[int, int]]
    """For each kind of harmless text, undisguised: how many are over the limit, of how many."""


@cache
def load_shipped() -> Material:
    found = tomllib.loads(files("sayso.audit.blinding").joinpath("texts.toml").read_text("utf-8"))
    return Material(tuple(found["rude"]), {kind: tuple(texts) for kind, texts in found["harmless"].items()})


def measure(
    scorer: Scorer,
    families: Sequence[Family],
    material: Material,
    *,
    attribute: Attribute = Attribute.TOXICITY,
    watch: Callable[[int], None] = lambda _done: None,
) -> BlindingReport:
    """One batch per family, so that many disguises of one text never meet."""
    harmless = [text for texts in material.harmless.values() for text in texts]
    rude, plain = (_ask(scorer, texts, attribute) for texts in (material.rude, harmless))
    rows: list[FamilyRow] = []
    for family in families:
        rows.append(_measure_family(scorer, family, material.rude, rude, harmless, plain, attribute))
        watch(len(rows))
    return BlindingReport(scorer.name, attribute, tuple(rows), _count_alarms(material, plain))


@dataclass(frozen=True, slots=True)
class _Answer:
    scores: list[float]
    unjudged: Collection[int]


def _ask(scorer: Scorer, texts: Sequence[str], attribute: Attribute) -> _Answer:
    scores = scorer.score(texts)
    return _Answer(scores.column(attribute), scores.unjudged)


def _measure_family(
    scorer: Scorer,
    family: Family,
    rude: Sequence[str],
    before: _Answer,
    harmless: Sequence[str],
    plain: _Answer,
    attribute: Attribute,
) -> FamilyRow:
    after = _ask(scorer, [family.apply(text) for text in rude], attribute)
    dressed = _ask(scorer, [family.apply(text) for text in harmless], attribute)
    judged = [place for place in range(len(rude)) if place not in after.unjudged]
    found = [place for place, score in enumerate(before.scores) if score >= LIMIT]
    quiet = [place for place, score in enumerate(plain.scores) if score < LIMIT]
    falls = [max(0.0, before.scores[place] - after.scores[place]) for place in judged]
    return FamilyRow(
        family,
        lost=sum(falls) / len(rude) if rude else 0.0,
        found=len(found),
        missed=sum(after.scores[place] < LIMIT and place not in after.unjudged for place in found),
        unjudged=len(after.unjudged),
        harmless=len(quiet),
        alarms=sum(dressed.scores[place] >= LIMIT and place not in dressed.unjudged for place in quiet),
    )


def _count_alarms(material: Material, plain: _Answer) -> dict[str, tuple[int, int]]:
    alarms: dict[str, tuple[int, int]] = {}
    begin = 0
    for kind, texts in material.harmless.items():
        places = range(begin, begin + len(texts))
        over = sum(plain.scores[place] >= LIMIT and place not in plain.unjudged for place in places)
        alarms[kind] = (over, len(texts))
        begin += len(texts)
    return alarms
