"""A tiny base model and a dozen rows to learn from."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import torch
from lab.tests.tiny_encoder import SMALL, write_base

from sayso.text.lexicon import Lexicon
from sayso_lab.data.rows import Row, make_row
from sayso_lab.encoder.base import Base, find_base, load_tokenizer
from sayso_lab.encoder.config import EncoderConfig
from sayso_lab.encoder.stream import Stream


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:  # pyright: ignore[reportUnusedFunction]  # autouse
    """Threads cost more than they bring here."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def base(tmp_path: Path) -> Base:
    return find_base(write_base(tmp_path / "base"))


@pytest.fixture
def rows() -> dict[str, list[Row]]:
    """Ten rows of ours, half of them rude, and two with marked words."""
    ours = [
        make_row(
            "ours",
            f"{'you are a grumble person' if place % 2 else 'the cat sat on my mat'} number {place}",
            {"TOXICITY": float(place % 2)},
            groups={"women": 1.0} if place % 2 else {},
        )
        for place in range(10)
    ]
    text = "you are a grumble person"
    marks = np.zeros((5, len(text)), np.uint8)
    marks[:2, text.index("grumble") : text.index(" person")] = 250
    spans = [
        make_row("spans", text, {"TOXICITY": 0.85}, span_marks=marks),
        make_row("spans", text, {}, classes=np.array([0.0, 1.0, 0.0], np.float32), word_marks=marks[0]),
    ]
    return {"ours": ours, "spans": spans}


MakeStream = Callable[..., Stream]


@pytest.fixture
def make_stream(base: Base, rows: dict[str, list[Row]]) -> MakeStream:
    def make(config: EncoderConfig = SMALL, seed: int = 1) -> Stream:
        tokenizer = load_tokenizer(base)
        lexicon = Lexicon(tokenizer.get_vocab(), ["grumble"])
        return Stream(rows, tokenizer, lexicon, frozenset({"grumble"}), config, seed)

    return make
