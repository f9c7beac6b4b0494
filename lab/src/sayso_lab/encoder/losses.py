"""What each answer costs. A label that nobody gave is `nan`: it costs nothing and teaches nothing."""

from collections.abc import Mapping

import torch
from torch import Tensor
from torch.nn import functional

from sayso_lab.data.labels import ATTRIBUTES
from sayso_lab.encoder.network import Answers

Labels = Mapping[str, Tensor]
"""Shares from 0 to 1 by output, of the same shape as the answers; one row of tokens for words_hatexplain."""

# Perspective's scores are learned twice: their distance matters on its scale, their order at the ends.
_ON_LOGITS, _ON_SCALE = 0.3, 6.0
_HELD = 0.005


def measure_losses(
    answers: Answers, labels: Labels, *, attribute_losses: Mapping[str, float]
) -> dict[str, Tensor]:
    """The mean over the texts of a batch, by name; texts without the label count as nought."""
    weights = torch.tensor([attribute_losses[name] for name in ATTRIBUTES])
    texts = len(answers["attributes"])
    words = answers["words_toxicspans"]
    marks = labels["words_toxicspans"]
    sums = {
        "attributes": (judge(answers["attributes"], labels["attributes"]) * weights).sum(),
        "classes": _measure_classes(answers["classes"], labels["classes"]),
        "groups": judge(answers["groups"], labels["groups"]).sum(),
        "implied": judge(answers["implied"], labels["implied"]).sum(),
        "perspective": _measure_scale(answers["perspective"], labels["perspective"]),
        "words_hatexplain": _measure_words(answers["words_hatexplain"], labels["words_hatexplain"]),
        "words_toxicspans": _measure_words(words[..., :1], marks[..., :1]),
        "words_typed": _measure_words(words[..., 1:], marks[..., 1:]),
    }
    return {name: total / texts for name, total in sums.items()}


def judge(logits: Tensor, labels: Tensor) -> Tensor:
    """Cross-entropy with shares, one by one; nought where there is no label."""
    known = ~torch.isnan(labels)
    each = functional.binary_cross_entropy_with_logits(logits, torch.nan_to_num(labels), reduction="none")
    return each * known


def _measure_classes(logits: Tensor, labels: Tensor) -> Tensor:
    """Cross-entropy with the shares of annotators; a text without any has only `nan`."""
    return -(functional.log_softmax(logits, -1) * torch.nan_to_num(labels)).sum()


def _measure_scale(logits: Tensor, labels: Tensor) -> Tensor:
    known = ~torch.isnan(labels)
    wanted = torch.nan_to_num(labels, nan=0.5).clamp(_HELD, 1 - _HELD)
    order = functional.smooth_l1_loss(logits, torch.logit(wanted), reduction="none")
    distance = functional.mse_loss(torch.sigmoid(logits), wanted, reduction="none")
    return ((_ON_LOGITS * order + _ON_SCALE * distance) * known).sum()


def _measure_words(logits: Tensor, labels: Tensor) -> Tensor:
    """The mean over each text's judged tokens, so that a long text counts as much as a short one."""
    each = judge(logits, labels).flatten(1).sum(1)
    known = (~torch.isnan(labels)).flatten(1).sum(1).clamp(min=1)
    return (each / known).sum()
