"""Sentences for the hard cases.

Identity terms in plain talk, denied and quoted hate, taken-back words and profanity among friends, denied
insults and blunt criticism; against them hate that is plain, put as a question, as denied praise, or hinted
at. The halves to learn from and to measure on share neither templates nor groups.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from sayso.audit.suites import Draws, Half, Sentence, Suite, draw_sentences
from sayso_lab.suites import load

FILES: Final = ("mentions", "answers", "rough_talk", "hate", "criticism", "contrast_words")
_SEEDS: Final[Mapping[Half, str]] = {"learn": "train", "held_out": "held"}

# What a hateful template implies, by the first of these words in it.
_SIGNS: Final = {
    "dehumanising": ("{dehum}", "less than human", "zoo", "breed", "not human", "not people"),
    "threat_incitement": (
        "die", "burn", "beat", "kill", "hang", "punch", "deserve to live", "hitler", "cliff", "lock up",
        "locked up",
    ),
    "exclusion": (
        "deport", "out of", "Keep", "belong", "rid of", "not welcome", "go back", "stay", "throw", "allowed",
        "let {G}", "remove", "Send", "kick", "disappear", "leave", "in {place}?", "without",
    ),
    "stereotype": ("{badn}", "trust"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ContrastRow:
    """A sentence and what it implies about the group that it attacks; `none` if it attacks none."""

    kind: str
    template: str
    group: str
    target: str
    text: str
    labels: Mapping[str, float]
    implied: str


@cache
def load_contrast() -> Suite:
    return load(*FILES)


def list_attacks() -> frozenset[str]:
    """The kinds that attack a group."""
    return frozenset(kind.kind for kind in load_contrast().kinds if kind.is_attack)


def make_contrast(half: Half, *, seed: int) -> list[ContrastRow]:
    """All sentences of a half, none twice."""
    suite = load_contrast()
    draws = Draws(32) if half == "learn" else _draw_each(suite)
    return _make_rows(suite, half, draws=draws, seed=f"{seed}{_SEEDS[half]}")


def make_mentions(kinds: tuple[str, ...], *, seed: int) -> list[ContrastRow]:
    """Groups that training had, in sentences of these kinds that it had not."""
    whole = load_contrast()
    suite = whole.model_copy(
        update={
            "kinds": tuple(kind for kind in whole.kinds if kind.kind in kinds),
            "groups": {"held_out": whole.list_groups("learn")},
        }
    )
    return _make_rows(suite, "held_out", draws=_draw_each(suite), seed=f"{seed}known groups")


def _draw_each(suite: Suite) -> Draws:
    """Every group once in each template."""
    return Draws(len(suite.list_groups("held_out")), of_nothing=2)


def _make_rows(suite: Suite, half: Half, *, draws: Draws, seed: str) -> list[ContrastRow]:
    return [_add_implied(one) for one in draw_sentences(suite, half, draws=draws, seed=seed)]


def _add_implied(one: Sentence) -> ContrastRow:
    implied = find_implied(one.kind, one.template)
    labels = make_labels(one, implied)
    return ContrastRow(one.kind, one.template, one.group, one.target, one.text, labels, implied)


def find_implied(kind: str, template: str) -> str:
    """What a sentence of this template implies, by the first sign in it; `none` unless it is hateful."""
    if kind not in list_attacks():
        return "none"
    signs = (implied for implied, words in _SIGNS.items() if any(word in template for word in words))
    return next(signs, "stereotype" if kind == "implied_hate" else "inferiority")


def make_labels(one: Sentence, implied: str) -> Mapping[str, float]:
    """Those of its kind; hate is also profane where it swears, and a threat where it incites."""
    if implied == "none":
        return one.labels
    profanity = {"PROFANITY": 0.9} if "{prof}" in one.template else {}
    return {**one.labels, **profanity, "THREAT": 0.8 if implied == "threat_incitement" else 0.05}
