import json

import pytest

from sayso.reader.guard.completions import frame


@pytest.mark.parametrize("character", ["\u2028", "\u2029", "\u0085", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e"])
def test_no_character_breaks_an_event_in_two(character: str) -> None:
    written = frame({"a": f"one{character}two", "é": "ä"}).decode()
    assert len(written.splitlines()) == 2
    assert json.loads(written.removeprefix("data: ")) == {"a": f"one{character}two", "é": "ä"}
