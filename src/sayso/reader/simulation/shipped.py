"""The replies that ship with Sayso: some that a small model gave, some that were written for Sayso."""

from importlib.resources import as_file, files

from sayso.reader.simulation.pool import PoolTurn
from sayso.reader.simulation.replies import Conversation, read_replies
from sayso.reader.simulation.written import load_written


def load_conversations() -> list[Conversation]:
    """What SmolLM2 replied to questions about identity; how it was asked: docs/explanation/readers-say.md."""
    with as_file(files("sayso.reader.simulation") / "data" / "recorded.jsonl") as path:
        return read_replies(path)


def load_recorded() -> list[PoolTurn]:
    """The same replies out of their conversations, each once."""
    turns = {turn.reply: turn for one in load_conversations() for turn in one.turns}
    return [PoolTurn("", "recorded", turn) for turn in turns.values()]


def load_pool() -> list[PoolTurn]:
    return [*load_recorded(), *load_written()]
