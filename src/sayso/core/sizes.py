"""How much text one request may bring; Perspective's addresses have limits of their own."""

from collections.abc import Iterable, Sequence

from sayso.core.errors import TextTooLong

MAX_TEXTS = 1000
MAX_LENGTH = 100_000
"""Code points. One text of this length takes the model some seconds."""
MAX_TOGETHER = 1_000_000
"""Code points of all texts of one request: about a minute of work."""
COUNTED_LENGTH = 2_000
"""Code points. For limits, a text counts once for each of these that it begins."""


def count_texts(texts: Iterable[str]) -> int:
    """What the texts count for limits: one of 5,000 characters counts as three."""
    return sum(max(1, -(-len(text) // COUNTED_LENGTH)) for text in texts)


def check_lengths(texts: Sequence[str]) -> None:
    """Raises `TextTooLong` for the first text over the limit: nothing is cut off silently."""
    if (together := sum(map(len, texts))) > MAX_TOGETHER:
        raise TextTooLong(
            f"The texts have {together} characters together; at most {MAX_TOGETHER} are taken at once.",
            hint="Send them in several requests.",
        )
    for index, text in enumerate(texts):
        if len(text) > MAX_LENGTH:
            raise TextTooLong(
                f"Text {index} has {len(text)} characters; at most {MAX_LENGTH} are taken.",
                hint="Cut it into parts and send those.",
            )
