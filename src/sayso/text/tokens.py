"""Words and marks as one reads them on: what phrases are found in and how sentences are weighed.

Unlike `words`, endings with an apostrophe stand apart, so that text from sets that put spaces there ("he 's")
reads the same, and marks of punctuation are tokens too.
"""

import re
from dataclasses import dataclass, field

from sayso.core import Span

_TOKENS = re.compile(
    r"['’]\s?(?:s|t|re|ve|ll|d|m)\b|[^\W_]+(?:[*@$#]+[^\W_]+)*(?:-[^\W_]+)*|[.,!?;:()&]", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word, an ending or a mark, in small letters, and where it stands."""

    span: Span
    text: str = field(repr=False)


def split_tokens(text: str, span: Span | None = None) -> list[Token]:
    """The tokens of a text or of a stretch of it, in order.

    >>> [token.text for token in split_tokens("It 's 20 bucks, Ann!")]
    ['it', "'s", '20', 'bucks', ',', 'ann', '!']
    """
    begin, end = (span.begin, span.end) if span else (0, len(text))
    return [
        Token(Span(*match.span()), match.group().lower().replace("’", "'").replace("' ", "'"))
        for match in _TOKENS.finditer(text, begin, end)
    ]
