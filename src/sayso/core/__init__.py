"""The vocabulary: frozen types, the roles parts play (protocols), the error tree.

Standard library only; every other room may import this one, and it imports none of them.
Start with `attributes` and `protocols`; `errors` opens with the whole tree.
"""

from sayso.core.access import Role, Scale
from sayso.core.attributes import Attribute
from sayso.core.draft import Alternative, Draft, DraftWord, Opinion, Refusal, Rewording, Selection
from sayso.core.policy import DEFAULT_COMMUNITY, Method, Policy, Say, Streaming, Tolerance
from sayso.core.protocols import (
    Blank,
    Classifier,
    Clock,
    Examiner,
    Explainer,
    FluencyModel,
    LanguageDetector,
    Odds,
    ScaleMap,
    Scorer,
    WordGuesser,
)
from sayso.core.reader import Cause, Decision, Outcome, Ruling, ScoredNgram, Term, TermSource
from sayso.core.scores import Evidence, Scores, UnjudgedReason, WordWeight
from sayso.core.span import Span

__all__ = [
    "DEFAULT_COMMUNITY",
    "Alternative",
    "Attribute",
    "Blank",
    "Cause",
    "Classifier",
    "Clock",
    "Decision",
    "Draft",
    "DraftWord",
    "Evidence",
    "Examiner",
    "Explainer",
    "FluencyModel",
    "LanguageDetector",
    "Method",
    "Odds",
    "Opinion",
    "Outcome",
    "Policy",
    "Refusal",
    "Rewording",
    "Role",
    "Ruling",
    "Say",
    "Scale",
    "ScaleMap",
    "ScoredNgram",
    "Scorer",
    "Scores",
    "Selection",
    "Span",
    "Streaming",
    "Term",
    "TermSource",
    "Tolerance",
    "UnjudgedReason",
    "WordGuesser",
    "WordWeight",
]
