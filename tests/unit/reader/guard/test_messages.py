from typing import Any

import pytest

from sayso.reader.guard.messages import (
    add_wish,
    clean_context,
    count_asked,
    derive_conversation,
    find_prompt,
    list_notes,
)
from sayso.reader.guard.notices import find_notice, write_notice

NOTE = "0123456789abcdef"
NOTICE = write_notice("This reply was not shown.\nAsk again.", note_id=NOTE)


def say(role: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": content, **more}


def seen(note_id: str) -> str | None:
    return "The reply itself." if note_id == NOTE else None


def unseen(_note_id: str) -> str | None:
    return None


def test_a_notice_is_known_again() -> None:
    found = find_notice(f"The first sentence.\n\n{NOTICE}\n")
    assert found is not None
    assert (found.note_id, found.begin) == (NOTE, len("The first sentence."))


@pytest.mark.parametrize(
    "text",
    [
        "An ordinary reply.",
        f"About {NOTICE}",
        f"{NOTICE} And more.",
        "[Sayso] without a number",
        "(note 0123456789abcdef)",
    ],
)
def test_what_only_looks_like_a_notice_is_none(text: str) -> None:
    assert find_notice(text) is None


def test_a_notice_goes_and_its_neighbours_are_joined() -> None:
    messages = [say("system", "Be kind."), say("user", "One?"), say("assistant", NOTICE), say("user", "Two?")]
    assert clean_context(messages, unseen) == [say("system", "Be kind."), say("user", "One?\n\nTwo?")]


def test_a_reply_that_was_seen_comes_back() -> None:
    messages = [say("user", "One?"), say("assistant", NOTICE), say("user", "Two?")]
    assert clean_context(messages, seen)[1] == say("assistant", "The reply itself.")
    assert len(clean_context(messages, seen)) == 3


def test_what_was_shown_before_the_notice_stays() -> None:
    messages = [say("user", "One?"), say("assistant", f"A start.\n\n{NOTICE}"), say("user", "Two?")]
    assert clean_context(messages, unseen)[1] == say("assistant", "A start.")


def test_a_notice_in_parts_is_known_too() -> None:
    messages = [
        say("user", [{"type": "text", "text": "One?"}]),
        say("assistant", [{"type": "text", "text": NOTICE}]),
    ]
    assert list_notes(messages) == [NOTE]
    assert clean_context([*messages, say("user", "Two?")], unseen) == [
        say("user", [{"type": "text", "text": "One?"}, {"type": "text", "text": "Two?"}])
    ]


def test_two_notices_in_a_row_leave_one_question() -> None:
    turns = [say("user", "One?"), say("assistant", NOTICE), say("user", "Two?"), say("assistant", NOTICE)]
    assert clean_context([*turns, say("user", "Three?")], unseen) == [say("user", "One?\n\nTwo?\n\nThree?")]


def test_a_named_person_is_not_joined_with_another() -> None:
    messages = [say("user", "One?", name="Ann"), say("assistant", NOTICE), say("user", "Two?", name="Bo")]
    assert clean_context(messages, unseen) == [messages[0], messages[2]]


def test_a_notice_that_a_person_quotes_stays() -> None:
    messages = [say("user", NOTICE)]
    assert clean_context(messages, unseen) == messages
    assert list_notes(messages) == []


def test_neighbours_that_were_there_before_are_left_alone() -> None:
    messages = [say("user", "One?"), say("user", "Two?"), say("assistant", "Yes.")]
    assert clean_context(messages, unseen) == messages


WISH = 'Do not use these words, nor other forms of them: "damn", "silly".'


def test_a_wish_joins_the_instructions_or_becomes_them() -> None:
    words = ["damn", "silly"]
    assert add_wish([say("user", "Hi")], words, reply=None) == [say("system", WISH), say("user", "Hi")]
    assert add_wish([say("developer", "Be kind."), say("user", "Hi")], words, reply=None) == [
        say("developer", f"Be kind.\n\n{WISH}"),
        say("user", "Hi"),
    ]
    assert add_wish([say("user", "Hi")], [], reply="x") == [say("user", "Hi")]


def test_a_reply_is_asked_for_once_more() -> None:
    messages = add_wish([say("user", "Hi")], ["damn", "silly"], reply="You silly goose.")
    assert messages[1:] == [
        say("assistant", "You silly goose."),
        say("user", f"Please give the same reply once more, with other words. {WISH}"),
    ]


def bury(text: str, depth: int) -> Any:
    buried: Any = text
    for _ in range(depth):
        buried = [buried]
    return buried


@pytest.mark.parametrize(
    ("messages", "prompt"),
    [
        ([say("user", "One?"), say("assistant", "1"), say("user", "Two?")], "Two?"),
        ([say("assistant", "1"), say("user", "Two?"), say("user", "Three?")], "Two?\n\nThree?"),
        ([say("user", "One?"), say("assistant", "1"), say("tool", "x")], "One?"),
        ([say("user", "One?"), say("system", "x"), say("tool", "x"), say("function", "x")], "One?"),
        ([say("User", "One?")], "One?"),
        ([{"content": "One?"}], "One?"),
        ([say("user", [{"type": "text", "text": "One?"}, {"type": "input_text", "text": "2?"}])], "One?\n2?"),
        (
            [say("user", ["One?", {"text": {"value": "Two?"}}, {"content": [{"text": "3?"}]}])],
            "One?\nTwo?\n3?",
        ),
        ([say("user", [{"type": "image_url", "image_url": {"url": "data:x"}}])], ""),
        ([say("user", bury("down", 5000))], "down"),
        ([say("user", 7), say("user", None)], ""),
        ([say("system", "x")], ""),
        ([], ""),
    ],
)
def test_the_prompt_is_all_that_was_asked_since_the_reply_before(messages: list[Any], prompt: str) -> None:
    assert find_prompt(messages) == prompt


def test_a_conversation_keeps_its_name_as_it_grows() -> None:
    start = [say("system", "Be kind."), say("user", "One?")]
    names = {
        derive_conversation([*start, *more], reader_id="ann", key=b"k")
        for more in ([], [say("assistant", "Yes.")], [say("assistant", NOTICE), say("user", "Two?")])
    }
    assert len(names) == 1
    assert len(names.pop()) == 32


def test_a_greeting_of_the_models_is_no_part_of_the_beginning() -> None:
    greeting = [say("system", "Be kind."), say("assistant", "Hello!")]
    names = {
        derive_conversation([*greeting, say("user", text)], reader_id="ann", key=b"k") for text in ("a", "b")
    }
    assert len(names) == 1


def test_other_readers_words_and_installations_make_other_conversations() -> None:
    start = [say("user", "One?")]
    names = {
        derive_conversation(start, reader_id="ann", key=b"k"),
        derive_conversation(start, reader_id="bo", key=b"k"),
        derive_conversation(start, reader_id="ann", key=b"other"),
        derive_conversation([say("user", "Two?")], reader_id="ann", key=b"k"),
        derive_conversation([say("system", "One?")], reader_id="ann", key=b"k"),
    }
    assert len(names) == 5


def test_only_the_newest_well_formed_notices_are_asked_about() -> None:
    notes = [f"{at:016x}" for at in range(150)]
    messages = [say("assistant", write_notice("Not shown.", note_id=note)) for note in notes]
    odd = [say("assistant", write_notice("Not shown.", note_id=note)) for note in ("01234567", "0" * 32)]
    assert list_notes([*messages, *odd, messages[-1]]) == notes[:49:-1]


@pytest.mark.parametrize("content", [5, {"text": "One?"}, True])
def test_content_of_no_known_kind_is_left_alone(content: object) -> None:
    messages = [say("user", content), say("assistant", NOTICE), say("user", "Two?")]
    assert clean_context(messages, unseen) == [messages[0], messages[2]]


@pytest.mark.parametrize(
    ("said", "times"),
    [
        ("u:Why?", 1),
        ("u:Why? a:So. u:Why?", 2),
        ("u:Why? a:So. u:How? a:So. u:Why?", 1),
        ("u:Why? u:Why?", 1),  # the reply between them was not shown: one message of two lines
        ("a:Hi. u:Why? a:So. u:Why? a:So. u:Why?", 3),
        ("", 1),
    ],
)
def test_how_often_in_a_row_the_same_was_asked(said: str, times: int) -> None:
    roles = {"u": "user", "a": "assistant"}
    turns = [{"role": roles[each[0]], "content": each[2:]} for each in said.split()]
    assert count_asked(turns) == times
