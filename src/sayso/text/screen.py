"""What a screen shows of a text: nothing of what is invisible, blanks as spaces, overrides turned round.

Offsets lead back to the original.
"""

import re

import regex

from sayso.text.folded import Edit, Folded

# The tables are the library's, so that they do not change with the version of Python. Unassigned code points
# have no picture; Unicode sets some of them aside to be ignored, and fonts leave no room for those.
_NOTHING = r"\p{Default_Ignorable_Code_Point}\p{Cn}\p{Cf}\p{Cc}--[\n\r\t\v\f\x85\u2028\u2029]"
# Signs of category Cf that are drawn: they enclose the digits after them.
_DRAWN = "\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
_FILLERS = "\u115f\u1160\u3164\uffa0\u2800"
_UNSEEN = regex.compile(
    rf"(?V1)(?P<blank>[{_FILLERS}\p{{Zs}}--[\x20]])|[[{_NOTHING}]--[{_DRAWN}]--[{_FILLERS}]]+"
)
# What follows a right-to-left override is shown turned round, up to the next such control or line break.
_OVERRIDDEN = re.compile("(?<=\u202e)[^\u202a-\u202e\u2066-\u2069\n\r\u2029]+")
_TYPED = re.compile(r"[\t\n\r -~]*")


def see(text: str) -> Folded:
    """What a screen shows of `text`. Seeing what was seen changes nothing."""
    folded = Folded.unchanged(text)
    if _TYPED.fullmatch(text):
        return folded
    if "\u202e" in text:
        folded = turn_overridden(folded)
    return folded.edit(
        Edit(*match.span(), " " if match["blank"] else "") for match in _UNSEEN.finditer(folded.text)
    )


def turn_overridden(folded: Folded) -> Folded:
    """Text under a right-to-left override, in the order it is shown."""
    order = list(range(len(folded.text)))
    for match in _OVERRIDDEN.finditer(folded.text):
        order[match.start() : match.end()] = reversed(order[match.start() : match.end()])
    return Folded(
        "".join(folded.text[index] for index in order),
        [folded.begins[index] for index in order],
        [folded.ends[index] for index in order],
    )
