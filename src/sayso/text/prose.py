"""The parts of a text that are words, as against web and mail addresses, which are left as they are."""

import re
from collections.abc import Iterator

_CHUNK = re.compile(r"\S+")
_ADDRESS = re.compile(r"[a-z]+://.*|www\..*|[^@]+@[^@]+\.[^@]+", re.DOTALL | re.IGNORECASE)


def find_prose(text: str, *, hint: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Stretches without white space in which `hint` is found and that are no address."""
    for chunk in _CHUNK.finditer(text):
        if hint.search(chunk[0]) and not _ADDRESS.fullmatch(chunk[0]):
            yield chunk
