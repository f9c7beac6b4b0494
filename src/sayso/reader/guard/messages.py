"""The conversation as the model sees it: without our notices, which would teach it to avoid the matter."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, cast

from sayso.reader.guard.notices import find_notice
from sayso.reader.guard.parts import join_content
from sayso.storage.reader.reader_rows import is_id

Message = Mapping[str, Any]
FindReply = Callable[[str], str | None]
"""The reply behind a notice, if its reader has seen it."""

CONVERSATION_LENGTH = 32
MOST_NOTES = 100
MOST_ASKED = 50
NOT_ASKING = frozenset({"assistant", "developer", "function", "system", "tool"})
WORDED = ("text", "content", "value")
"""Where the parts of a message have their words, in one dialect or another."""

_PLAIN_KEYS = frozenset({"role", "content"})


def clean_context(messages: Sequence[Message], find_reply: FindReply) -> list[Message]:
    """Each notice gives way to the reply, if it was seen, or to what was shown before it, or goes.

    Messages of the same role that meet where one went are joined: many models insist on turns.
    """
    cleaned: list[Message] = []
    has_gap = False
    for message in messages:
        kept = _restore(message, find_reply)
        if kept is None:
            has_gap = True
        elif has_gap and cleaned and _can_join(cleaned[-1], kept):
            cleaned[-1] = _join(cleaned[-1], kept)
            has_gap = False
        else:
            cleaned.append(kept)
            has_gap = False
    return cleaned


def list_notes(messages: Sequence[Message]) -> list[str]:
    """The ids of the newest notices, the newest first, each once; of older ones the replies stay out."""
    texts = [
        join_content(message.get("content")) for message in messages if message.get("role") == "assistant"
    ]
    notes = (found.note_id for text in reversed(texts) if (found := find_notice(text)))
    return list(dict.fromkeys(note for note in notes if is_id(note)))[:MOST_NOTES]


def _restore(message: Message, find_reply: FindReply) -> Message | None:
    if message.get("role") != "assistant":
        return message
    text = join_content(message.get("content"))
    found = find_notice(text)
    if found is None:
        return message
    content = find_reply(found.note_id) or text[: found.begin].strip()
    if not content and not message.get("tool_calls"):
        return None
    return {**message, "content": content or None}


def _can_join(one: Message, other: Message) -> bool:
    is_plain = one.keys() | other.keys() <= _PLAIN_KEYS
    has_text = all(isinstance(each.get("content"), str | list | None) for each in (one, other))
    return one.get("role") == other.get("role") and is_plain and has_text


def _join(one: Message, other: Message) -> Message:
    before, after = one.get("content"), other.get("content")
    if isinstance(before, str) and isinstance(after, str):
        return {**one, "content": f"{before}\n\n{after}"}
    return {**one, "content": [*_list_parts(before), *_list_parts(after)]}


def _list_parts(content: Any) -> list[Any]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content or [])


def add_wish(messages: Sequence[Message], words: Sequence[str], *, reply: str | None) -> list[Message]:
    """Asks the model to do without these words; with `reply`, to say that one again."""
    if not words:
        return list(messages)
    named = ", ".join(f'"{word}"' for word in words)
    wish = f"Do not use these words, nor other forms of them: {named}."
    if reply is not None:
        again = f"Please give the same reply once more, with other words. {wish}"
        return [*messages, {"role": "assistant", "content": reply}, {"role": "user", "content": again}]
    first: Message = messages[0] if messages else {}
    if first.get("role") in ("system", "developer") and isinstance(first.get("content"), str):
        return [{**first, "content": f"{first['content']}\n\n{wish}"}, *messages[1:]]
    return [{"role": "system", "content": wish}, *messages]


def find_prompt(messages: Sequence[Message]) -> str:
    """What the person who asks said last: all of it up to the reply before, in whatever shape it is.

    What no role is known for counts as theirs: what is forwarded must not pass for something else.
    """
    asked: list[str] = []
    for message in reversed(messages):
        role = str(message.get("role")).lower()
        if role == "assistant" and asked:
            break
        if role not in NOT_ASKING and (words := "\n".join(walk_words(message.get("content")))):
            asked.append(words)
    return "\n\n".join(reversed(asked))


def count_asked(messages: Sequence[Message]) -> int:
    """How often in a row the person has asked what they ask now, each time after another reply.

    For example 2 of "Why?", "Because.", "Why?": a request for another reply has the same count as the one
    before it, and a question that is put once more has one more.
    """
    ends = [at for at, message in enumerate(messages) if str(message.get("role")).lower() == "assistant"]
    now = find_prompt(messages)
    before = (find_prompt(messages[:end]) for end in ends[: -MOST_ASKED - 1 : -1])
    return 1 + sum(1 for _ in takewhile(lambda prompt: prompt == now, before))


def walk_words(content: Any) -> Iterator[str]:
    """The texts of a message's content; without recursion, which a deep value would exhaust. No pictures."""
    waiting = [content]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            part = cast(Mapping[str, Any], item)
            waiting.extend(part[name] for name in reversed(WORDED) if name in part)
        elif isinstance(item, list):
            waiting.extend(reversed(cast(list[Any], item)))


def derive_conversation(messages: Sequence[Message], *, reader_id: str, key: bytes) -> str:
    """The same for every request of a conversation: from what stands before the first reply.

    Keyed, so that nobody can find out the words by trying.
    """
    start: list[str] = []
    for message in messages:
        role = str(message.get("role"))
        if role not in ("system", "developer", "user"):
            break
        start.append(f"{role}:{join_content(message.get('content'))}")
        if role == "user":
            break
    said = "\x00".join([reader_id, *start]).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(said, key=key[:64], digest_size=CONVERSATION_LENGTH // 2).hexdigest()
