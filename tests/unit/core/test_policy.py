import math

import pytest

from sayso.core import Attribute, Decision, Policy, ScoredNgram, Span, Term, Tolerance
from sayso.core.policy import Method


def test_where_nobody_has_set_anything_everything_careful_is_on() -> None:
    policy = Policy()
    assert (policy.version, policy.attributes) == (0, (Attribute.TOXICITY,))
    limits = (policy.soft_limit, policy.hard_limit, policy.last_limit)
    assert (policy.scale, limits) == ("sayso", (0.35, 0.9, 0.97))
    assert (policy.method, policy.streaming, policy.strict) == ("dynamic", "sentence", True)
    assert not policy.judges_prompts
    assert not policy.shows_unjudged


def test_the_default_message_says_what_can_be_done() -> None:
    assert "You can ask for another reply" in Policy().default_message


def test_a_policy_watches_something() -> None:
    with pytest.raises(ValueError, match="at least one attribute"):
        Policy(attributes=())


@pytest.mark.parametrize(
    ("soft", "hard", "last"), [(math.nan, 0.7, 1), (0.3, math.nan, 1), (0.3, 0.7, math.nan)]
)
def test_a_limit_is_a_number(soft: float, hard: float, last: float) -> None:
    with pytest.raises(ValueError, match="0 <= soft <= hard <= last <= 1"):
        Policy(soft_limit=soft, hard_limit=hard, last_limit=last)


@pytest.mark.parametrize(("method", "most"), [("dynamic", 0.7), ("fixed", 0.35)])
def test_a_fixed_limit_is_softer_for_nobody(method: Method, most: float) -> None:
    policy = Policy(hard_limit=0.7, method=method)
    for own, held in ((0.1, 0.1), (most, most), (1.0, most)):
        assert Tolerance("r", {Attribute.TOXICITY: own}).limit(Attribute.TOXICITY, policy) == held


def test_halfway_lies_between_the_readers_limit_and_the_hard_one() -> None:
    policy = Policy(soft_limit=0.3, hard_limit=0.7)
    assert Tolerance("r").middle(Attribute.TOXICITY, policy) == 0.5
    assert Tolerance("r", {Attribute.TOXICITY: 0.7}).middle(Attribute.TOXICITY, policy) == 0.7


def test_both_limits_may_be_the_same() -> None:
    assert Policy(soft_limit=0.5, hard_limit=0.5).soft_limit == 0.5


def test_a_readers_words_never_show_when_printed() -> None:
    term = Term("secret", "block")
    ngram = ScoredNgram("secret", Span(0, 6), {Attribute.TOXICITY: 0.5}, "secret")
    verdict = Decision(
        "held", "between", 0.5, {}, "fake.v1", 0, named=(ngram,), words=("secret",), blocked=(term,)
    )
    assert "secret" not in repr([term, ngram, verdict, Policy(default_message="secret")])


def test_a_term_is_for_good_and_written_by_hand_unless_it_says_otherwise() -> None:
    term = Term("silly", "permit")
    assert (term.conversation, term.source, term.id, term.created_at) == (None, "hand", "", None)
