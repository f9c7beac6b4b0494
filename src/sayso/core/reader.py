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

Cause = Literal[
    "under",
    "permitted",
    "between",
    "whole_between",
    "permitted_over",
    "over",
    "whole_over",
    "blocked",
    "unjudged",
]
"""Why: nothing reaches the reader's limit; nothing but permitted words does; an n-gram lies between both
limits; none does, but a sentence or the whole is nearer to the hard limit than to the reader's; only words
that the reader permitted make it an attack or take it over the hard limit; an n-gram reaches the hard limit;
a sentence or the whole does, or reaches the last limit; it holds blocked words; it could not be judged."""


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
    """Words that follow each other in a reply once stop words are out, and how they score.

    `passage` is what stands there: "open the parade, and the fags" for "open parade fags".
    """

    text: str = field(repr=False)
    span: Span
    scores: Mapping[Attribute, float]
    passage: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of a reply, and why. `score` is that of what decided: h′, the highest of all n-grams left
    to score, or that of the sentence or the whole.

    `named` are the two worst n-grams, worst first, and `categories` the three highest attributes of what
    decided; `words` are those an answer may be about, the one it turns on first, and none where answers are
    about n-grams; `blocked` the terms of the word bank that keep the reply back; `reason` why it is unjudged.
    """

    outcome: Outcome
    cause: Cause
    score: float
    whole: Mapping[Attribute, float]
    model: str
    policy_version: int
    named: tuple[ScoredNgram, ...] = ()
    categories: tuple[tuple[Attribute, float], ...] = ()
    words: tuple[str, ...] = field(default=(), repr=False)
    blocked: tuple[Term, ...] = ()
    reason: UnjudgedReason | None = None
