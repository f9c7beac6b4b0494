from collections.abc import Sequence

import pytest

from sayso.audit.evaluation.cases import Cases, TokenMarks
from sayso.audit.explanations.posts import Post, draw, find_posts, gather, split_tokens
from sayso.core import Span
from sayso.core.errors import BadFile

TOKENS = (Span(0, 3), Span(4, 9))


def make_cases(marked: Sequence[tuple[bool, ...]]) -> Cases:
    """Posts of two words each; one that is not judged has no tokens."""
    spans = [TOKENS if marks else () for marks in marked]
    texts = tuple(f"you silly{place or ''}" for place in range(len(marked)))
    return Cases("hatexplain", "set.csv", texts, tokens=TokenMarks(spans, marked))


def test_only_posts_with_a_marked_token_count() -> None:
    cases = make_cases([(False, True), (), (False, False)])
    assert find_posts(cases) == [Post("you silly", TOKENS, frozenset({1}))]


def test_the_sample_is_of_all_texts() -> None:
    material = gather(make_cases([(True, True), ()]), limit=None, sample=10, seed=0)
    assert len(material.posts) == 1
    assert material.sample == ("you silly", "you silly1")
    assert material.notes == ()


def test_a_limit_is_drawn_by_the_seed_and_noted() -> None:
    cases = make_cases([(True, False)] * 50)
    first, again, other = (gather(cases, limit=5, sample=3, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first.posts != other.posts
    assert (len(first.posts), len(first.sample)) == (5, 3)
    assert first.notes == ("Drawn from 50 posts with a majority rationale.",)


def test_a_file_without_rationales_is_refused() -> None:
    with pytest.raises(BadFile, match=r"set\.csv has no post in which most people marked a word\."):
        gather(make_cases([(), (False, False)]), limit=None, sample=1, seed=0)


def test_cases_without_tokens_have_no_posts() -> None:
    assert find_posts(Cases("generic", "set.csv", ("a",))) == []


def test_tokens_stand_between_spaces() -> None:
    assert split_tokens("you  <silly>!") == (Span(0, 3), Span(5, 13))


def test_what_is_drawn_keeps_its_order() -> None:
    drawn = draw(list(range(100)), 10, seed=3)
    assert drawn == sorted(drawn)
    assert draw([1, 2], 5, seed=0) == [1, 2]
