"""Scores of texts that come again and again: each is scored once, in batches, whoever asks for it."""

from collections.abc import Callable, Iterable, Sequence

from sayso.core import Attribute, ScaleMap, Scorer, Scores
from sayso.scoring.optional_roles import put_on_perspective

BATCH = 1024
Watch = Callable[[int], None]
"""Called with how many texts are known so far."""


class KnownScores:
    """A scorer with a memory. The memory is right, for a score depends on the text and the model alone.

    `ngrams` knows the scores of n-grams, where those have a scorer of their own; `scale_map` carries all of
    them over to Perspective's scale.
    """

    def __init__(
        self,
        scorer: Scorer,
        *,
        ngrams: "KnownScores | None" = None,
        scale_map: ScaleMap | None = None,
        watch: Watch = lambda _known: None,
    ) -> None:
        self.ngrams = self if ngrams is None else ngrams  # an empty one is falsy
        self._scorer = scorer
        self._scale_map = scale_map
        self._watch = watch
        self._places: dict[str, int] = {}
        self._columns: dict[Attribute, list[float]] = {name: [] for name in sorted(scorer.attributes)}
        self.model = scorer.name

    def __len__(self) -> int:
        return len(self._places)

    def learn(self, texts: Iterable[str]) -> None:
        """Score what is not known yet."""
        new = [text for text in dict.fromkeys(texts) if text not in self._places]
        for begin in range(0, len(new), BATCH):
            self._add(new[begin : begin + BATCH])
            self._watch(len(self))

    def _add(self, texts: Sequence[str]) -> None:
        scores = self._scorer.score(texts)
        if self._scale_map is not None:
            scores = put_on_perspective(scores, self._scale_map)
        for name, column in self._columns.items():
            column.extend(scores.column(name))
        self._places.update((text, at) for at, text in enumerate(texts, start=len(self)))

    def score(self, texts: Sequence[str]) -> Scores:
        """As a scorer gives them."""
        self.learn(texts)
        places = [self._places[text] for text in texts]
        return Scores(
            self.model, {name: [column[at] for at in places] for name, column in self._columns.items()}
        )

    def row(self, text: str) -> dict[Attribute, float]:
        """All scores of one text."""
        return self.score([text]).row(0)

    def highest(self, text: str, attributes: Iterable[Attribute]) -> float:
        """Its worst score among these attributes."""
        self.learn([text])
        place = self._places[text]
        return max(self._columns[name][place] for name in attributes)
