"""What a log may say of an exception: never its message, which may quote the text."""

from pathlib import Path
from traceback import extract_tb
from types import TracebackType
from typing import Any


def describe_error(error: BaseException) -> dict[str, Any]:
    """The type of an exception and the places it passed, without its message."""
    return {"error": type(error).__qualname__, "where": describe_stack(error.__traceback__)}


def describe_stack(traceback: TracebackType | None) -> list[str]:
    frames = extract_tb(traceback)
    return [f"{'/'.join(Path(frame.filename).parts[-2:])}:{frame.lineno} {frame.name}" for frame in frames]
