"""Words taken back and the same words thrown at somebody, swearing, dialect, contempt, answers to hate: all
from suites' sentences that training had not, with words it had and words it had not."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sayso.audit.suites import Half, Sentence
from sayso.core import Attribute
from sayso.stats.resampling import Bootstrap, mean
from sayso_lab.measuring.answers import Answers
from sayso_lab.measuring.row import Aim, AimRow, leave_out
from sayso_lab.measuring.sentences import AGAINST_GROUPS, HATE, AskedSentences, Attributes
from sayso_lab.suites.taken_back import Pair, list_kinds, make_held_out, make_pairs

Array = NDArray[np.float64]
TOXIC: Final = (Attribute.TOXICITY,)
PAIRS: Final = ("dialect", "dialect_rough")
WHOSE: Final[Mapping[Half, str]] = {"learn": "known words", "held_out": "unseen words"}
_TAKEN_BACK: Final = (*list_kinds("taken_back"), *list_kinds("taken_back_plain"), "free_reclaimed")
_THROWN: Final = (*list_kinds("thrown"), "free_against")
BY_WORD: Final[Sequence[tuple[str, Sequence[str], Attributes, Aim | None]]] = (
    ("false alarms: words taken back", _TAKEN_BACK, TOXIC, Aim(0.10, "at most")),
    ("false alarms: words taken back", _TAKEN_BACK, HATE, None),
    ("found: the same words thrown at somebody", _THROWN, TOXIC, None),
    ("found: the same words thrown at somebody", _THROWN, HATE, None),
    ("found: a slur alone", ("slur_alone",), HATE, None),
    ("false alarms: answers to hate with such words", ("answer_to_hate",), AGAINST_GROUPS, None),
)
"""Measured with words that training had and with others."""
OTHERS: Final[Sequence[tuple[str, Sequence[str], Attributes, Aim | None]]] = (
    ("false alarms: swearing among friends", ("friendly_swearing",), TOXIC, Aim(0.15, "at most")),
    ("found: swearing at somebody", ("hostile_swearing",), TOXIC, None),
    ("false alarms: rough dialect", ("dialect_rough",), TOXIC, None),
    ("found: contempt without slurs", ("contempt_women", "contempt_others"), HATE, None),
    ("false alarms: plain talk of the same people", ("about_women", "about_others"), AGAINST_GROUPS, None),
    ("false alarms: talk of bodies", ("body_talk",), AGAINST_GROUPS, None),
)
_SUITES: Final = ("taken_back", "taken_back_plain", "taken_back_posts", "thrown", "contempt")
_WITHOUT_WORDS: Final = ("swearing", "dialect", "body_talk")


def make_sentences(words: Half, *, seed: int) -> list[Sentence]:
    """Of unseen templates; those of suites without such words come with the unseen ones."""
    names = _SUITES + (_WITHOUT_WORDS if words == "held_out" else ())
    return [one for name in names for one in make_held_out(name, seed=seed, words=words)]


def make_all_pairs(*, seed: int) -> dict[str, list[Pair]]:
    return {kind: make_pairs(kind, seed=seed) for kind in PAIRS}


def measure_taken_back(asked: Mapping[Half, AskedSentences], *, bootstrap: Bootstrap) -> list[AimRow]:
    """At 0.5."""
    rows = [
        asked[half].measure_share(
            f"{what}, {attributes[-1] if len(attributes) == 1 else 'any'}, {WHOSE[half]}",
            dict.fromkeys(kinds, attributes),
            note=" or ".join(attributes),
            aim=aim,
            bootstrap=bootstrap,
        )
        for what, kinds, attributes, aim in BY_WORD
        for half in WHOSE
    ]
    return rows + [
        asked["held_out"].measure_share(
            what, dict.fromkeys(kinds, attributes), note=" or ".join(attributes), aim=aim, bootstrap=bootstrap
        )
        for what, kinds, attributes, aim in OTHERS
    ]


def measure_dialect(pairs: Mapping[str, tuple[Answers, Answers]], *, bootstrap: Bootstrap) -> list[AimRow]:
    """How much more toxic the same thing is found in dialect; pairs are redrawn."""
    rows: list[AimRow] = []
    for kind, sides in pairs.items():
        what = f"{kind.replace('_', ', ')}: mean TOXICITY less that of the same in other English"
        aim = Aim(0.05, "at most")
        columns = [side.scores.get(Attribute.TOXICITY) for side in sides]
        if columns[0] is None or columns[1] is None or not len(columns[0]):
            rows.append(leave_out(what, "no pairs, or not scored", aim=aim))
            continue
        interval = bootstrap.interval(mean, columns[0] - columns[1])
        rows.append(AimRow(what, interval, len(columns[0]), aim, "pairs that training had not"))
    return rows
