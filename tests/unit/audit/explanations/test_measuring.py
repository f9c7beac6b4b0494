"""Three posts and two methods, all numbers worked out by hand."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from sayso.audit.explanations import ExplanationsReport, compare_explainers
from sayso.audit.explanations.measuring import (
    choose_reference,
    explain_all,
    keep,
    measure_faithfulness,
    weigh_tokens,
)
from sayso.audit.explanations.posts import Material, Post, split_tokens
from sayso.audit.explanations.report import MethodReport
from sayso.core import Attribute, Scores, Span, WordWeight
from sayso.core.errors import BadInput
from sayso.stats.resampling import Bootstrap

FEW = Bootstrap(resamples=20)
TEXTS = ("you silly old goat", "what a fool", "dull and grey")
MARKED = ({1, 3}, {2}, {0})


class Table:
    """An explainer whose weights a test writes down, word by word."""

    def __init__(self, name: str, weights: Mapping[str, float]) -> None:
        self.name = name
        self._weights = weights
        self.asked: list[str] = []

    def explain(self, texts: Sequence[str]) -> list[tuple[WordWeight, ...]]:
        self.asked += texts
        return [self._weigh(text) for text in texts]

    def _weigh(self, text: str) -> tuple[WordWeight, ...]:
        words = [(span, text[span.begin : span.end]) for span in split_tokens(text)]
        return tuple(
            WordWeight(span, self._weights[word], word) for span, word in words if word in self._weights
        )


class Counter:
    """TOXICITY is a tenth for each word, and half more for a fool."""

    name = "counter.v1"
    attributes = frozenset({Attribute.TOXICITY})

    def score(self, texts: Sequence[str]) -> Scores:
        column = [0.1 * len(text.split()) + 0.5 * ("fool" in text) for text in texts]
        return Scores(self.name, {Attribute.TOXICITY: column})


def make_material(**changes: Sequence[str]) -> Material:
    posts = [
        Post(text, split_tokens(text), frozenset(marked)) for text, marked in zip(TEXTS, MARKED, strict=True)
    ]
    return Material("set.csv", tuple(posts), tuple(changes.get("sample", TEXTS)))


RATIONALE = {"silly": 0.9, "old": 0.3, "goat": 0.2, "fool": 0.8, "a": 0.1}
"""Over 0.2 are silly and old; fool; nothing."""
OTHERS = {"silly": 7.0, "goat": 5.0, "fool": 3.0, "grey": 2.0}
"""Of ten words three lie over 0.2 above: here the cut is between those with the third and fourth weight."""


def compare(**changes: Sequence[str]) -> ExplanationsReport:
    ticks = iter(range(1000))
    return compare_explainers(
        [Table("rationale", RATIONALE), Table("attention", OTHERS)],
        Counter(),
        make_material(**changes),
        bootstrap=FEW,
        timer=lambda: float(next(ticks)),
    )


@pytest.fixture
def rationale() -> MethodReport:
    return compare().methods[0]


def test_the_reference_is_cut_at_a_fifth_and_the_others_flag_as_many_words() -> None:
    report = compare()
    rationale, attention = report.methods
    assert (report.reference, rationale.cut) == ("rationale", 0.2)
    # Seven of ten weights are at most 0.2; the 0.7 quantile of 0 (six times), 2, 3, 5, 7 is 2 + 0.3 × 1.
    assert attention.cut == pytest.approx(2.3)
    assert rationale.flagged.value == attention.flagged.value == pytest.approx(0.3)


def test_overlap_is_of_the_smaller_set_and_nothing_flagged_counts_0(rationale: MethodReport) -> None:
    # {silly, old} of {silly, goat}: 1/2. {fool}: 1. Nothing: 0.
    assert rationale.overlap.value == pytest.approx((0.5 + 1 + 0) / 3)
    assert rationale.silent.value == pytest.approx(1 / 3)


def test_chance_is_what_as_many_words_would_hit(rationale: MethodReport) -> None:
    # Two of four for two; one of three for one; nothing.
    assert rationale.chance.value == pytest.approx((2 / 4 + 1 / 3 + 0) / 3)


def test_token_f1_sums_over_all_posts(rationale: MethodReport) -> None:
    # Hits silly and fool, a false alarm old, misses goat and dull.
    assert rationale.token_f1.value == pytest.approx(2 * 2 / (2 * 2 + 1 + 2))


def test_the_best_cut_is_found_over_all_posts(rationale: MethodReport) -> None:
    # Down to goat: hits silly, fool, goat, false alarm old, miss dull: 6 / 8. The next weight is a's.
    assert (rationale.best_f1, rationale.best_cut) == pytest.approx((0.75, 0.1))


def test_faithfulness_is_how_far_the_score_falls(rationale: MethodReport) -> None:
    # Without: 0.4 to 0.2, 0.8 to 0.2, 0.3 stays. With them alone: 0.4 to 0.2, 0.8 to 0.6, 0.3 to 0.
    assert rationale.comprehensiveness.value == pytest.approx((0.2 + 0.6 + 0.0) / 3)
    assert rationale.sufficiency.value == pytest.approx((0.2 + 0.2 + 0.3) / 3)


def test_each_call_is_timed(rationale: MethodReport) -> None:
    """The clock ticks once between before and after: a second each."""
    assert rationale.mean_ms.value == rationale.median_ms.value == 1000.0


def test_methods_are_compared_with_each_other() -> None:
    (pair,) = compare().pairs
    # {silly, old} and {silly, goat}; {fool} twice; nothing and nothing.
    assert (pair.one, pair.other) == ("rationale", "attention")
    assert pair.overlap.value == pytest.approx((0.5 + 1 + 0) / 3)


def test_every_number_has_an_interval_around_it() -> None:
    for method in compare().methods:
        for interval in (method.overlap, method.token_f1, method.comprehensiveness, method.sufficiency):
            assert interval.low <= interval.value <= interval.high


def test_the_sample_is_not_explained_twice() -> None:
    table = Table("rationale", RATIONALE)
    (found,) = explain_all([table], make_material(sample=[TEXTS[0], "new goat"]))
    # The first once more beforehand, so that loading is not timed.
    assert table.asked == [TEXTS[0], *TEXTS, "new goat"]
    assert found.sample.tolist() == [0.0, 0.9, 0.3, 0.2, 0.0, 0.2]


def test_progress_counts_posts_and_sample() -> None:
    done: list[int] = []
    explain_all([Table("rationale", {})], make_material(), watch=done.append)
    assert done == [1, 2, 3, 4, 5, 6]


def test_a_token_weighs_as_its_heaviest_word() -> None:
    tokens = split_tokens("well-known @you")
    words = [
        WordWeight(Span(0, 4), 0.1, "well"),
        WordWeight(Span(5, 10), 0.6, "known"),
        WordWeight(Span(12, 15), 0.3, "you"),
    ]
    assert weigh_tokens(tokens, words).tolist() == [0.6, 0.3]
    assert weigh_tokens(tokens, []).tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("names", "reference"),
    [(["occlusion", "rationale"], "rationale"), (["attention", "occlusion"], "occlusion")],
)
def test_the_rationale_is_the_reference_or_else_occlusion(names: list[str], reference: str) -> None:
    assert choose_reference(names) == reference


def test_methods_without_a_cut_of_their_own_are_not_enough() -> None:
    with pytest.raises(
        BadInput, match="Among attention, gradients there is none with a cut of its own"
    ) as caught:
        choose_reference(["attention", "gradients"])
    assert "rationale or occlusion" in caught.value.hint


def test_kept_tokens_stay_as_they_stand() -> None:
    post = make_material().posts[0]
    assert keep(post, frozenset({0, 3})) == "you goat"
    assert keep(post, frozenset()) == ""


def test_many_texts_are_scored_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sayso.audit.explanations.measuring.BLOCK", 2)
    posts = make_material().posts
    (found,) = measure_faithfulness(Counter(), posts, [[frozenset({0})] * 3])
    assert found.comprehensiveness.tolist() == pytest.approx([0.1] * 3)
    assert isinstance(found.sufficiency, np.ndarray)
