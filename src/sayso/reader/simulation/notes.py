"""What a simulated reader has ruled so far: an immutable word bank that can be compared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sayso.core.reader import Ruling, Term
from sayso.deciding.word_bank import WordBank


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
