from pathlib import Path

import pytest

from sayso.core.errors import BadFile
from sayso.reader.simulation.replies import Conversation, Turn, cut, list_replies, read_replies


def write(path: Path, *lines: str) -> Path:
    file = path / "replies.jsonl"
    file.write_text("\n".join(lines))
    return file


def test_turns_come_in_their_order_and_conversations_in_that_of_the_file(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        '{"conversation": "b", "turn": 2, "reply": "second"}',
        '{"conversation": 7, "turn": 0, "reply": "other", "model": "any"}',
        "",
        '{"conversation": "b", "turn": 1, "reply": "first", "prompt": "why"}',
    )
    assert read_replies(file) == [
        Conversation("b", (Turn("first", "why"), Turn("second"))),
        Conversation("7", (Turn("other"),)),
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"conversation": "a", "turn": 1}', "row 1, column 'reply': an empty cell is not a text"),
        (
            '{"conversation": "a", "turn": -1, "reply": "x"}',
            "row 1, column 'turn': .* whole number from 0",
        ),
        (
            '{"conversation": "a", "turn": true, "reply": "x"}',
            "row 1, column 'turn': .* whole number from 0",
        ),
        (
            '{"conversation": "", "turn": 1, "reply": "x"}',
            "row 1, column 'conversation': an empty cell",
        ),
        ('{"turn": 1, "reply": "x"}', "row 1, column 'conversation': an empty cell"),
        ("", "holds no replies"),
    ],
)
def test_a_broken_file_is_refused_with_row_and_column_and_without_its_text(
    tmp_path: Path, line: str, message: str
) -> None:
    with pytest.raises(BadFile, match=message):
        read_replies(write(tmp_path, line))


def test_a_turn_twice_is_refused(tmp_path: Path) -> None:
    line = '{"conversation": "a", "turn": 1, "reply": "x"}'
    with pytest.raises(BadFile, match="row 2, column 'turn': the conversation has a turn 1 already"):
        read_replies(write(tmp_path, line, line))


def test_conversations_are_cut_and_their_replies_listed_once() -> None:
    conversations = [Conversation("a", (Turn("x"), Turn("y"))), Conversation("b", (Turn("x"),))]
    assert cut(conversations, turns=1) == [Conversation("a", (Turn("x"),)), conversations[1]]
    assert list_replies(conversations) == ["x", "y"]


def test_what_was_said_is_not_in_the_repr() -> None:
    assert "secret" not in repr(Conversation("a", (Turn("secret", "secret"),)))
