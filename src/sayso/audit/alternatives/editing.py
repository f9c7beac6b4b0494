"""An author who takes the first suggestion every time."""

from dataclasses import dataclass, field

from sayso.audit.alternatives.roles import Adviser
from sayso.core import Draft, DraftWord
from sayso.explaining.candidates import replace_span

MOST_EDITS = 10


@dataclass(frozen=True, slots=True)
class Edited:
    """What became of a text: the draft as it was first read, and as it was last."""

    text: str = field(repr=False)
    edits: int
    first: Draft
    last: Draft


def edit_greedily(adviser: Adviser, text: str, *, most: int = MOST_EDITS) -> Edited:
    """The heaviest highlighted word gets its first alternative, until nothing is highlighted or so many
    words are changed."""
    first = draft = adviser.read(text)
    edits = 0
    while edits < most and (word := find_heaviest(draft)):
        text = replace_span(text, word.span, word.alternatives[0].text)
        edits += 1
        draft = adviser.read(text, alternatives=edits < most)
    return Edited(text, edits, first, draft)


def find_heaviest(draft: Draft) -> DraftWord | None:
    highlighted = [word for word in draft.words if word.highlighted and word.alternatives]
    return max(highlighted, key=lambda word: word.weight, default=None)
