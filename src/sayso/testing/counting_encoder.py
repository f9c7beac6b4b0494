"""An encoder small enough to work out by hand: each head is a bias plus what each of its words adds.

The heads that judge texts add up over the tokens under the mask; those that mark words answer for each token
alone. Padding is worth `PADDING` in every table, so that a mask left out shows at once.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from sayso.core import Attribute
from sayso.scoring.calibration import Temperature
from sayso.scoring.embedded import EmbeddedScorer
from sayso.scoring.encoder_file import EncoderMetadata, SettledRange, TokenWindows, WordRule

PADDING = 50.0
SIGNS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
WORDS = (
    *("all", "are", "fool", "garden", "have", "idiot", "is", "joy", "muslims", "of", "stupid", "tears"),
    *("very", "well", "what", "wonderful", "you", "##ly", "##s", "a", "!", ".", ",", "[", "]", "sep"),
)
IDS = {word: number for number, word in enumerate((*SIGNS, *WORDS))}


@dataclass(frozen=True)
class Head:
    bias: tuple[float, ...]
    adds: Mapping[str, tuple[float, ...]]

    def table(self) -> Any:
        rows = np.zeros((len(IDS), len(self.bias)), np.float32)
        rows[IDS["[PAD]"]] = PADDING
        for word, values in self.adds.items():
            rows[IDS[word]] = values
        return rows


TEXT_HEADS = {
    "attributes": Head((-3, -2), {"idiot": (4, 3), "stupid": (3, 1), "fool": (1, 0)}),
    "classes": Head((0, 0, 1), {"idiot": (0, 2, 0), "muslims": (3, 0, 0)}),
    "groups": Head((-2, -4), {"muslims": (4, 0), "you": (0, 1)}),
    "implied": Head((1, -3), {"stupid": (-2, 3)}),
    "perspective": Head((-1,), {"idiot": (2,)}),
}
WORD_HEADS = {
    "words_hatexplain": Head((-6,), {"idiot": (4,), "stupid": (6,), "##ly": (7,)}),
    "words_toxicspans": Head((-6, 9), {"idiot": (1, 0), "fool": (5, 0), "joy": (4, 0)}),
}
LOOKS = {"idiot": 5.0, "stupid": 3.0}
"""What a token gets of the attention, in proportion; any other gets 1."""
CUTS = WordRule(cut_hatexplain=-2.0, cut_toxicspans=-1.0, least_toxicspans=-1.0, gate_hatexplain=-9.0)
"""At these cuts `idiot` (-6 + 4) and `fool` (-6 + 5) are just flagged: weight 0.2. The gate is open."""


def make_card(**changes: Any) -> EncoderMetadata:
    """A card of the graph below; whatever is named is changed."""
    values: dict[str, Any] = {
        "name": "embedded.v1",
        "attributes": (Attribute.TOXICITY, Attribute.INSULT),
        "classes": ("hatespeech", "offensive", "normal"),
        "groups": ("muslim", "other"),
        "implied": ("none", "inferiority"),
        "perspective": ("TOXICITY",),
        "tokenizer": make_tokenizer(),
        "charged": ("idiot", "stupid", "fool"),
        "temperatures": (Temperature(), Temperature()),
        "words": CUTS,
        "windows": TokenWindows(size=32, overlap=8, sharpness=8.0),
        "cascade": {Attribute.TOXICITY: SettledRange(0.1, 0.95)},
        "record": {"note": "tiny"},
    }
    return EncoderMetadata(**values | changes)


def make_scorer(**changes: Any) -> EmbeddedScorer:
    return EmbeddedScorer(make_card(**changes), make_graph(), threads=1)


def make_tokenizer(**changes: Any) -> str:
    """WordPiece as the real encoder has it, of the few words above."""
    special: dict[str, Any] = {
        "single_word": False,
        "lstrip": False,
        "rstrip": False,
        "normalized": False,
        "special": True,
    }
    ends = {sign: {"id": sign, "ids": [IDS[sign]], "tokens": [sign]} for sign in ("[CLS]", "[SEP]")}
    single = [
        {"SpecialToken": {"id": "[CLS]", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}},
        {"SpecialToken": {"id": "[SEP]", "type_id": 0}},
    ]
    parts: dict[str, Any] = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [{"id": IDS[sign], "content": sign, **special} for sign in SIGNS],
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": None,
            "lowercase": True,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": single,
            "pair": single,
            "special_tokens": ends,
        },
        "decoder": None,
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": IDS,
        },
    }
    return json.dumps(parts | changes)


@cache
def make_graph() -> bytes:
    """The graph as a file's bytes."""
    make = cast("Any", helper)
    nodes = [
        make.make_node("Cast", ["mask"], ["shown"], to=TensorProto.FLOAT),
        make.make_node("Unsqueeze", ["shown", "last"], ["weight"]),
    ]
    constants = [_hold("last", np.array([2])), _hold("tokens", np.array([1]))]
    outputs: list[Any] = []
    for name, head in (TEXT_HEADS | WORD_HEADS).items():
        constants += [
            _hold(f"{name}.table", head.table()),
            _hold(f"{name}.bias", np.array(head.bias, np.float32)),
        ]
        nodes.append(make.make_node("Gather", [f"{name}.table", "ids"], [f"{name}.rows"]))
        summed = f"{name}.rows"
        if name in TEXT_HEADS:
            nodes.append(make.make_node("Mul", [summed, "weight"], [f"{name}.shown"]))
            summed = f"{name}.sum"
            nodes.append(make.make_node("ReduceSum", [f"{name}.shown", "tokens"], [summed], keepdims=0))
        nodes.append(make.make_node("Add", [summed, f"{name}.bias"], [name]))
        outputs.append(make.make_tensor_value_info(name, TensorProto.FLOAT, None))
    more_nodes, more_constants = _attend(make)
    nodes += more_nodes
    constants += more_constants
    outputs.append(make.make_tensor_value_info("attention", TensorProto.FLOAT, ["b", "t"]))
    inputs = [make.make_tensor_value_info(name, TensorProto.INT64, ["b", "t"]) for name in ("ids", "mask")]
    graph = make.make_graph(nodes, "tiny", inputs, outputs, constants)
    opset = make.make_opsetid("", 17)
    return make.make_model(graph, opset_imports=[opset], ir_version=8).SerializeToString()


def _attend(make: Any) -> tuple[list[Any], list[Any]]:
    """Shares of the tokens under the mask: what each looks like, over the sum of all."""
    looks = np.ones(len(IDS), np.float32)
    looks[IDS["[PAD]"]] = PADDING
    for word, value in LOOKS.items():
        looks[IDS[word]] = value
    nodes = [
        make.make_node("Gather", ["looks", "ids"], ["looks.rows"]),
        make.make_node("Mul", ["looks.rows", "shown"], ["looks.shown"]),
        make.make_node("ReduceSum", ["looks.shown", "tokens"], ["looks.sum"], keepdims=1),
        make.make_node("Div", ["looks.shown", "looks.sum"], ["attention"]),
    ]
    return nodes, [_hold("looks", looks)]


def _hold(name: str, values: Any) -> Any:
    return numpy_helper.from_array(values, name)
