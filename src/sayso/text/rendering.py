"""What a page shows of a text that it takes for HTML or Markdown: no tags, no link targets, `&#111;` as o.

Not a parser: for a search in which a wrong reading costs little. No pattern looks further than the next sign
of its kind, so that 20,000 of them in a row are gone through once.
"""

import re
from collections.abc import Callable, Iterator
from html import unescape

from sayso.text.folded import Edit, Folded

_SIGNS = ("&", "<", "](", "][", "[^")
_LINK_SIGNS = ("](", "][", "[^")

_REFERENCE = re.compile(r"&(?:#0*+[0-9]{1,7}|#[xX]0*+[0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});?")
_ZEROS = re.compile("(?<=#)0+|(?<=#[xX])0+")  # thousands of them are too many for Python's `int`
_TAG = r"<(?=[a-zA-Z/!?])"
_TAGS = re.compile(
    rf"""(?: {_TAG} (?: [^<>"']++ | "[^"<]*+" | '[^'<]*+' )*+ >  # a ">" in quotes does not end it
           | {_TAG} [^<>]*+ > )++""",
    re.VERBOSE,
)
_LINK_MARKS = re.compile(
    r"""(?: \]\( [^()\n]*+ (?: \([^()\n]*+\) [^()\n]*+ )*+ \)   # the target of a link
          | \]\[ [^][\n]*+ \] | \[\^ [^][\n]*+ \]               # the name of a target, of a footnote
          | !?\[ | \] )++""",
    re.VERBOSE,
)
_NEW_LINE = re.compile(r"</?(?:address|blockquote|br|d[dlt]|div|h[1-6r]|li|[ou]l|p|pre|t[dhr]|table)\b", re.I)

Gap = Callable[[str], str]
"""What is left of markup that stands between two letters."""


def read_rendered(text: str) -> tuple[Folded, ...]:
    """The readings of `text` without its markup, none if it has none; no two have the same text.

    Between letters a tag is first what browsers make of it, then nothing, then a space.
    """
    if not any(sign in text for sign in _SIGNS):
        return ()
    decoded = Folded.unchanged(text)
    if "&" in text:
        decoded = decoded.edit(_decode(text))
    readings: dict[str, Folded] = {}
    gaps: tuple[Gap, ...] = (
        lambda marks: " " if _NEW_LINE.search(marks) else "",
        lambda _: "",
        lambda _: " ",
    )
    for gap in gaps:
        folded = decoded
        if any(sign in folded.text for sign in _LINK_SIGNS):
            folded = folded.edit(_take_out(_LINK_MARKS, folded.text, gap))
        if "<" in folded.text:
            folded = folded.edit(_take_out(_TAGS, folded.text, gap))
        if folded.text != text:
            readings.setdefault(folded.text, folded)
    return tuple(readings.values())


def _decode(text: str) -> Iterator[Edit]:
    for reference in _REFERENCE.finditer(text):
        meant = unescape(_ZEROS.sub("", reference[0]))
        yield Edit(*reference.span(), " " if meant.isspace() else meant)


def _take_out(marks: re.Pattern[str], text: str, gap: Gap) -> Iterator[Edit]:
    for run in marks.finditer(text):
        begin, end = run.span()
        is_between = text[max(begin - 1, 0) : begin].isalnum() and text[end : end + 1].isalnum()
        yield Edit(begin, end, gap(run[0]) if is_between else "")
