from pathlib import Path

import numpy as np
import pytest
import torch

from sayso.core import Attribute
from sayso.scoring.calibration import Temperature
from sayso.scoring.encoder_file import EncoderMetadata, TokenWindows, save_encoder
from sayso.scoring.encoder_tokenizer import EncoderTokenizer
from sayso.testing.tiny_tokenizer import make_tokenizer
from sayso_lab.data.labels import ATTRIBUTES
from sayso_lab.encoder.base import Base
from sayso_lab.encoder.export import export_graph
from sayso_lab.encoder.gradients import PADDING, GradientExplainer, load_gradients
from sayso_lab.encoder.network import Network, load_base

TEXT = "You are a grumble person"


def make_card(*, windows: TokenWindows = TokenWindows()) -> EncoderMetadata:  # noqa: B008 - it is frozen
    return EncoderMetadata(
        name="embedded.v9",
        attributes=tuple(map(Attribute, ATTRIBUTES)),
        classes=("hatespeech", "offensive", "normal"),
        groups=(),
        implied=(),
        perspective=(),
        tokenizer=make_tokenizer().to_str(),
        charged=("grumble",),
        temperatures=(Temperature(),) * len(ATTRIBUTES),
        windows=windows,
    )


@pytest.fixture
def network(base: Base) -> Network:
    return load_base(base, seed=1).eval()


@pytest.fixture
def explainer(network: Network) -> GradientExplainer:
    return GradientExplainer(make_card(), network)


def judge(explainer: GradientExplainer, ids: list[int]) -> float:
    return float(explainer.judge(explainer.embed(ids)[None])[0])


def test_the_vectors_are_judged_as_the_network_judges_their_tokens(
    network: Network, explainer: GradientExplainer
) -> None:
    ids = EncoderTokenizer(make_card()).read(TEXT).ids
    answers = network(torch.tensor([ids]), torch.ones(1, len(ids), dtype=torch.int64))
    lane = ATTRIBUTES.index("TOXICITY")
    assert judge(explainer, ids) == pytest.approx(float(torch.sigmoid(answers["attributes"][0, lane])))


def test_what_all_tokens_add_is_the_difference_to_the_empty_text(network: Network) -> None:
    """Completeness, by which the method is defined; the sum over steps nears the integral."""
    explainer = GradientExplainer(make_card(), network, steps=400)
    read = EncoderTokenizer(make_card()).read(TEXT)
    empty = [read.ids[0], *[PADDING] * (len(read.ids) - 2), read.ids[-1]]
    difference = judge(explainer, read.ids) - judge(explainer, empty)
    assert abs(difference) > 1e-3
    assert explainer.attribute(read).sum() == pytest.approx(difference, abs=2e-5)


def test_a_word_weighs_what_its_tokens_add_together_whatever_the_sign(explainer: GradientExplainer) -> None:
    """`grumbles` is no word of the tiny vocabulary: two tokens."""
    text = "a grumbles cat"
    read = EncoderTokenizer(make_card()).read(text)
    adds = explainer.attribute(read)
    assert len(adds) == 4
    (words,) = explainer.explain([text])
    assert [word.term for word in words] == ["a", "grumbles", "cat"]
    expected = np.abs([adds[0], adds[1] + adds[2], adds[3]])
    assert [word.weight for word in words] == pytest.approx(expected.tolist())


def test_steps_in_parts_add_up_to_the_same(
    network: Network, explainer: GradientExplainer, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = explainer.explain([TEXT])[0]
    monkeypatch.setattr("sayso_lab.encoder.gradients.BATCH_TOKENS", 20)
    parts = explainer.explain([TEXT])[0]
    assert [word.weight for word in parts] == pytest.approx([word.weight for word in whole], rel=1e-3)


def test_a_long_text_is_explained_window_by_window(network: Network) -> None:
    """Windows of three words between the two marks: the second one is a text of its own."""
    explainer = GradientExplainer(make_card(windows=TokenWindows(size=5, overlap=1)), network)
    whole, alone = explainer.explain(["the cat sat on my mat", "on my mat"])
    assert [word.weight for word in whole[3:]] == pytest.approx([word.weight for word in alone], rel=1e-4)


def test_an_empty_text_has_no_words(explainer: GradientExplainer) -> None:
    assert explainer.explain([""]) == [()]


def test_a_shipped_graph_can_be_explained(network: Network, tmp_path: Path) -> None:
    path = save_encoder(tmp_path, make_card(), export_graph(network, weights="float32"))
    mine, theirs = (
        GradientExplainer(make_card(), network).explain([TEXT]),
        load_gradients(path).explain([TEXT]),
    )
    assert [word.weight for word in theirs[0]] == pytest.approx([word.weight for word in mine[0]], rel=1e-3)
