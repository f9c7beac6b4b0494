import pytest

from sayso_lab.encoder.base import Base
from sayso_lab.encoder.config import EncoderConfig
from sayso_lab.encoder.network import load_base
from sayso_lab.encoder.rates import find_rate, make_optimiser, plan_rate, set_rates

CONFIG = EncoderConfig(rate=1e-3, head_rate=5e-3, layer_decay=0.5)


@pytest.mark.parametrize(
    ("name", "rate"),
    [
        ("embeddings.words.weight", 1e-3 / 4),
        ("layers.0.mix.weight", 1e-3 / 2),
        ("layers.1.up.bias", 1e-3),
        ("heads.dense.weight", 5e-3),
    ],
)
def test_lower_layers_learn_more_slowly(base: Base, name: str, rate: float) -> None:
    assert find_rate(name, load_base(base, seed=1), CONFIG) == pytest.approx(rate)


def test_every_parameter_learns_and_only_matrices_decay(base: Base) -> None:
    network = load_base(base, seed=1)
    groups = make_optimiser(network, CONFIG).param_groups
    assert sum(len(group["params"]) for group in groups) == len(list(network.parameters()))
    for group in groups:
        for parameter in group["params"]:
            assert (group["weight_decay"] > 0) == (parameter.ndim > 1)


def test_all_rates_follow_one_plan(base: Base) -> None:
    optimiser = make_optimiser(load_base(base, seed=1), CONFIG)
    set_rates(optimiser, share=0.1)
    assert max(group["lr"] for group in optimiser.param_groups) == pytest.approx(5e-4)
    set_rates(optimiser, share=1.0)
    assert max(group["lr"] for group in optimiser.param_groups) == pytest.approx(5e-3)


@pytest.mark.parametrize(("done", "share"), [(0, 0), (0.05, 0.5), (0.1, 1), (0.55, 0.5), (1, 0), (1.2, 0)])
def test_the_rate_goes_up_and_then_straight_down(done: float, share: float) -> None:
    assert plan_rate(done, warm_up=0.1) == pytest.approx(share)


def test_without_a_warm_up_it_starts_at_the_top() -> None:
    assert plan_rate(0.0, warm_up=0.0) == 1.0
