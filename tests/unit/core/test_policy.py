import math

import pytest

from sayso.core import Attribute, Decision, Policy, ScoredNgram, Span, Term


def test_where_nobody_has_set_anything_the_papers_limits_hold_and_everything_careful_is_on() -> None:
    policy = Policy()
    assert (policy.version, policy.attributes) == (0, (Attribute.TOXICITY,))
    assert (policy.soft_limit, policy.hard_limit) == (0.35, 0.7)
    assert (policy.method, policy.streaming, policy.strict) == ("dynamic", "sentence", True)
    assert not policy.judges_prompts
    assert not policy.shows_unjudged


def test_the_default_message_says_what_can_be_done() -> None:
    assert "You can ask for another reply" in Policy().default_message


def test_a_policy_watches_something() -> None:
    with pytest.raises(ValueError, match="at least one attribute"):
        Policy(attributes=())


@pytest.mark.parametrize(("soft", "hard"), [(math.nan, 0.7), (0.3, math.nan)])
def test_a_limit_is_a_number(soft: float, hard: float) -> None:
    with pytest.raises(ValueError, match="0 <= soft <= hard <= 1"):
        Policy(soft_limit=soft, hard_limit=hard)


def test_both_limits_may_be_the_same() -> None:
    assert Policy(soft_limit=0.5, hard_limit=0.5).soft_limit == 0.5


def test_a_readers_words_never_show_when_printed() -> None:
    term = Term("secret", "block")
    ngram = ScoredNgram("secret", Span(0, 6), {Attribute.TOXICITY: 0.5})
    verdict = Decision("held", "between", 0.5, {}, "fake.v1", 0, named=(ngram,), blocked=(term,))
    assert "secret" not in repr([term, ngram, verdict, Policy(default_message="secret")])


def test_a_term_is_for_good_and_written_by_hand_unless_it_says_otherwise() -> None:
    term = Term("silly", "permit")
    assert (term.conversation, term.source, term.id, term.created_at) == (None, "hand", "", None)
