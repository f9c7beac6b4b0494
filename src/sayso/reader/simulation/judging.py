"""Replies judged for many readers at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sayso.core.policy import Policy, Tolerance
from sayso.core.reader import Decision, Ruling, Term
from sayso.deciding.reading import Reading, prepare
from sayso.deciding.replies import decide, join_scores, put_first, split_texts
from sayso.deciding.word_bank import WordBank
from sayso.reader.simulation.known import KnownScores


@dataclass(frozen=True)
class Notes:
    """Rulings by the words ruled on."""

    rulings: Mapping[str, Ruling] = field(default_factory=dict[str, Ruling], repr=False)

    @cached_property
    def key(self) -> frozenset[tuple[str, Ruling]]:
        """Equal for readers who ruled the same: a reply is then judged once for all of them."""
        return frozenset(self.rulings.items())

    def make_bank(self) -> WordBank:
        return WordBank([Term(words, ruling, source="answer") for words, ruling in self.rulings.items()])

    def rule(self, named: Sequence[str], ruling: Ruling) -> "Notes":
        """With one answer for all that is named; `ask` leaves no entry, and takes an earlier one back."""
        words = {one.casefold() for one in named}
        rulings: dict[str, Ruling] = {text: one for text, one in self.rulings.items() if text not in words}
        if ruling != "ask":
            rulings.update((text, ruling) for text in sorted(words))
        return Notes(rulings)


Case = tuple[str, Notes]
Rulings = frozenset[tuple[str, Ruling]]
Key = tuple[str, Rulings]
NOBODY = Tolerance("")
"""Simulated readers leave the limits where the policy has them."""


class Judge:
    """The rules of `sayso.deciding`, with a memory for verdicts on the same reply and the same word bank."""

    def __init__(self, known: KnownScores, policy: Policy) -> None:
        self._known = known
        self._policy = policy
        self._verdicts: dict[Key, Decision] = {}
        self._banks: dict[Rulings, WordBank] = {}

    def judge(self, cases: Sequence[Case]) -> list[Decision]:
        """What becomes of each reply; whatever is still to be scored for them is one batch."""
        keys = [(reply, notes.key) for reply, notes in cases]
        new = {key: case for key, case in zip(keys, cases, strict=True) if key not in self._verdicts}
        readings = {key: self._prepare(*case) for key, case in new.items()}
        texts = {key: split_texts(reading) for key, reading in readings.items()}
        self._known.learn(text for whole, _ in texts.values() for text in whole)
        self._known.ngrams.learn(text for _, ngrams in texts.values() for text in ngrams)
        for key, reading in readings.items():
            whole, ngrams = texts[key]
            scores = join_scores(reading, self._known.score(whole), self._known.ngrams.score(ngrams))
            verdict = decide(reading, scores, policy=self._policy, tolerance=NOBODY)
            weights = self._known.ngrams.score(verdict.words)
            self._verdicts[key] = put_first(verdict, weights, policy=self._policy)
        return [self._verdicts[key] for key in keys]

    def _prepare(self, reply: str, notes: Notes) -> Reading:
        if notes.key not in self._banks:
            self._banks[notes.key] = notes.make_bank()
        in_context = self._known.ngrams is not self._known
        bank = self._banks[notes.key]
        return prepare(reply, policy=self._policy, bank=bank, in_context=in_context)
