from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sayso_lab.data.calm import draw_held_out, is_calm, list_emoji
from sayso_lab.data.splits import Part, make_keys, measure_key

WriteTable = Callable[[str, dict[str, list[Any]]], Path]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Have a fantastic day.", True),
        ("I will kill the lights.", False),  # by its words alone, whatever it means
        ("That is so stupid.", False),
        ("My neighbours are Muslims.", False),
    ],
)
def test_talk_is_calm_by_its_words(text: str, *, expected: bool) -> None:
    assert is_calm(text) is expected


def test_every_emoji_is_held_out_or_for_choosing_and_none_is_learned_from() -> None:
    held_out, dev = set(list_emoji(Part.HELD_OUT)), set(list_emoji(Part.DEV))
    assert not held_out & dev
    assert list_emoji(Part.TRAIN) == []
    assert "👍" in held_out | dev
    assert min(len(held_out), len(dev)) > 50


def test_only_calm_talk_of_the_held_out_part_is_drawn(write_table: WriteTable, tmp_path: Path) -> None:
    texts = [f"A plain remark number {number}." for number in range(200)]
    sources = ["sgd"] * 150 + ["movie_reviews"] * 50
    write_table("everyday_text", {"source": sources, "text": texts})
    drawn, emoji = draw_held_out(tmp_path, texts=3, emoji=5, seed=1)
    assert len(drawn) == 3
    assert all(measure_key(make_keys(text)[0]) < 0.07 and texts.index(text) < 150 for text in drawn)
    assert len(emoji) == 5
    assert set(emoji) <= set(list_emoji(Part.HELD_OUT))
    assert draw_held_out(tmp_path, texts=3, emoji=5, seed=1) == (drawn, emoji)
