"""A network of masked words as it is written to files: the product reads them with other arithmetic."""

from pathlib import Path

import numpy as np
import pytest
import torch
from lab.tests.tiny_encoder import INNER, LAYERS, POSITIONS, WIDTH

from sayso.core import Blank, Span
from sayso.scoring.masked import MaskedWords, load_masked
from sayso.scoring.masked_file import MaskedCard, save_masked
from sayso.testing.tiny_tokenizer import make_tokenizer
from sayso_lab.encoder.quantising import round_rows
from sayso_lab.encoder.rng import keep_rng
from sayso_lab.encoder.shape import Shape
from sayso_lab.wording.masked_export import export_masked
from sayso_lab.wording.masked_network import MaskedNetwork

PRODUCT = Path(__file__).parents[3] / "tests" / "unit" / "scoring" / "tiny_masked"
TEXT = "the cat sat on my mat"
CAT = Span(4, 7)


def make_network() -> MaskedNetwork:
    words = make_tokenizer().get_vocab_size()
    shape = Shape(
        vocabulary=words, positions=POSITIONS, width=WIDTH, layers=LAYERS, heads=4, inner=INNER, epsilon=1e-12
    )
    with keep_rng(3):
        network = MaskedNetwork(shape).eval()
        torch.nn.init.normal_(network.biases)
    return network


def write_masked(folder: Path, network: MaskedNetwork) -> Path:
    rounded = round_rows(network.embeddings.words.weight.detach().numpy())
    scales = rounded.scales.reshape(-1, 1)
    biases = network.biases.detach().numpy()
    card = MaskedCard("masked.v7", make_tokenizer().to_str(), rounded.numbers, scales, biases, {"a": 1})
    return save_masked(folder, card, export_masked(network))


@pytest.fixture(scope="module")
def network() -> MaskedNetwork:
    return make_network()


@pytest.fixture(scope="module")
def guesser(tmp_path_factory: pytest.TempPathFactory, network: MaskedNetwork) -> MaskedWords:
    return load_masked(write_masked(tmp_path_factory.mktemp("masked"), network))


def test_guesses_are_nearly_those_of_the_network(guesser: MaskedWords, network: MaskedNetwork) -> None:
    tokenizer = make_tokenizer()
    ids = torch.tensor([tokenizer.encode(TEXT).ids])
    hidden = ids == tokenizer.token_to_id("cat")
    ids[hidden] = tokenizer.token_to_id("[MASK]")
    with torch.no_grad():
        expected = torch.log_softmax(network.guess(ids, torch.ones_like(ids), hidden), -1)[0].numpy()
    [[odds]] = guesser.guess([Blank(TEXT, (CAT,))])
    assert np.abs(np.exp(odds.logs) - np.exp(expected)).max() < 0.02
    assert float(np.exp(odds.logs).sum()) == pytest.approx(1, abs=1e-4)


def test_the_files_that_the_products_tests_read_are_such_a_network(guesser: MaskedWords) -> None:
    """To write them anew: `write_masked(PRODUCT, make_network())`."""
    blank = Blank(TEXT, (CAT,))
    [[ours]], [[theirs]] = guesser.guess([blank]), load_masked(PRODUCT / "masked.v7.npz").guess([blank])
    assert np.allclose(ours.logs, theirs.logs, atol=1e-4)
