"""The masked-word model as an ONNX graph with its weights in eight bits."""

from sayso_lab.encoder.body import add_layers, embed, make_masks
from sayso_lab.encoder.graph import Weights
from sayso_lab.encoder.writer import Writer
from sayso_lab.wording.masked_network import MaskedNetwork


def export_masked(network: MaskedNetwork, *, weights: Weights = "int8") -> bytes:
    """Inputs `mask` and `words`, the words' vectors; output `states`, the head's vector for each token.

    The vectors of the words stay outside: guessing needs the whole table too, and it is in the file once.
    """
    writer = Writer(network, weights=weights)
    states = embed(writer, network.embeddings, "words")
    states, _ = add_layers(writer, network.layers, states, make_masks(writer.builder))
    dense = writer.bend(writer.add_linear(states, network.dense))
    writer.builder.rename(writer.norm(network.norm, dense), "states")
    shape = ("texts", "tokens", network.shape.width)
    return writer.builder.build(("mask",), {"states": shape}, floats={"words": shape})
