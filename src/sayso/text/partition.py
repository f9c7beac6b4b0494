"""Which sentences are kept for measuring, decided by the sentence alone."""

import hashlib

from sayso.text.words import split_words

SHARE = 10
"""One in so many is held out."""


def is_held_out_pair(text: str) -> bool:
    """Whether a sentence that people rewrote is kept for measuring. Case, spacing and marks do not matter."""
    words = " ".join(word.text.lower() for word in split_words(text))
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).digest()[0] % SHARE == 0
