"""Hate in disguised spelling against the same hate plain."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sayso.stats.clusters import cluster_mean, cluster_share
from sayso.stats.resampling import Bootstrap
from sayso_lab.data.labels import ATTRIBUTES
from sayso_lab.data.rows import Row
from sayso_lab.encoder.disguise import Way, disguise
from sayso_lab.measuring.answers import Answers, Flags
from sayso_lab.measuring.row import Aim, AimRow, leave_out
from sayso_lab.measuring.sentences import BY_TEMPLATE, HATE, Sentence

Array = NDArray[np.float64]
NAMED: Final = (Way.LEET, Way.SPACES, Way.DROPPED)
WAYS: Final = (*NAMED, Way.MASKED, Way.HOMOGLYPH, Way.ZERO_WIDTH)
"""The aim does not name the last three; they are read beside the others."""
LOSS_AIM: Final = Aim(0.05, "at most")
SOURCES: Final = ("hatexplain", "implicit_hate", "stormfront", "hatemoji", "toxigen")
PER_SOURCE: Final = 150
CLEAR: Final = 0.8
"""The share of raters from which a text is clearly hate."""
OTHER_WORDS: Final = 0.25
"""Of the words that are not charged, this share is disguised too."""
_HATE = ATTRIBUTES.index(HATE[0])
_LONG_WORD = re.compile("[a-z]{4,}")


@dataclass(frozen=True, slots=True)
class HateText:
    """A text that is hate; `cluster` is its template, or itself."""

    text: str
    is_real: bool
    cluster: str


def gather_hate(rows: Mapping[str, Sequence[Row]], sentences: Sequence[Sentence]) -> list[HateText]:
    """Clear hate of the real sets, and every other plain sentence of the templates."""
    real = [
        HateText(row.text, True, row.text)
        for source in SOURCES
        for row in [row for row in rows.get(source, []) if row.attributes[_HATE] >= CLEAR][:PER_SOURCE]
    ]
    plain = [one for one in sentences if one.kind == "plain_hate"][::2]
    return [*real, *(HateText(one.text, False, one.template) for one in plain)]


def disguise_all(texts: Sequence[HateText], way: Way, *, charged: frozenset[str], seed: int) -> list[str]:
    """The charged words of each, and some of the others, disguised in one way; the seed decides which."""
    random = Random(f"{seed} {way}")  # noqa: S311 - a reproducible draw, no secret
    return [disguise(one.text, way, random, words=_pick(one.text, charged, random)).text for one in texts]


def _pick(text: str, charged: frozenset[str], random: Random) -> frozenset[str]:
    words = sorted(set(_LONG_WORD.findall(text.lower())) - charged)
    return charged | {word for word in words if random.random() < OTHER_WORDS}


def measure_disguise(
    texts: Sequence[HateText], plain: Answers, disguised: Mapping[Way, Answers], *, bootstrap: Bootstrap
) -> list[AimRow]:
    """For real hate and for sentences of templates: the share found plain, and what each disguise loses."""
    flags = plain.flag(HATE)
    if flags is None:
        return [leave_out("disguise: hate found", f"{plain.model} does not score {HATE[0]}", aim=LOSS_AIM)]
    after = {way: found for way, answers in disguised.items() if (found := answers.flag(HATE)) is not None}
    return [
        row
        for is_real in (True, False)
        for row in _measure_some(texts, flags, after, is_real=is_real, bootstrap=bootstrap)
    ]


def _measure_some(
    texts: Sequence[HateText],
    plain: Flags,
    disguised: Mapping[Way, Flags],
    *,
    is_real: bool,
    bootstrap: Bootstrap,
) -> list[AimRow]:
    name = f"disguise, {'real hate' if is_real else 'template hate'}"
    chosen = np.array([one.is_real == is_real for one in texts], bool)
    if not chosen.any():
        return [leave_out(f"{name}: found plain", "no such texts")]
    clusters = [one.cluster for one in texts if one.is_real == is_real]
    before = plain[chosen].astype(np.float64)
    whose = "held-out texts, texts redrawn" if is_real else f"unseen templates; {BY_TEMPLATE}"
    found = [
        AimRow(
            f"{name}: found plain",
            cluster_share(before, clusters, bootstrap=bootstrap),
            len(before),
            note=whose,
        )
    ]
    for way, flags in disguised.items():
        after = flags[chosen].astype(np.float64)
        what = f"{name}: lost by {way.replace('_', ' ')}"
        aim = LOSS_AIM if way in NAMED else None
        note = f"{after.mean():.1%} found; {whose}"
        interval = cluster_mean(before - after, clusters, bootstrap=bootstrap)
        found.append(AimRow(what, interval, len(after), aim, note))
    return found
