import math

import pytest
import torch
from lab.tests.tiny_encoder import as_list

from sayso_lab.encoder.base import Base, load_tensors
from sayso_lab.encoder.network import OUTPUTS, WORD_OUTPUTS, Network, load_base, pool

IDS = torch.tensor([[2, 5, 6, 7, 3], [2, 8, 3, 0, 0]])
MASK = torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]])


@pytest.fixture
def network(base: Base) -> Network:
    return load_base(base, seed=1).eval()


def test_every_answer_has_its_shape(network: Network) -> None:
    answers = network(IDS, MASK)
    assert {name: tuple(answer.shape) for name, answer in answers.items()} == {
        name: (2, 5, size) if name in WORD_OUTPUTS else (2, size) for name, size in OUTPUTS.items()
    }


def test_padding_changes_nothing(network: Network) -> None:
    together, alone = network(IDS, MASK), network(IDS[1:, :3], MASK[1:, :3])
    for name in OUTPUTS:
        mine = together[name][1:, :3] if name in WORD_OUTPUTS else together[name][1:]
        assert torch.allclose(mine, alone[name], atol=1e-5)


def test_the_layers_compute_what_bert_computes(base: Base, network: Network) -> None:
    """The first layer for one text by the formulas of Devlin et al. 2019, from the tensors of the file."""
    tensors = load_tensors(base)
    ids = IDS[:1]

    def norm(states: torch.Tensor, name: str) -> torch.Tensor:
        centred = states - states.mean(-1, keepdim=True)
        scaled = centred / torch.sqrt(states.var(-1, keepdim=True, unbiased=False) + base.shape.epsilon)
        return scaled * tensors[f"{name}.weight"] + tensors[f"{name}.bias"]

    def apply(states: torch.Tensor, name: str) -> torch.Tensor:
        return states @ tensors[f"{name}.weight"].T + tensors[f"{name}.bias"]

    summed = tensors["embeddings.words.weight"][ids[0]] + tensors["embeddings.places.weight"][:5]
    states = norm(summed + tensors["embeddings.kind"], "embeddings.norm")
    asked, offered, carried = apply(states, "layers.0.mix").chunk(3, -1)
    heads: list[torch.Tensor] = []
    for begin in range(0, 32, 8):
        part = slice(begin, begin + 8)
        weights = torch.softmax(asked[:, part] @ offered[:, part].T / math.sqrt(8), -1)
        heads.append(weights @ carried[:, part])
    attended = norm(apply(torch.cat(heads, -1), "layers.0.out") + states, "layers.0.norm")
    inner = apply(attended, "layers.0.up")
    bent = inner * 0.5 * (1 + torch.erf(inner / math.sqrt(2)))
    expected = norm(apply(bent, "layers.0.down") + attended, "layers.0.last_norm")
    found = network.layers[0](network.embeddings(ids), torch.zeros(1, 1, 1, 5))
    assert torch.allclose(found[0], expected, atol=1e-5)


def test_pooling_takes_the_first_the_mean_and_the_highest_of_what_is_there() -> None:
    states = torch.tensor([[[1.0], [5.0], [9.0]]])
    assert as_list(pool(states, torch.tensor([[1, 1, 0]]))) == [[1.0, 3.0, 5.0]]


def test_the_same_seed_gives_the_same_heads_and_leaves_chance_alone(base: Base) -> None:
    before = torch.get_rng_state()
    first, second, other = (load_base(base, seed=seed).heads.dense.weight for seed in (1, 1, 2))
    assert torch.equal(first, second)
    assert not torch.equal(first, other)
    assert torch.equal(torch.get_rng_state(), before)


def test_bfloat16_is_near_the_full_answer(network: Network) -> None:
    full, short = network(IDS, MASK), network(IDS, MASK, bfloat16=True)
    assert short["attributes"].dtype == torch.float32
    assert 0 < (full["attributes"] - short["attributes"]).abs().max() < 0.1


def test_the_epsilon_is_the_one_of_the_file(network: Network, base: Base) -> None:
    assert network.embeddings.norm.eps == base.shape.epsilon == 1e-6
