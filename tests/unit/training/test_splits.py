from collections import Counter

import pytest

from sayso.training.splits import Part, choose_part, make_key


@pytest.mark.parametrize("copy", ["you are late", "You are LATE!", "  you\nare...late ", "youarelate"])
def test_copies_of_a_text_have_one_key(copy: str) -> None:
    assert make_key(copy) == make_key("you are late")


def test_other_texts_have_other_keys() -> None:
    assert make_key("you are late") != make_key("you are early")


def test_a_lone_surrogate_has_a_key_too() -> None:
    assert make_key("\ud800 a") == make_key("a")


def test_eight_of_ten_texts_are_learned_from() -> None:
    parts = Counter(choose_part(make_key(f"text {number}")) for number in range(20_000))
    shares = {part: count / 20_000 for part, count in parts.items()}
    assert shares == pytest.approx({Part.TRAIN: 0.8, Part.DEV: 0.1, Part.HELD_OUT: 0.1}, abs=0.01)
