"""An adviser for tests: a table says what each word weighs and what could stand in its place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sayso.core import Alternative, Attribute, Draft, DraftWord, Opinion, Refusal, Span
from sayso.text.words import split_words


@dataclass
class TableAdviser:
    """TOXICITY is the heaviest word's weight; the second opinion is `second` while a word in `bad` stands."""

    weights: Mapping[str, float]
    wordings: Mapping[str, Sequence[str]]
    bad: frozenset[str] = frozenset()
    refuses: str = "refuse me"
    asked: list[tuple[str, bool]] = field(default_factory=list[tuple[str, bool]])

    def read(self, text: str, *, selection: Span | None = None, alternatives: bool = True) -> Draft:
        self.asked.append((text, alternatives))
        found = [(word, self.weights.get(word.text, 0.0)) for word in split_words(text)]
        is_refused = self.refuses in text
        words = [
            DraftWord(
                word.span.begin,
                word.span.end,
                word.text,
                weight,
                flagged=weight > 0.2,
                highlighted=alternatives and not is_refused and bool(self.wordings.get(word.text)),
                alternatives=self._list(word.text) if alternatives and not is_refused else (),
            )
            for word, weight in found
            if weight
        ]
        second = 0.8 if any(word.text in self.bad for word, _ in found) else 0.1
        return Draft(
            {Attribute.TOXICITY: max((weight for _, weight in found), default=0.0)},
            tuple(words),
            (),
            None,
            Refusal("group", "No.") if is_refused else None,
            Opinion("second.v1", second),
            "fake.v1",
        )

    def _list(self, word: str) -> tuple[Alternative, ...]:
        return tuple(
            Alternative(wording, 0.1, 0.1, 0.5, 0.5, 0.1, "neighbour")
            for wording in self.wordings.get(word, ())
        )
