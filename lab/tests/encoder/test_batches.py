from dataclasses import replace

import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st
from lab.tests.tiny_encoder import as_list

from sayso_lab.data.rows import Row, make_row
from sayso_lab.encoder.base import Base, load_tokenizer
from sayso_lab.encoder.batches import Tokens, average_marks, group_by_length, make_batch
from sayso_lab.encoder.network import OUTPUTS
from sayso_lab.encoder.samples import Sample


def read(base: Base, *rows: Row, longest: int = 32) -> list[Tokens]:
    tokenizer = load_tokenizer(base)
    return [
        Tokens(
            Sample(row.text, row, row.groups, row.word_marks, row.span_marks, longest),
            tokenizer.encode(row.text),
        )
        for row in rows
    ]


def test_short_texts_are_filled_up_and_the_mask_says_so(base: Base) -> None:
    batch = make_batch(read(base, make_row("ours", "the cat", {}), make_row("ours", "the cat sat", {})))
    assert batch.ids.shape == (2, 5)
    assert as_list(batch.mask) == [[1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]
    assert batch.ids[0, 4] == 0
    assert len(batch) == 2


def test_a_text_that_is_cut_still_ends_with_the_token_for_the_end(base: Base) -> None:
    (text,) = read(base, make_row("ours", "the cat sat on my mat", {}), longest=4)
    whole = text.encoding.ids
    assert text.ids == [*whole[:3], whole[-1]]


def test_a_hidden_token_is_not_seen_and_its_mark_is_open(base: Base) -> None:
    marks = np.full(7, 250, np.uint8)
    (text,) = read(base, make_row("ours", "the cat", {}, word_marks=marks, span_marks=np.stack([marks] * 5)))
    batch = make_batch([replace(text, hidden=frozenset({2}), mask_token=4)])
    first, the, _, last = text.encoding.ids
    assert as_list(batch.ids[0]) == [first, the, 4, last]
    assert as_list(batch.mask[0]) == [1, 1, 1, 1]
    assert as_list(batch.labels["words_hatexplain"][0, :, 0].isnan()) == [True, False, True, True]
    assert as_list(batch.labels["words_toxicspans"][0, :, 0].isnan()) == [True, False, True, True]


def test_what_nobody_judged_is_not_a_number(base: Base) -> None:
    row = make_row("ours", "the cat", {"INSULT": 0.25}, groups={"men": 1.0})
    labels = make_batch(read(base, row)).labels
    assert as_list(labels["attributes"][0].isnan()) == [True, True, True, False, True, True]
    assert labels["attributes"][0, 3] == 0.25
    assert labels["groups"][0].sum() == 1
    unjudged = set(OUTPUTS) - {"attributes", "groups"}
    assert all(torch.isnan(labels[name]).all() for name in unjudged)


def test_a_token_is_marked_by_the_share_of_its_characters(base: Base) -> None:
    marks = np.array([0, 0, 0, 0, 250, 250, 0], np.uint8)  # "the cat": ca of cat
    labels = make_batch(read(base, make_row("ours", "the cat", {}, word_marks=marks))).labels
    found = as_list(labels["words_hatexplain"][0, :, 0])
    assert np.isnan([found[0], found[3]]).all()
    assert np.allclose(found[1:3], [0, 2 / 3])


def test_kinds_of_spans_have_a_lane_each(base: Base) -> None:
    marks = np.zeros((5, 7), np.uint8)
    marks[0, 4:] = marks[3, 4:] = 250
    labels = make_batch(read(base, make_row("ours", "the cat", {}, span_marks=marks))).labels
    assert as_list(labels["words_toxicspans"][0, 2]) == [1, 0, 0, 1, 0]


def test_tokens_without_characters_are_not_judged() -> None:
    assert np.isnan(average_marks(np.zeros((1, 3), np.uint8), [(0, 0)])).all()


@given(st.lists(st.integers(2, 40), max_size=60), st.integers(1, 9))
def test_every_text_is_in_one_batch_and_no_batch_is_too_large(lengths: list[int], batch_texts: int) -> None:
    batches = list(group_by_length(lengths, batch_tokens=80, batch_texts=batch_texts))
    assert sorted(place for batch in batches for place in batch) == list(range(len(lengths)))
    for batch in batches:
        assert len(batch) <= batch_texts
        assert len(batch) == 1 or len(batch) * max(lengths[place] for place in batch) <= 80
