"""Words that people rule on, and when two of them are the same words."""

import re

from sayso.core.errors import BadInput
from sayso.text.disguise import plainly
from sayso.text.words import split_words

LONGEST_TERM = 200
MOST_WORDS = 10

_JOINT = re.compile("[-_‐‑–—/⁄]+")


def normalise_term(text: str) -> str:
    """The words of a term in plain lower-case letters, one space apart: equal for the same words.

    Raises `BadInput` for what cannot be a term: no word in it, or too much.
    """
    if len(text) > LONGEST_TERM:
        raise BadInput(
            f"These words are {len(text)} characters long. Accepted: up to {LONGEST_TERM}.",
            hint="Name only the words that matter.",
        )
    if (count := len(text.split())) > MOST_WORDS:
        raise BadInput(
            f"These are {count} words. Accepted: 1 to {MOST_WORDS}.", hint="Name only the words that matter."
        )
    if not (words := split_words(text)):
        raise BadInput(
            "There is no word here. Accepted: at least one letter, digit or emoji.",
            hint="Write the words as they stand in a reply.",
        )
    plain = " ".join(plainly(word.text).text.strip() or word.text for word in words)
    return " ".join(_JOINT.sub(" ", plain).split()) or plain


def can_be_ruled_on(text: str) -> bool:
    """Not all that a model writes is words that can be found again: a thousand letters in a row, say."""
    try:
        return bool(normalise_term(text))
    except BadInput:
        return False
