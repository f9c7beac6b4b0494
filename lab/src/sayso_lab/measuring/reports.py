"""Harmless reports of 900 words with one insult at their end: what is flagged outside that sentence."""

import random
from collections.abc import Sequence

import numpy as np

from sayso.core import Examiner, Scorer, Span
from sayso.core.scores import FLAGGED
from sayso.stats.resampling import Bootstrap
from sayso_lab.measuring.row import Aim, AimRow, leave_out

REPORTS, REPORT_AIM = (
    "Harmless reports of 900 words, one insult at the end: words flagged before it, the most in one report",
    Aim(5, "at most"),
)
WORDS = 900
COUNT = 12
INSULTS = (
    "Whoever lost the minutes is a useless idiot.",
    "The clerk who filed this is a lazy, lying fool.",
    "And what a stupid piece of junk the new printer is.",
)
_SENTENCES = (
    "The {who} looked at the {what} on {day} and found nothing to mend.",
    "We paid {number} for the {what}, which is less than last year.",
    "On {day} the {who} will bring the keys back to the office.",
    "The {what} was painted in spring, and the {who} has the colour written down.",
    "{number} people came to the open evening, among them the {who} with both children.",
    "It rained on {day}, so the work on the {what} was put off by a week.",
    "The {who} asks for more light above the {what}.",
    "Nobody had a question about the {what}, and the point was closed.",
    "The next meeting is on {day} at seven, in the room beside the {what}.",
    "For the {what} there are {number} offers, of which the second is the best.",
    "The {who} thanked everyone who helped to carry the chairs.",
    "A tree near the {what} has to be cut back before the winter.",
)
_FILL = {
    "who": ("treasurer", "caretaker", "architect", "electrician", "gardener", "secretary", "librarian"),
    "what": ("gutter", "boiler", "staircase", "front door", "kitchen", "bicycle shed", "garden wall"),
    "day": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"),
    "number": ("twelve", "thirty", "forty-two", "sixty", "ninety", "two hundred"),
}


def make_report(place: int) -> tuple[str, Span]:
    """The report of this number, always the same, and where its one insult stands."""
    rng = random.Random(place)  # noqa: S311 - which sentences are drawn is no secret
    words: list[str] = []
    while len(words) < WORDS:
        filled = {name: rng.choice(choices) for name, choices in _FILL.items()}
        sentence = rng.choice(_SENTENCES).format(**filled)
        words += f"{sentence[0].upper()}{sentence[1:]}".split()
    report = " ".join(words)
    insult = INSULTS[place % len(INSULTS)]
    return f"{report} {insult}", Span(len(report) + 1, len(report) + 1 + len(insult))


def measure_reports(scorer: Scorer, *, bootstrap: Bootstrap) -> AimRow:
    if not isinstance(scorer, Examiner):
        return leave_out(REPORTS, f"{scorer.name} marks no words", aim=REPORT_AIM)
    made = [make_report(place) for place in range(COUNT)]
    found = scorer.examine([text for text, _ in made])
    outside = [
        sum(word.weight >= FLAGGED and not word.span.overlaps(insult) for word in evidence.words)
        for evidence, (_, insult) in zip(found, made, strict=True)
    ]
    inside = sum(
        any(word.weight >= FLAGGED and word.span.overlaps(insult) for word in evidence.words)
        for evidence, (_, insult) in zip(found, made, strict=True)
    )
    note = f"sentences of our own; mean {np.mean(outside):.1f}; the insult itself is flagged in {inside}"
    return AimRow(
        REPORTS, bootstrap.interval(_find_most, np.array(outside, np.float64)), COUNT, REPORT_AIM, note
    )


def _find_most(counts: Sequence[float]) -> float:
    return float(max(counts))
