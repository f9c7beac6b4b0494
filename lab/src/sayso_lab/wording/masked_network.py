"""The masked-word model: the encoder's body, and a head that turns a token into the words that fit there."""

from collections.abc import Mapping

import torch
from torch import Tensor, nn
from torch.nn import functional

from sayso_lab.encoder.network import FAR, Embeddings, Layer
from sayso_lab.encoder.shape import Shape


class MaskedNetwork(nn.Module):
    """Ids and mask, both [texts, tokens], to a vector per token; words are likely as theirs are near it."""

    def __init__(self, shape: Shape, *, dropout: float = 0.0) -> None:
        super().__init__()
        self.shape = shape
        self.embeddings = Embeddings(shape, dropout=dropout)
        self.layers = nn.ModuleList(Layer(shape, dropout=dropout) for _ in range(shape.layers))
        self.dense = nn.Linear(shape.width, shape.width)
        self.norm = nn.LayerNorm(shape.width, eps=shape.epsilon)
        self.biases = nn.Parameter(torch.zeros(shape.vocabulary))

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        states = self.embeddings(ids)
        far = (1.0 - mask.to(torch.float32))[:, None, None, :] * FAR
        for layer in self.layers:
            states = layer(states, far)
        return self.norm(functional.gelu(self.dense(states)))

    def guess(self, ids: Tensor, mask: Tensor, where: Tensor) -> Tensor:
        """Logits of all words, a row for each place that `where` marks."""
        return self(ids, mask)[where] @ self.embeddings.words.weight.T + self.biases

    def load_body(self, tensors: Mapping[str, Tensor]) -> None:
        """Starts from a pretrained encoder; the head is left as it is."""
        own = self.state_dict()
        self.load_state_dict(own | {name: tensor for name, tensor in tensors.items() if name in own})
