"""Changes to a sentence: how one is written into it, and whether what is left is still a sentence."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from sayso.core import Span
from sayso.core.draft import AlternativeSource
from sayso.text.article import fit_articles
from sayso.text.stopwords import is_stop_word
from sayso.text.tokens import split_tokens


def gather(words: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(words.split())


_SEAMS = (
    (re.compile(r"[ \t]{2,}"), " "),
    (re.compile(r"^[\s,;:.]+(?=\S)"), ""),
    (re.compile(r"([,;:])(?:\s*[,;:])+"), r"\1"),
    (re.compile(r"\s*[,;:]\s*(?=[.!?])"), ""),
    (re.compile(r"(?:- ){2,}"), ""),
    (re.compile(r"\s+$"), ""),
)
_HANGING = gather(
    """
    a an the my your ur his their our its this these those of for with by at from into about very such
    is are am was were be been being 's 're 'm to and or but because than as
    """
)
"""What cannot stand before a stop, or before a word of `_CLOSING`."""
_CLOSING = frozenset([".", "!", "?", ",", ";", ":", ")"])
_LEANING = frozenset(["of", "than", "'s", "'t", "'re"])
_NO_NOUN = gather(
    """
    a an the my your his their our its every another each
    """
)
_AFTER_NOUN = gather(
    """
    of and or but is are was were am be been 's has have had do does did can could will would should
    because if when who that which to for with by at from in on so as than not 't i we they he she you
    """
)
_COUNTED = gather(
    """
    people things stuff nonsense everyone someone something anything me him them us
    """
)

LEAST_WORDS = 2
"""Tokens, with the edge, that a sentence must have left."""
_EMPTY = re.compile(
    r"(?:\b(?:is|are|was|were|am|be|been|being|im|youre|hes|shes)|['’]\s?(?:s|re|m))\s+"
    r"(?:\w+ly |so |such |just |all |not )*"
    r"(?:(?:an?|the|some) )?(?:person|people|things?|stuff)\s*(?:$|[.!?,;])",
    re.IGNORECASE,
)
"""What says nothing: that somebody is a person."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Another wording for a stretch of the text; the empty one leaves it out."""

    span: Span
    text: str = field(repr=False)
    prior: float
    """How readily it is made, as a logarithm: what people did, what the phrasebook prefers."""
    source: AlternativeSource = "people"


def write_edits(text: str, sentence: Span, edits: Sequence[Edit]) -> str:
    """The sentence with its edits, which do not overlap; spaces, capitals, articles and marks are mended."""
    original = text[sentence.begin : sentence.end]
    changed = original
    for edit in sorted(edits, key=lambda edit: -edit.span.begin):
        begin, end = edit.span.begin - sentence.begin, edit.span.end - sentence.begin
        wording = _match_capitals(edit.text, original[begin:end])
        changed = changed[:begin] + wording + changed[end:]
    for pattern, instead in _SEAMS:
        changed = pattern.sub(instead, changed)
    for mark in ",.!?;:":
        if f" {mark}" in changed and f" {mark}" not in original:
            changed = re.sub(rf"\s+(?=\{mark})", "", changed)
    changed = fit_articles(changed, before=original)
    if original[:1].isupper() or (edits and original[:1] in "\"'“(" and original[1:2].isupper()):
        changed = re.sub(r"^([\W_]*)([^\W_])", lambda match: match[1] + match[2].upper(), changed)
    return changed


def _match_capitals(wording: str, like: str) -> str:
    letters = [one for one in like if one.isalpha()]
    return wording.upper() if len(letters) > 1 and all(one.isupper() for one in letters) else wording


def is_whole(before: str, after: str) -> bool:
    """Whether nothing hangs that did not hang before: no article without its noun, no "is" without more."""
    old, new = _pair_up(before), _pair_up(after)
    if len(new) <= LEAST_WORDS < len(old) or (_EMPTY.search(after) and not _EMPTY.search(before)):
        return False
    if len(new) <= LEAST_WORDS and new and new[0][1] in _COUNTED | {"person"}:
        return False
    return bool(new) and not any(_hangs(*pair) for pair in set(new) - set(old))


def _pair_up(text: str) -> list[tuple[str, str]]:
    tokens = [token.text for token in split_tokens(text)]
    while tokens and tokens[-1] in _CLOSING:
        tokens.pop()
    if not tokens:
        return []
    return list(zip([".", *tokens], [*tokens, "."], strict=True))


def _hangs(left: str, right: str) -> bool:
    if left in _HANGING and right in _CLOSING:
        return True
    if left in _NO_NOUN and (right in _AFTER_NOUN or left == right):
        return True
    if left in ("a", "an") and right in _COUNTED:
        return True
    return (left == right and left.isalpha()) or (left in _CLOSING and right in _LEANING)


def may_go(words: Sequence[str], begin: int, end: int, *, is_name: bool = False) -> bool:
    """Whether a passage that is left out is likely an ornament of its sentence and not a part of it.

    It may go before a word with a meaning of its own ("the [stupid] rail"), unless something measures it ("so
    [stupid] people") or it is the name of somebody ("this [idiot] thinks"); after "this" or "that"; and
    between marks or edges ("well [damn], pardon me").
    """
    left = words[begin - 1] if begin else "."
    right = words[end] if end < len(words) else "."
    measured = left in _MEASURES or left.endswith("ly")
    if right[0].isalpha() and not is_stop_word(right) and right not in _ADVERBS:
        return not is_name and (not measured or left in ("a", "an", "the", "is", "are", "was", "were", "be"))
    if left in ("this", "that", "all"):
        return True
    return left in _CLOSING or (right in _CLOSING and end - begin > 1 and not measured)


_ADVERBS = gather(
    """
    even enough too also lol lmao haha like again though ever anymore right up out off yet still since
    until over into without now then here there just always never today beyond compared instead so
    """
)
_MEASURES = gather(
    """
    a an the very so too as pretty quite how more most less such kind is are was were be
    """
)
