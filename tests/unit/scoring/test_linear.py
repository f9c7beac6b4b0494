import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from sayso.core import Attribute, Scorer
from sayso.core.errors import BadInput, UnknownName
from sayso.scoring.calibration import Temperature
from sayso.scoring.folding import FoldTable
from sayso.scoring.hashing import FeatureHasher, HashingScheme
from sayso.scoring.linear import RUN_LENGTH, LinearScorer, build, load_linear
from sayso.scoring.linear_weights import LinearWeights, WindowRule
from sayso.scoring.registry import ScorerContext
from sayso.scoring.weight_files import SHIPPED_DIR

ATTRIBUTES = (Attribute.TOXICITY, Attribute.INSULT)
SCHEME = HashingScheme((2, 3), bits=14)
FOLDS = FoldTable.build()
ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=80)


def make_weights(*, known: str = "", weight: int = 0, noise: bool = False) -> LinearWeights:
    """Weights of nought, but `weight` on each feature of the word `known`, or all of them drawn at random."""
    table = np.zeros((SCHEME.buckets, 2), np.int8)
    if noise:
        table = np.random.default_rng(7).integers(-127, 128, table.shape).astype(np.int8)
    if known:
        hashed = FeatureHasher(SCHEME, FOLDS).hash([known])
        buckets = np.concatenate([hashed.grams.ravel(), hashed.word_buckets.ravel()])
        table[buckets[buckets != SCHEME.empty]] = weight
    return LinearWeights(
        name="linear.v7",
        attributes=ATTRIBUTES,
        scheme=SCHEME,
        folds=FOLDS,
        table=table,
        scales=(0.5, 0.25),
        biases=(-1.0, -2.0),
        damping=0.5,
        windows=WindowRule(size=100, overlap=20, share=0.5),
        temperatures=(Temperature(), Temperature()),
    )


NOISY = LinearScorer(make_weights(noise=True))


class FixedOutputs(LinearScorer):
    """Whole texts come out as `whole`; of the windows, the last one as `worst` and the others far below."""

    def __init__(self, weights: LinearWeights, *, whole: float, worst: float) -> None:
        super().__init__(weights)
        self._whole, self._worst = whole, worst

    def _sum_up(self, texts: Sequence[str]) -> NDArray[np.float64]:
        if len(texts) == 2:
            return np.full((2, len(ATTRIBUTES)), self._whole)
        outputs = np.full((len(texts), len(ATTRIBUTES)), -9.0)
        outputs[-1] = self._worst
        return outputs


def no_parts(spec: str) -> Scorer:
    raise AssertionError(spec)


def test_it_is_a_scorer_with_a_versioned_name() -> None:
    assert isinstance(NOISY, Scorer)
    assert NOISY.name == "linear.v7"
    assert NOISY.attributes == frozenset(ATTRIBUTES)


def test_a_score_is_the_bias_plus_the_damped_sum_of_weights() -> None:
    """ "ab" has 3 pairs, 2 threes and 1 word: 6 features of weight 2 at scale 0.5 or 0.25."""
    logits = LinearScorer(make_weights(known="ab", weight=2)).compute_logits(["ab"])
    assert logits[0].tolist() == pytest.approx([-1 + 6 / 6**0.5, -2 + 3 / 6**0.5])


def test_an_empty_text_scores_the_bias() -> None:
    scores = NOISY.score([""])
    assert scores.row(0)[Attribute.TOXICITY] == pytest.approx(1 / (1 + np.e))


def test_no_texts_give_no_rows() -> None:
    assert len(NOISY.score([])) == 0


@settings(max_examples=100, deadline=None)
@given(st.lists(ANY_TEXT, min_size=1, max_size=8))
def test_neighbours_change_nothing(texts: list[str]) -> None:
    together = NOISY.score(texts)
    for index, text in enumerate(texts):
        assert together.row(index) == NOISY.score([text]).row(0)


def test_a_batch_of_many_runs_is_scored_in_order() -> None:
    texts = [f"text number {number} {'filler ' * 5}" for number in range(RUN_LENGTH // 20)]
    together = NOISY.score(texts)
    assert len(together) == len(texts)
    for index in (0, len(texts) // 2, len(texts) - 1):
        assert together.row(index) == NOISY.score([texts[index]]).row(0)


@pytest.mark.parametrize(("margin", "expected"), [(100.0, 1.0), (0.5, 2.5), (0.0, 3.0)])
def test_a_long_text_is_a_mixture_but_not_far_below_its_worst_window(margin: float, expected: float) -> None:
    """With a whole of -1 and a worst window of 3, the mixture is 1 and the floor 3 - margin."""
    rule = WindowRule(size=60, overlap=0, share=0.5, margin=margin)
    scorer = FixedOutputs(replace(make_weights(), windows=rule), whole=-1.0, worst=3.0)
    text = "plain words " * 20
    assert scorer.compute_logits([text, "short"])[:, 0].tolist() == [expected, -1.0]


def test_a_word_at_the_end_of_a_very_long_text_is_seen() -> None:
    scorer = LinearScorer(make_weights(known="zyxq", weight=9))
    filler = "plain words go on " * 1200
    assert len(filler) > 20_000
    ending, without = scorer.score([filler + "zyxq", filler]).columns[Attribute.TOXICITY]
    assert ending > without


def test_the_calibration_is_applied_per_attribute() -> None:
    weights = replace(make_weights(), temperatures=(Temperature(2.0, 1.0), Temperature()))
    row = LinearScorer(weights).score(["anything"]).row(0)
    assert row[Attribute.TOXICITY] == pytest.approx(1 / (1 + np.exp(-0.5)))
    assert row[Attribute.INSULT] == pytest.approx(1 / (1 + np.exp(2)))


def test_scores_are_the_same_after_saving_and_loading(tmp_path: Path) -> None:
    path = tmp_path / "linear.v7.npz"
    make_weights(noise=True).save(path)
    texts = ["some text", "ünd 👍 mehr", ""]
    assert load_linear(path).score(texts) == NOISY.score(texts)


def test_build_takes_the_version_asked_for(tmp_path: Path) -> None:
    make_weights(noise=True).save(tmp_path / "linear.v7.npz")
    replace(make_weights(), name="linear.v8").save(tmp_path / "linear.v8.npz")
    context = ScorerContext(models_dir=tmp_path)
    assert build("", replace(context, version="v7"), no_parts).name == "linear.v7"
    assert build("", context, no_parts).name == "linear.v8"


def test_build_without_a_version_finds_the_shipped_one() -> None:
    assert build("", ScorerContext(), no_parts).name == "linear.v1"


def test_an_unknown_version_names_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"Unknown scorer version 'linear\.v99'.*linear\.v1"):
        build("", ScorerContext(models_dir=tmp_path, version="v99"), no_parts)


def test_an_argument_is_refused() -> None:
    with pytest.raises(BadInput, match="takes no argument, not 'x'"):
        build("x", ScorerContext(), no_parts)


@pytest.fixture(scope="module")
def shipped() -> LinearScorer:
    return load_linear(SHIPPED_DIR / "linear.v1.npz")


def score(shipped: LinearScorer, text: str) -> float:
    return shipped.score([text]).row(0)[Attribute.TOXICITY]


PAIRS: list[tuple[str, str]] = json.loads((Path(__file__).parent / "rude_and_kind.json").read_text("utf-8"))
"""None of them was learned from: lab/tests/suites/test_plain_sentences.py compares them."""


@pytest.mark.parametrize(("rude", "kind"), PAIRS)
def test_the_shipped_weights_rank_rude_texts_far_above_kind_ones(
    shipped: LinearScorer, rude: str, kind: str
) -> None:
    assert score(shipped, rude) > 0.5
    assert score(shipped, kind) < 0.25


def test_a_masked_letter_hides_a_word_only_in_part(shipped: LinearScorer) -> None:
    """The scorer has learned few masked words; the card says so."""
    assert (
        score(shipped, "you are stupid")
        > score(shipped, "you are st*pid")
        > 2 * score(shipped, "you are st*rdy")
    )


def test_the_shipped_scorer_covers_all_attributes_but_the_one_with_few_labels(shipped: LinearScorer) -> None:
    assert shipped.attributes == frozenset(Attribute) - {Attribute.SEXUALLY_EXPLICIT}


def test_the_shipped_file_is_small() -> None:
    assert (SHIPPED_DIR / "linear.v1.npz").stat().st_size <= 5_000_000


def test_the_shipped_map_fixes_the_ends_and_keeps_the_ranking(shipped: LinearScorer) -> None:
    assert shipped.scale_map is not None
    for attribute in shipped.attributes:
        mapped = shipped.scale_map.apply(attribute, np.linspace(0, 1, 101).tolist())
        assert (mapped[0], mapped[-1]) == (0, 1)
        assert (np.diff(mapped) > 0).all()
