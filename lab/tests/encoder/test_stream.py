from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import pytest
import torch
from lab.tests.tiny_encoder import SMALL, as_list
from tokenizers import Tokenizer, models

from sayso.core.errors import BadFile
from sayso_lab.data.rows import Row
from sayso_lab.encoder.batches import Batch
from sayso_lab.encoder.config import EncoderConfig
from sayso_lab.encoder.stream import Stream, find_mask_token, find_share, fingerprint_rows

MakeStream = Callable[..., Stream]


def is_same(left: Batch, right: Batch) -> bool:
    labels = [torch.allclose(left.labels[k], right.labels[k], equal_nan=True) for k in left.labels]
    return torch.equal(left.ids, right.ids) and all(labels)


def test_a_chunk_is_a_function_of_seed_and_number(make_stream: MakeStream) -> None:
    straight, jumping = make_stream(), make_stream()
    wanted = [list(straight.make_chunk(number)) for number in range(4)]
    for number in (3, 0, 2):
        found = list(jumping.make_chunk(number))
        assert len(found) == len(wanted[number])
        assert all(map(is_same, found, wanted[number]))


def test_another_seed_gives_another_order(make_stream: MakeStream) -> None:
    first, second = (next(make_stream(seed=seed).make_chunk(0)) for seed in (1, 2))
    assert not (first.ids.shape == second.ids.shape and is_same(first, second))


def test_sources_are_drawn_from_by_their_shares(make_stream: MakeStream) -> None:
    """Of 20 samples a chunk, three parts of ours and one of spans: 15 and 5."""
    batches = list(make_stream().make_chunk(0))
    assert sum(map(len, batches)) == 20
    with_groups = sum(int((~batch.labels["groups"][:, 0].isnan()).sum()) for batch in batches)
    assert with_groups == 15


def test_a_source_is_gone_through_before_any_row_comes_again(
    make_stream: MakeStream, rows: dict[str, list[Row]]
) -> None:
    stream = make_stream()
    drawn = [stream._pick("ours", place).text for place in range(20)]  # pyright: ignore[reportPrivateUsage]  # the order is the promise
    assert sorted(drawn[:10]) == sorted(drawn[10:]) == sorted(row.text for row in rows["ours"])
    assert drawn[:10] != drawn[10:]


def test_a_source_without_a_share_is_somebodys_own() -> None:
    config = EncoderConfig(own_mix=5.0)
    assert find_share("my forum", config) == 5.0
    assert find_share("sbic", config) == config.mix["sbic"]


def test_nothing_to_learn_from_is_an_error(make_stream: MakeStream) -> None:
    config = EncoderConfig(mix={"ours": 0.0, "spans": 0.0})
    with pytest.raises(BadFile, match="nothing to learn from"):
        make_stream(config)


def test_words_are_hidden_behind_the_tokenizers_own_sign(make_stream: MakeStream) -> None:
    stream = make_stream(replace(SMALL, hidden_texts=1.0, hidden_tokens=1.0))
    for batch in stream.make_chunk(0):
        last = batch.mask.sum(1) - 1
        places = torch.arange(batch.ids.shape[1])
        inner = (places > 0) & (places < last[:, None])
        assert set(as_list(batch.ids[inner])) == {stream.tokenizer.token_to_id("[MASK]")}
        assert batch.labels["words_hatexplain"].isnan().all()


def test_with_no_text_to_hide_words_in_every_word_is_seen(make_stream: MakeStream) -> None:
    stream = make_stream(replace(SMALL, hidden_texts=0.0))
    mask_token = stream.tokenizer.token_to_id("[MASK]")
    assert not any((batch.ids == mask_token).any() for batch in stream.make_chunk(0))


def test_a_tokenizer_without_the_sign_is_named() -> None:
    plain = Tokenizer(models.WordPiece({"[UNK]": 0}, unk_token="[UNK]"))
    with pytest.raises(BadFile, match="tokenizer has no \\[MASK\\]") as caught:
        find_mask_token(plain, SMALL)
    assert caught.value.hint == "Set hidden_texts = 0."
    assert find_mask_token(plain, replace(SMALL, hidden_texts=0.0)) == 0


def test_batches_never_end(make_stream: MakeStream) -> None:
    stream = make_stream()
    chunks = (batch for number in range(99) for batch in stream.make_chunk(number))
    assert len(list(islice(chunks, 50))) == 50


def test_the_fingerprint_sees_texts_labels_and_order(rows: dict[str, list[Row]]) -> None:
    before = fingerprint_rows(rows)
    assert fingerprint_rows({name: list(some) for name, some in rows.items()}) == before
    first, *rest = rows["ours"]
    changed = replace(first, attributes=first.attributes * 0 + 1)
    others = ([*rest, first], [changed, *rest], [replace(first, text="x"), *rest], rest)
    assert len({before, *(fingerprint_rows(rows | {"ours": other}) for other in others)}) == 5
