"""A scorer whose answers a test writes down."""

from collections.abc import Callable, Mapping, Sequence

from sayso.core import Attribute, Scorer, Scores, UnjudgedReason
from sayso.scoring.registry import ScorerContext

DEFAULT_WORDS: Mapping[str, float] = {"idiot": 0.95, "stupid": 0.92, "silly": 0.4}


class FakeScorer:
    """Scores a text as its worst word in `words`; everything else gets `floor`.

    A text with `unreadable` in it is unjudged. `calls` keeps the size of each batch it was given.
    """

    def __init__(
        self,
        words: Mapping[str, float] = DEFAULT_WORDS,
        *,
        name: str = "fake.v1",
        attributes: frozenset[Attribute] = frozenset(Attribute) - {Attribute.SEXUALLY_EXPLICIT},
        floor: float = 0.02,
        unreadable: str = "\u2400",
        languages: frozenset[str] | None = frozenset({"en"}),
    ) -> None:
        self._words = dict(words)
        self._floor = floor
        self._unreadable = unreadable
        self.name = name
        self.attributes = attributes
        self.languages = languages
        self.calls: list[int] = []

    def score(self, texts: Sequence[str]) -> Scores:
        self.calls.append(len(texts))
        column = [
            max((score for word, score in self._words.items() if word in text.lower()), default=self._floor)
            for text in texts
        ]
        unjudged: dict[int, UnjudgedReason] = {
            row: "unreadable" for row, text in enumerate(texts) if self._unreadable in text
        }
        return Scores(self.name, dict.fromkeys(sorted(self.attributes), column), unjudged)


def build(argument: str, context: ScorerContext, create: Callable[[str], Scorer]) -> Scorer:  # noqa: ARG001
    """For registries in tests: `fake`, of which there are versions v1 and v2."""
    return FakeScorer(name=f"fake.{context.version}" if context.version in {"v1", "v2"} else "fake.v1")
