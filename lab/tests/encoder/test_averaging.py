import pytest
import torch

from sayso_lab.encoder.averaging import Average, average_runs


def test_every_fourth_step_is_taken_in_and_early_steps_count_more() -> None:
    average = Average.start({"w": torch.zeros(1)}, stays=0.998)
    for step in (1, 2, 3):
        average.add({"w": torch.ones(1)}, step=step)
    assert average.weights["w"].item() == 0
    average.add({"w": torch.ones(1)}, step=4)
    assert average.weights["w"].item() == pytest.approx(1 - 5 / 44)


def test_later_the_share_that_stays_is_as_chosen() -> None:
    average = Average.start({"w": torch.zeros(1)}, stays=0.9)
    average.add({"w": torch.ones(1)}, step=4000)
    assert average.weights["w"].item() == pytest.approx(1 - 0.9**4)


def test_the_average_is_a_copy() -> None:
    weights = {"w": torch.zeros(1)}
    average = Average.start(weights, stays=0.9)
    weights["w"] += 1
    assert average.weights["w"].item() == 0


def test_the_mean_of_runs_is_weighted_by_their_shares() -> None:
    runs = [({"a": torch.tensor([0.4, 2.0])}, 3.0), ({"a": torch.tensor([1.0, 2.0])}, 1.0)]
    assert torch.allclose(average_runs(runs)["a"], torch.tensor([0.55, 2.0]))
