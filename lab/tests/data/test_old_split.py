from collections import Counter
from pathlib import Path

import pytest

from sayso.core.errors import BadFile
from sayso_lab.data.old_split import choose_part, make_key, read_keys
from sayso_lab.data.splits import Part


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


def test_keys_are_read_back_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "keys.txt"
    path.write_text(f"{make_key('one text'):016x}\n{make_key('another'):016x}\n")
    assert read_keys(path) == {make_key("One text!"), make_key("another")}


@pytest.mark.parametrize("content", [None, "not a key\n", "é\n"])
def test_a_file_of_anything_else_is_refused(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "keys.txt"
    if content is not None:
        path.write_text(content, "utf-8")
    with pytest.raises(BadFile, match=r"keys\.txt is not a file of keys"):
        read_keys(path)
