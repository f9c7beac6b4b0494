import pytest

import sayso.core
from sayso.core import Attribute, Evidence, Policy, Scores, Span, Tolerance, WordWeight


def test_the_public_names_are_these() -> None:
    assert sorted(sayso.core.__all__) == [
        "Alternative",
        "Attribute",
        "Blank",
        "Cause",
        "Classifier",
        "Clock",
        "DEFAULT_COMMUNITY",
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


@pytest.mark.parametrize(("begin", "end"), [(-1, 2), (3, 2)])
def test_a_span_needs_an_order(begin: int, end: int) -> None:
    with pytest.raises(ValueError, match="0 <= begin <= end"):
        Span(begin, end)


@pytest.mark.parametrize(
    ("one", "other", "overlap"),
    [(Span(0, 3), Span(3, 5), False), (Span(0, 3), Span(2, 5), True), (Span(2, 2), Span(0, 5), True)],
)
def test_spans_overlap_when_they_share_ground(one: Span, other: Span, overlap: bool) -> None:
    assert one.overlaps(other) is overlap
    assert other.overlaps(one) is overlap


def test_the_length_of_a_span_is_what_lies_between() -> None:
    assert len(Span(2, 7)) == 5


def test_evidence_never_shows_its_words_when_printed() -> None:
    assert "secret" not in repr(Evidence(words=(WordWeight(Span(0, 6), 0.5, "secret"),)))


def test_scores_are_read_by_row() -> None:
    scores = Scores("fake.v1", {Attribute.TOXICITY: [0.1, 0.9], Attribute.INSULT: [0.2, 0.8]})
    assert len(scores) == 2
    assert scores.row(1) == {Attribute.TOXICITY: 0.9, Attribute.INSULT: 0.8}


def test_scores_without_attributes_have_no_rows() -> None:
    assert len(Scores("fake.v1", {})) == 0


@pytest.mark.parametrize(("soft", "hard"), [(0.8, 0.7), (-0.1, 0.7), (0.3, 1.1)])
def test_a_policy_keeps_its_limits_in_order(soft: float, hard: float) -> None:
    with pytest.raises(ValueError, match="0 <= soft <= hard <= last <= 1"):
        Policy(soft_limit=soft, hard_limit=hard)


@pytest.mark.parametrize(("own", "expected"), [(0.1, 0.1), (0.6, 0.6), (0.95, 0.9)])
def test_a_readers_limit_never_passes_the_hard_one(own: float, expected: float) -> None:
    tolerance = Tolerance("r1", {Attribute.TOXICITY: own})
    assert tolerance.limit(Attribute.TOXICITY, Policy()) == expected
    assert tolerance.limit(Attribute.INSULT, Policy()) == 0.35
