"""How many texts have a way out: a few suggestions taken, one after the other, until the score is low."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sayso.audit.alternatives.roles import Adviser
from sayso.core import Attribute, Draft
from sayso.explaining.candidates import replace_span
from sayso.text.article import fit_articles

MOST_CHOICES, GOAL = 3, 0.5
Choose = Callable[[str, Draft], str | None]


@dataclass(frozen=True, slots=True)
class WayOut:
    """A text, what it scored, and after how many choices it was under the goal; None: it was not."""

    text: str = field(repr=False)
    score: float
    choices: int | None


def find_way(adviser: Adviser, text: str, *, choose: Choose) -> WayOut | None:
    """None for a text for which suggestions are refused: its author is told why instead."""
    draft = adviser.read(text)
    before = draft.scores[Attribute.TOXICITY]
    if draft.refused:
        return None
    for choices in range(1, MOST_CHOICES + 1):
        changed = choose(text, draft)
        if changed is None:
            return WayOut(text, before, None)
        text, draft = changed, adviser.read(changed)
        if draft.scores[Attribute.TOXICITY] < GOAL:
            return WayOut(text, before, choices)
    return WayOut(text, before, None)


def take_first(text: str, draft: Draft) -> str | None:
    """What an author sees first."""
    return next(iter(name_choices(text, draft)), (0.0, None))[1]


def take_best(text: str, draft: Draft) -> str | None:
    """What lowers the score most."""
    return min(name_choices(text, draft), default=(0.0, None))[1]


def name_choices(text: str, draft: Draft) -> Iterable[tuple[float, str]]:
    """Each choice there is: what the text would score, and the text."""
    for one in draft.rewordings:
        yield one.score_after, text[: one.begin] + one.text + text[one.end :]
    for word in sorted(draft.words, key=lambda word: -word.weight):
        for one in word.alternatives:
            yield one.score_after, fit_articles(replace_span(text, word.span, one.text), before=text)
