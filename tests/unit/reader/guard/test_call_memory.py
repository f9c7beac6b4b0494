"""What is remembered between a prompt and its reply."""

import pytest

from sayso.reader.guard.call_memory import Call, CallMemory, CallStart

CALL = Call("key-1", "ann", "call-1")


def name_call(call_id: str) -> Call:
    return CALL._replace(call_id=call_id)


@pytest.mark.parametrize("other", [{"key_id": "key-2"}, {"reader_id": "bob"}, {"call_id": "call-2"}])
def test_a_call_is_known_again_by_its_key_its_reader_and_its_id(other: dict[str, str]) -> None:
    memory = CallMemory()
    memory.remember(CALL, CallStart("c1", prompt="Hi"))
    assert memory.recall(CALL) == CallStart("c1", "Hi")
    assert memory.recall(CALL._replace(**other)) is None


def test_a_call_without_an_id_is_not_remembered() -> None:
    memory = CallMemory()
    memory.remember(name_call(""), CallStart("c1", prompt="Hi"))
    assert memory.recall(name_call("")) is None


def test_the_oldest_calls_are_forgotten_first() -> None:
    memory = CallMemory(size=2)
    for name in ("a", "b", "c"):
        memory.remember(name_call(name), CallStart(name))
    assert [memory.recall(name_call(name)) is not None for name in ("a", "b", "c")] == [False, True, True]


def test_prompts_take_only_so_much_room() -> None:
    """A call takes 11 bytes besides its prompt: key-1, ann, its name, the conversation, and é takes two."""
    memory = CallMemory(most_bytes=40)
    for name in ("a", "b", "b", "c"):
        memory.remember(name_call(name), CallStart("cc", prompt="ééé"))
    assert [memory.recall(name_call(name)) is not None for name in ("a", "b", "c")] == [False, True, True]
    memory.remember(name_call("d"), CallStart("c", prompt="x" * 100))
    assert [memory.recall(name_call(name)) for name in ("a", "b", "c", "d")] == [None] * 4


def test_a_call_is_forgotten_after_a_while() -> None:
    now = [0.0]
    memory = CallMemory(kept_for_s=60, clock=lambda: now[0])
    memory.remember(CALL, CallStart("c1"))
    now[0] = 59.0
    assert memory.recall(CALL) is not None
    now[0] = 60.0
    assert memory.recall(CALL) is None


def test_what_was_asked_is_not_in_its_description() -> None:
    assert "secret words" not in repr(CallStart("c1", prompt="secret words"))
