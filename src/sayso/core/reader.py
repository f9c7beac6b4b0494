"""A reader's say: words permitted and blocked, and what was decided about a reply."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from sayso.core.attributes import Attribute
from sayso.core.scores import UnjudgedReason
from sayso.core.span import Span

Ruling = Literal["permit", "block", "ask"]
"""What a reader says about words: never ask, never show, ask again."""

TermSource = Literal["answer", "hand", "import", "community"]
"""How words came into a word bank: an answer, by hand, from a file, from the community's list."""

Outcome = Literal["shown", "held", "replaced"]
"""What becomes of a reply: the reader sees it, is asked first, or gets the default message."""

Cause = Literal["under", "permitted", "between", "over", "whole_over", "blocked", "unjudged"]
"""Why: nothing reaches the reader's limit; nothing but permitted words does; something lies between both
limits; an n-gram reaches the hard limit; the whole text does although its n-grams do not; it holds blocked
words; it could not be judged."""


@dataclass(frozen=True, slots=True)
class Term:
    """Words a reader has ruled on. `conversation` None: for good. `id` is empty until it is kept."""

    text: str = field(repr=False)
    ruling: Ruling
    conversation: str | None = None
    source: TermSource = "hand"
    id: str = ""
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ScoredNgram:
    """Words that follow each other in a reply once stop words are out, and how they score."""

    text: str = field(repr=False)
    span: Span
    scores: Mapping[Attribute, float]


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of a reply, and why. `score` is h′, the highest of all n-grams left to score.

    `named` are the two worst n-grams, worst first, and `categories` the three highest attributes of the
    worst; `blocked` the terms of the word bank that keep the reply back; `reason` why it is unjudged.
    """

    outcome: Outcome
    cause: Cause
    score: float
    whole: Mapping[Attribute, float]
    model: str
    policy_version: int
    named: tuple[ScoredNgram, ...] = ()
    categories: tuple[tuple[Attribute, float], ...] = ()
    blocked: tuple[Term, ...] = ()
    reason: UnjudgedReason | None = None
