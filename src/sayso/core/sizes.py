"""How much text one request may bring; Perspective's addresses have limits of their own."""

from collections.abc import Sequence

from sayso.core.errors import TextTooLong

MAX_TEXTS = 1000
MAX_LENGTH = 100_000
"""Code points. One text of this length takes the model about a tenth of a second."""


def check_lengths(texts: Sequence[str]) -> None:
    """Raises `TextTooLong` for the first text over the limit: nothing is cut off silently."""
    for index, text in enumerate(texts):
        if len(text) > MAX_LENGTH:
            raise TextTooLong(
                f"Text {index} has {len(text)} characters; at most {MAX_LENGTH} are taken.",
                hint="Cut it into parts and send those.",
            )
