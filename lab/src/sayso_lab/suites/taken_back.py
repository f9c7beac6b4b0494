"""Sentences with words that people take back and the same words thrown at them, swearing among friends,
dialect in pairs, contempt without slurs, talk of bodies. Each suite is drawn from as a source of its own."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Final, NamedTuple

from sayso.audit.suites import Draws, Half, Sentence, Suite, draw_sentences
from sayso_lab.suites import load

SUITES: Final = (
    "taken_back", "taken_back_plain", "taken_back_posts", "thrown", "swearing", "dialect", "contempt",
    "body_talk",
)  # fmt: skip
_WORDS: Final = "taken_back_words"
_DRAWS: Final = Draws(30, of_words=10, of_nothing=8)
_IN_COMPANY: Final = 0.25
"""The share of sentences to learn from with an everyday one before or after them."""


class Pair(NamedTuple):
    """The same meaning in dialect and in other English."""

    dialect: Sentence
    other: Sentence


@cache
def load_taken_back(name: str) -> Suite:
    return load(name, _WORDS)


def list_kinds(name: str) -> list[str]:
    return [kind.kind for kind in load(name).kinds]


def make_learned(name: str, *, seed: int, company: Sequence[str] = ()) -> list[Sentence]:
    """All sentences of a suite to learn from, some of them beside a sentence of `company`."""
    sentences = list(draw_sentences(load_taken_back(name), "learn", draws=_DRAWS, seed=f"{seed}{name}"))
    random = Random(f"{seed}{name}company")  # noqa: S311 - a reproducible draw, no secret
    return [_accompany(one, company, random) for one in sentences] if company else sentences


def _accompany(one: Sentence, company: Sequence[str], random: Random) -> Sentence:
    if random.random() >= _IN_COMPANY:
        return one
    other = random.choice(company)
    text = f"{other} {one.text}" if random.random() < 0.5 else f"{one.text} {other}"
    return Sentence(one.kind, one.template, text, one.labels, one.group, one.target)


def make_held_out(name: str, *, seed: int, words: Half = "held_out", times: int = 6) -> list[Sentence]:
    """Sentences of a suite that nothing learned from, with words held out or, if so asked, those known."""
    suite = load_taken_back(name)
    held = suite.model_copy(update={"groups": {"held_out": suite.list_groups(words)}})
    draws = Draws(times, of_words=2, of_nothing=1)
    return list(draw_sentences(held, "held_out", draws=draws, seed=f"{seed}{name}{words}"))


def make_pairs(kind: str, *, seed: int) -> list[Pair]:
    """Held-out pairs of a kind of dialect, both sides filled with the same words and nothing around them."""
    suite = load_taken_back("dialect").model_copy(update={"around": {}})
    sides = [next(one for one in suite.kinds if one.kind == name) for name in (kind, f"{kind}_pair")]
    pairs: list[Pair] = []
    for place in range(len(sides[0].held_out)):
        both: list[Sentence] = []
        for side in sides:
            alone = side.model_copy(update={"held_out": (side.held_out[place],)})
            one = suite.model_copy(update={"kinds": (alone,)})
            draws = Draws(1, of_words=1, of_nothing=1)
            both += draw_sentences(one, "held_out", draws=draws, seed=f"{seed}{kind}{place}")
        pairs.append(Pair(*both))
    return pairs
