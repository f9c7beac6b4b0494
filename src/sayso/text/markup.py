"""A comment's HTML as the text its readers see."""

import re
from html import unescape

_BREAKS = frozenset(
    {"address", "article", "blockquote", "br", "dd", "div", "dl", "dt", "figcaption", "figure", "h1", "h2"}
    | {"h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "section", "table", "td", "th", "tr", "ul"}
)
_INLINE = frozenset(
    {"a", "abbr", "b", "cite", "code", "del", "em", "font", "i", "iframe", "img", "ins", "kbd", "mark", "q"}
    | {"s", "small", "span", "strike", "strong", "sub", "sup", "tbody", "thead", "u", "video"}
)
# A tag that we know, as browsers read it: quotes count after "=" only. It ends with ">" or with the text, so
# that whatever begins as one is gone through once; and no step is ever taken back ("*+" and the like).
_TAG = re.compile(
    rf"""</? (?P<name>{"|".join(sorted(_BREAKS | _INLINE))}) (?=[\ \t\n\f\r/>])
    (?: [\ \t\n\f\r/]
      | [^\ \t\n\f\r/>] [^\ \t\n\f\r/>=]*+  # an attribute, and its value if it has one
        (?: [\ \t\n\f\r]*+ = [\ \t\n\f\r]*+
            (?: "[^"]*+(?:"|\Z) | '[^']*+(?:'|\Z) | [^\ \t\n\f\r>"'] [^\ \t\n\f\r>]*+ )?+ )?+
    )*+ (?P<end>>)?+""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)


def strip_markup(markup: str) -> str:
    """The text without tags, entities read. What looks like a tag and is none stays: somebody wrote it."""
    lines = (" ".join(line.split()) for line in unescape(_TAG.sub(_replace, markup)).splitlines())
    return "\n".join(line for line in lines if line)


def _replace(tag: re.Match[str]) -> str:
    if not tag["end"]:
        return tag[0]
    return "\n" if tag["name"].lower() in _BREAKS else ""
