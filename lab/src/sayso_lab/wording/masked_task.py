"""What the masked-word model learns: the hidden words, from those around them."""

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from sayso.core.errors import BadFile
from sayso_lab.encoder.base import Base, load_tensors
from sayso_lab.encoder.rates import BETAS, EPSILON
from sayso_lab.encoder.rng import keep_rng
from sayso_lab.wording.masked_config import MaskedConfig
from sayso_lab.wording.masked_network import MaskedNetwork
from sayso_lab.wording.masked_stream import MaskedBatch

AMONG = 10
HEAD = ("dense", "norm", "biases")


@dataclass(frozen=True)
class MaskedTask:
    """The table of words is both the first layer and the last."""

    network: MaskedNetwork
    config: MaskedConfig

    def make_optimiser(self) -> torch.optim.AdamW:
        """AdamW at two rates; biases do not decay."""
        groups: dict[tuple[float, float], list[torch.nn.Parameter]] = {}
        for name, parameter in self.network.named_parameters():
            is_head = name.partition(".")[0] in HEAD
            rate = self.config.head_rate if is_head else self.config.rate
            decay = self.config.weight_decay if parameter.ndim > 1 else 0.0
            groups.setdefault((rate, decay), []).append(parameter)
        described = [
            {"params": parameters, "lr": rate, "base": rate, "weight_decay": decay}
            for (rate, decay), parameters in sorted(groups.items(), key=lambda group: group[0])
        ]
        return torch.optim.AdamW(described, betas=BETAS, eps=EPSILON)

    def compute_losses(self, batch: MaskedBatch) -> dict[str, Tensor]:
        """And the share of hidden tokens that are among the ten likeliest."""
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.config.bfloat16):
            logits = self.network.guess(batch.ids, batch.mask, batch.where)
        logits = logits.float()
        with torch.no_grad():
            likeliest = logits.topk(min(AMONG, logits.shape[1])).indices
            found = (likeliest == batch.right[:, None]).any(1).float().mean()
        return {"all": functional.cross_entropy(logits, batch.right), "among ten": found}


def load_masked_base(base: Base, *, seed: int, dropout: float = 0.0) -> MaskedNetwork:
    """The base model under a new head, whose first weights come from the seed alone."""
    with keep_rng(seed):
        network = MaskedNetwork(base.shape, dropout=dropout)
    try:
        network.load_body(load_tensors(base))
    except RuntimeError as error:
        raise BadFile(
            f"{base.folder}: model.safetensors and config.json do not fit each other.",
            hint="Fetch or copy both again.",
        ) from error
    return network
