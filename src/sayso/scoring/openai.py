"""`openai`: asks OpenAI's moderation endpoint, or any service that speaks its wire format.

The model is part of the name: `openai.omni-moderation-2024-09-26` unless `openai:MODEL` says another. A dated
model can be replayed; an alias such as `omni-moderation-latest` cannot, the service may move it.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import ClassVar

from sayso.core import Attribute, ScaleMap, Scorer, Scores
from sayso.core.errors import BadInput
from sayso.scoring.failures import Service, as_list, as_object, read_score, unreadable
from sayso.scoring.registry import ScorerContext
from sayso.scoring.remote import RemoteClient, Wire, score_pieces

OPENAI = Service("The moderation service", "SAYSO_OPENAI_KEY")
DEFAULT_MODEL = "omni-moderation-2024-09-26"
BATCH = 32
HARASSMENT = ("harassment", "harassment/threatening")
HATE = ("hate", "hate/threatening")
CATEGORIES: Mapping[Attribute, tuple[str, ...]] = {
    Attribute.TOXICITY: (*HARASSMENT, *HATE),
    Attribute.IDENTITY_ATTACK: ("hate",),
    Attribute.INSULT: ("harassment",),
    Attribute.THREAT: ("harassment/threatening", "hate/threatening", "violence"),
    Attribute.SEXUALLY_EXPLICIT: ("sexual",),
}
"""An attribute is the highest of these categories. What OpenAI has no category for is not scored."""


class OpenAIScorer:
    """Up to 32 texts a call, a few calls at once."""

    attributes = frozenset(CATEGORIES)
    scale_map: ClassVar[ScaleMap | None] = None

    def __init__(
        self,
        *,
        url: str,
        key: str = "",
        model: str = DEFAULT_MODEL,
        timeout_s: float = 5.0,
        wire: Wire | None = None,
    ) -> None:
        self.name = f"openai.{model}"
        self._model = model
        headers = {"authorization": f"Bearer {key}"} if key else {}
        self._client = RemoteClient(OPENAI, url=url, key=key, headers=headers, timeout_s=timeout_s, wire=wire)

    def score(self, texts: Sequence[str]) -> Scores:
        return score_pieces(texts, name=self.name, attributes=self.attributes, ask=self._ask)

    def close(self) -> None:
        self._client.close()

    def _ask(self, pieces: Sequence[str]) -> list[Mapping[Attribute, float]]:
        batches = [pieces[at : at + BATCH] for at in range(0, len(pieces), BATCH)]
        return list(chain.from_iterable(self._client.each(self._moderate, batches)))

    def _moderate(self, batch: Sequence[str]) -> list[Mapping[Attribute, float]]:
        body = {"model": self._model, "input": list(batch)}
        results = as_list(self._client.post("/moderations", body, hidden=batch).get("results"))
        if len(results) != len(batch):
            raise unreadable(OPENAI, f"{len(results)} results for {len(batch)} texts")
        return [_translate(as_object(as_object(result).get("category_scores"))) for result in results]


def build(argument: str, context: ScorerContext, create: Callable[[str], Scorer]) -> Scorer:  # noqa: ARG001
    model = argument or context.version or DEFAULT_MODEL
    if not context.openai_key and "api.openai.com" in context.openai_url:
        raise BadInput("The scorer 'openai' needs a key.", hint="Set SAYSO_OPENAI_KEY.")
    return OpenAIScorer(
        url=context.openai_url, key=context.openai_key, model=model, timeout_s=context.remote_timeout_s
    )


def _translate(scores: Mapping[str, object]) -> Mapping[Attribute, float]:
    return {
        attribute: max(read_score(OPENAI, scores.get(name), name=name) for name in names)
        for attribute, names in CATEGORIES.items()
    }
