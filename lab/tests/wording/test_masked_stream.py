"""Hiding words, in a toy language whose tokens can be counted by hand."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from lab.tests.tiny_encoder import as_list
from tokenizers import Tokenizer, models

from sayso.core.errors import BadFile
from sayso.testing.tiny_tokenizer import make_tokenizer
from sayso_lab.wording.masked_config import MaskedConfig
from sayso_lab.wording.masked_stream import MaskedBatch, MaskedStream, make_hiding

SMALL = MaskedConfig(chunk=10, batch_tokens=60, shortest=4, longest=12, hidden_words=0.5)
TEXTS = [f"the cat sat on my mat {'and more words ' * place}" for place in range(7)] + ["tea"]


def make_stream(config: MaskedConfig = SMALL, *, seed: int = 1) -> MaskedStream:
    return MaskedStream(TEXTS, make_tokenizer(), config, seed)


def encode(text: str) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.int64]], ...]:
    ids = np.array([make_tokenizer().encode(text).ids], np.int64)
    return ids, np.ones_like(ids)


def test_whole_words_are_hidden_and_never_the_ends_of_a_text() -> None:
    """The unknown word `zebra` is five tokens: z, ##e, ##b, ##r, ##a."""
    hiding = make_hiding(make_tokenizer(), share=1.0)
    ids, mask = encode("cat zebra mat")
    hidden = hiding.choose(ids, mask, np.random.default_rng(1))
    assert hidden.tolist() == [[False, *[True] * 7, False]]
    some = replace(hiding, share=0.5)
    for seed in range(20):
        zebra = some.choose(ids, mask, np.random.default_rng(seed))[0, 2:7].tolist()
        assert zebra in ([True] * 5, [False] * 5)


def test_what_fills_a_row_up_is_not_hidden() -> None:
    hiding = make_hiding(make_tokenizer(), share=1.0)
    ids, mask = encode("cat mat")
    mask[0, 2] = 0
    assert hiding.choose(ids, mask, np.random.default_rng(1)).tolist() == [[False, True, False, False]]


def test_of_ten_hidden_words_eight_become_the_sign_and_one_another_word() -> None:
    tokenizer = make_tokenizer()
    hiding = make_hiding(tokenizer, share=1.0)
    ids = np.full((200, 100), tokenizer.token_to_id("cat"), np.int64)
    shown = hiding.hide(ids, np.ones(ids.shape, bool), np.random.default_rng(1))
    assert (shown == tokenizer.token_to_id("[MASK]")).mean() == pytest.approx(0.8, abs=0.02)
    assert (shown == tokenizer.token_to_id("cat")).mean() == pytest.approx(0.1, abs=0.02)
    signs = [tokenizer.token_to_id(name) for name in ("[PAD]", "[UNK]", "[CLS]", "[SEP]")]
    assert not np.isin(shown, signs).any()
    assert (hiding.hide(ids, np.zeros(ids.shape, bool), np.random.default_rng(1)) == ids).all()


def test_batches_hold_texts_of_like_length_and_the_right_tokens() -> None:
    tokenizer = make_tokenizer()
    batches = list(make_stream().make_chunk(0))
    assert sum(map(len, batches)) <= 10
    for batch in batches:
        assert batch.ids.numel() <= 60
        assert batch.ids.shape[1] <= 12
        assert batch.where.sum() == len(batch.right) > 0
        assert (batch.ids[batch.mask == 0] == 0).all()
        ends = batch.ids[torch.arange(len(batch)), batch.mask.sum(1) - 1]
        assert (ends == tokenizer.token_to_id("[SEP]")).all()


def test_texts_that_are_too_short_are_left_out() -> None:
    assert {batch.ids.shape[1] >= 4 for number in range(5) for batch in make_stream().make_chunk(number)} == {
        True
    }


def test_batches_in_which_nothing_happens_to_be_hidden_are_passed_over() -> None:
    rare = replace(SMALL, hidden_words=0.01, batch_tokens=8)
    batches = [batch for number in range(20) for batch in make_stream(rare).make_chunk(number)]
    assert 0 < len(batches) < 80
    assert all(len(batch.right) for batch in batches)


def flatten(batches: list[MaskedBatch]) -> list[object]:
    return [as_list(batch.ids) for batch in batches]


def test_a_chunk_depends_on_the_seed_and_its_number_alone() -> None:
    stream = make_stream()
    first, second = (flatten(list(stream.make_chunk(number))) for number in (0, 1))
    assert flatten(list(make_stream().make_chunk(1))) == second != first
    assert flatten(list(stream.make_chunk(0))) == first
    assert flatten(list(make_stream(seed=2).make_chunk(0))) != first


def test_a_tokenizer_without_a_sign_is_refused() -> None:
    with pytest.raises(BadFile, match=r"has no \[MASK\]"):
        make_hiding(Tokenizer(models.WordPiece({"[UNK]": 0}, unk_token="[UNK]")), share=0.2)
