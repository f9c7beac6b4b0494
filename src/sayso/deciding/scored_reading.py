"""A text's n-grams beside their scores: who reaches which limit."""

import math
from collections.abc import Iterable, Mapping, Sequence

from sayso.core import (
    Attribute,
    Cause,
    Decision,
    Outcome,
    Policy,
    ScoredNgram,
    Scores,
    Tolerance,
    UnjudgedReason,
)
from sayso.core.errors import BadInput
from sayso.core.span import Span
from sayso.deciding.reading import Candidate, Reading, Unit
from sayso.text.terms import can_be_ruled_on

TOP_CATEGORIES = 3
ATTACKS = (Attribute.INSULT, Attribute.IDENTITY_ATTACK, Attribute.THREAT)
"""What a permitted word is not permitted for: in "You are a ..." the word is all there is."""


def check_attributes(policy: Policy, known: Iterable[Attribute]) -> None:
    """Raises `BadInput` if the policy watches what the scorer cannot score."""
    known = sorted(known)
    for attribute in policy.attributes:
        if attribute not in known:
            raise BadInput(
                f"The policy of {policy.community!r} watches {attribute}, which the model cannot score. "
                f"It scores: {', '.join(known) or 'nothing'}.",
                hint="Take the attribute out of the policy, or choose a model that scores it.",
            )


class ScoredReading:
    """A reading beside its scores: who reaches which limit."""

    def __init__(self, reading: Reading, scores: Scores, policy: Policy, tolerance: Tolerance) -> None:
        if reading.texts and scores.columns:
            check_attributes(policy, scores.columns)
        self.reading = reading
        self.scores = scores
        self.policy = policy
        self._limits = {attribute: tolerance.limit(attribute, policy) for attribute in policy.attributes}
        self._middles = {attribute: tolerance.middle(attribute, policy) for attribute in policy.attributes}
        watched = (attribute for attribute in policy.attributes if attribute in scores.columns)
        self._watched = {attribute: scores.column(attribute) for attribute in watched}
        self.is_complete = self._check()
        needed = [unit for unit in reading.units if unit.permitted or not unit.row]
        unread: list[UnjudgedReason] = [
            scores.unjudged[row]
            for unit in needed
            for row in (unit.row, unit.neutral_row)
            if row in scores.unjudged
        ]
        self.is_read = not unread
        """Whether the model could read the whole, and each sentence with permitted words."""
        self.reason: UnjudgedReason = unread[0] if unread else "unavailable"
        """Why not; a model that leaves scores out is as good as away."""

    def _check(self) -> bool:
        """Whether every text has every watched score."""
        rows = len(self.reading.texts)
        full = (
            len(column) >= rows and all(map(math.isfinite, column[:rows]))
            for column in self._watched.values()
        )
        return not rows or (self._watched.keys() == set(self.policy.attributes) and all(full))

    def peak(self, row: int) -> float:
        """The highest watched score of a text."""
        return max(column[row] for column in self._watched.values())

    def reaches_hard(self, row: int) -> bool:
        return self.peak(row) >= self.policy.hard_limit

    def reaches_last(self, row: int) -> bool:
        return self.peak(row) >= self.policy.last_limit

    def is_heavy(self, row: int) -> bool:
        """Whether any watched score is nearer to the hard limit than to the reader's."""
        return any(column[row] >= self._middles[attribute] for attribute, column in self._watched.items())

    def is_excused(self, unit: Unit) -> bool:
        """Whether a heavy text is so by permitted words alone, and is no attack with them."""
        if not unit.permitted or self.is_heavy(unit.neutral_row) or self.reaches_hard(unit.row):
            return False
        attacks = (self.scores.columns[name][unit.row] for name in ATTACKS if name in self.scores.columns)
        return all(float(score) < self.policy.soft_limit for score in attacks)

    def reaches_soft(self, row: int) -> bool:
        """Whether any watched score is at or over the limit that holds for this reader."""
        return any(column[row] >= self._limits[attribute] for attribute, column in self._watched.items())

    def rank(self) -> list[Candidate]:
        """The n-grams, each once, the worst first: those that reach a limit, then by their highest score."""
        once = {candidate.row: candidate for candidate in reversed(self.reading.candidates)}
        return sorted(
            once.values(),
            key=lambda each: (not self.reaches_soft(each.row), -self.peak(each.row), each.span),
        )

    def rank_in(self, span: Span) -> list[Candidate]:
        """Those of them that lie in a sentence, or touch it."""
        return [each for each in self.rank() if span.overlaps(each.span)]

    def list_words(self, spans: Iterable[Span]) -> tuple[str, ...]:
        """What an answer may be about: the words in these places that can be ruled on, each once."""
        if self.policy.answers_about == "ngrams":
            return ()
        spans = list(spans)
        found = {
            word.text.casefold(): word.text
            for word in reversed(self.reading.words)
            if any(span.overlaps(word.span) for span in spans)
        }
        return tuple(text for text in reversed(found.values()) if can_be_ruled_on(text))

    def conclude(
        self,
        outcome: Outcome,
        cause: Cause,
        *,
        worst: Sequence[Candidate] = (),
        words: Sequence[str] = (),
        row: int | None = None,
    ) -> Decision:
        """The decision; `row` is the text whose scores tell why, `worst` the n-grams to name."""
        peaks = (self.peak(candidate.row) for candidate in self.reading.candidates if self.is_complete)
        return Decision(
            outcome,
            cause,
            max(peaks, default=0.0) if row is None else self.peak(row),
            self._row(0) if self.reading.texts else {},
            self.scores.model,
            self.policy.version,
            named=tuple(
                ScoredNgram(each.name, each.span, self._row(each.row), each.passage)
                for each in worst
                if each.name and not self.reaches_hard(each.name_row)
            ),
            categories=self._top(row) if row is not None else (),
            words=tuple(words),
        )

    def _row(self, row: int) -> Mapping[Attribute, float]:
        pairs = ((name, column[row : row + 1]) for name, column in self.scores.columns.items())
        return {name: float(cell[0]) for name, cell in pairs if len(cell) and math.isfinite(cell[0])}

    def _top(self, row: int) -> tuple[tuple[Attribute, float], ...]:
        """The highest attributes, watched or not; at least one of them is watched, since that one decided."""
        ranked = sorted(self._row(row).items(), key=lambda pair: -pair[1])
        watched = next(pair for pair in ranked if pair[0] in self._watched)
        rest = [pair for pair in ranked if pair != watched]
        chosen = [watched, *rest[: TOP_CATEGORIES - 1]]
        return tuple(pair for pair in ranked if pair in chosen)
