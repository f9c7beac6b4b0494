"""Text as it comes from the server, made fit to be judged: whole characters, and no mark of ours."""

import codecs
import re

MARK = "[Sayso]"
"""Our notices begin with it, and nothing else does."""

_MARK = re.compile(r"\[(sayso)\]", re.IGNORECASE)
_BEGUN_MARK = re.compile(r"\[(?:s(?:a(?:y(?:s(?:o)?)?)?)?)?\Z", re.IGNORECASE)
_HALF = re.compile("[\ud800-\udfff]")
_UTF16 = "utf-16-le"


class TextRepair:
    """For a text that grows. Gives each piece back as far as nothing that follows can change it.

    Halves of a character (surrogates) are joined: a client would join them, and nobody had judged what it
    then shows. A half that stays alone becomes U+FFFD. Our mark loses its brackets, lest a reply pass for us.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder(_UTF16)("replace")
        self._kept = ""

    def add(self, piece: str, *, final: bool = False) -> str:
        whole = self._decoder.decode(piece.encode(_UTF16, "surrogatepass"), final)
        text = _MARK.sub(r"(\1)", self._kept + whole)
        begun = None if final else _BEGUN_MARK.search(text)
        end = begun.start() if begun else len(text)
        self._kept = text[end:]
        return text[:end]


def mend(text: str) -> str:
    """All of a text, as `TextRepair` would have it."""
    return TextRepair().add(text, final=True)


def join_halves(text: str) -> str:
    """Whole characters alone; for what is not shown as a reply."""
    return text.encode(_UTF16, "surrogatepass").decode(_UTF16, "replace") if _HALF.search(text) else text
