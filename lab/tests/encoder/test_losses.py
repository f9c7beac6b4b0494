import math

import pytest
import torch

from sayso_lab.encoder.config import ATTRIBUTE_LOSSES, LOSSES
from sayso_lab.encoder.losses import measure_losses
from sayso_lab.encoder.network import OUTPUTS, WORD_OUTPUTS

TEXTS, TOKENS = 2, 3


def shape_of(name: str) -> tuple[int, ...]:
    return (TEXTS, TOKENS, OUTPUTS[name]) if name in WORD_OUTPUTS else (TEXTS, OUTPUTS[name])


def make_answers() -> dict[str, torch.Tensor]:
    return {name: torch.zeros(shape_of(name), requires_grad=True) for name in OUTPUTS}


def make_labels() -> dict[str, torch.Tensor]:
    return {name: torch.full(shape_of(name), math.nan) for name in OUTPUTS}


def measure(answers: dict[str, torch.Tensor], labels: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return measure_losses(answers, labels, attribute_losses=ATTRIBUTE_LOSSES)


def test_without_labels_nothing_is_lost_and_nothing_learned() -> None:
    answers = make_answers()
    losses = measure(answers, make_labels())
    assert set(losses) == set(LOSSES)
    torch.stack(list(losses.values())).sum().backward()  # pyright: ignore[reportUnknownMemberType]  # torch's
    assert all(loss.item() == 0 for loss in losses.values())
    assert all(answer.grad is not None and not answer.grad.any() for answer in answers.values())


@pytest.mark.parametrize("name", list(OUTPUTS))
def test_a_label_teaches_its_own_answer_and_no_other(name: str) -> None:
    answers, labels = make_answers(), make_labels()
    labels[name][0] = 1.0 if name != "classes" else torch.tensor([1.0, 0.0, 0.0])
    torch.stack(list(measure(answers, labels).values())).sum().backward()  # pyright: ignore[reportUnknownMemberType]  # torch's
    for other, answer in answers.items():
        assert answer.grad is not None
        assert answer.grad[0].any() == (other == name)
        assert not answer.grad[1].any()


def test_an_attribute_costs_its_cross_entropy_times_its_weight_over_the_texts() -> None:
    labels = make_labels()
    labels["attributes"][0, 2] = 1.0  # IDENTITY_ATTACK counts 1.3; even odds cost log 2; two texts
    assert measure(make_answers(), labels)["attributes"].item() == pytest.approx(1.3 * math.log(2) / 2)


def test_classes_cost_the_cross_entropy_with_the_shares_of_annotators() -> None:
    labels = make_labels()
    labels["classes"][1] = torch.tensor([2 / 3, 1 / 3, 0])
    assert measure(make_answers(), labels)["classes"].item() == pytest.approx(math.log(3) / 2)


def test_a_long_text_counts_as_much_as_a_short_one() -> None:
    few, many = make_labels(), make_labels()
    few["words_hatexplain"][0, 0] = 1.0
    many["words_hatexplain"][0] = 1.0
    assert measure(make_answers(), few)["words_hatexplain"].item() == pytest.approx(math.log(2) / 2)
    assert measure(make_answers(), many)["words_hatexplain"].item() == pytest.approx(math.log(2) / 2)


def test_kinds_of_spans_are_counted_apart_from_the_spans() -> None:
    labels = make_labels()
    labels["words_toxicspans"][0, :, 1:] = 1.0
    losses = measure(make_answers(), labels)
    assert losses["words_toxicspans"].item() == 0
    assert losses["words_typed"].item() == pytest.approx(math.log(2) / 2)


def test_perspectives_score_is_learned_on_both_scales() -> None:
    labels = make_labels()
    labels["perspective"][0, 0] = 0.8
    # logit(.8) = log 4 = 1.386: smooth L1 gives 1.386 - .5; (.5 - .8)^2 = .09
    expected = (0.3 * (math.log(4) - 0.5) + 6 * 0.09) / 2
    assert measure(make_answers(), labels)["perspective"].item() == pytest.approx(expected)
