import pytest
import torch

from sayso_lab.encoder.averaging import Average


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
