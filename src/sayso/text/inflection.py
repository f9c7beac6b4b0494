"""Whether one English word can stand where another stood: ending and case.

Written by hand: libraries that inflect words bring dictionaries of tens of megabytes, and all that is asked
here is whether two endings go together.
"""

from typing import Literal

Form = Literal["plain", "s", "ing", "ed", "ly", "est"]

_SHORTEST_STEM = 2
_PLAIN_DESPITE_S = ("ss", "us", "is", "ous")
_PLAIN = frozenset(
    {
        "always",
        "anything",
        "bus",
        "gas",
        "king",
        "news",
        "nothing",
        "ring",
        "something",
        "best",
        "rest",
        "test",
    }
    | {"bully", "cowardly", "daily", "early", "elderly", "family", "friendly", "holy", "jolly", "likely"}
    | {"lively", "lonely", "lovely", "only", "reply", "silly", "ugly", "unfriendly", "unlikely", "west"}
)
_PLURALS = frozenset({"children", "folks", "guys", "men", "people", "police", "women"})


def find_form(word: str) -> Form:
    """The ending that says which part a word plays in its sentence."""
    lower = word.lower()
    if lower in _PLURALS:
        return "s"
    if lower in _PLAIN:
        return "plain"
    for form in ("ing", "est", "ed", "ly"):
        if lower.endswith(form) and len(lower) > len(form) + _SHORTEST_STEM:
            return form
    if lower.endswith("s") and len(lower) > 1 + _SHORTEST_STEM and not lower.endswith(_PLAIN_DESPITE_S):
        return "s"
    return "plain"


def agrees(word: str, other: str) -> bool:
    """Whether both have the same ending; of several words the last decides."""
    if not other:
        return True
    return find_form(word) == find_form(other.split()[-1])


def match_case(word: str, like: str) -> str:
    """`word` in capitals, with a capital, or as it is: as `like` is written."""
    if len(like) > 1 and like.isupper():
        return word.upper()
    if like[:1].isupper():
        return word[:1].upper() + word[1:]
    return word
