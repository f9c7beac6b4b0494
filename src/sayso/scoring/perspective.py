"""`perspective`: asks Google's Perspective, or any service that speaks its wire format.

Its scores pass on unchanged (`scale_map` is None): they are on Perspective's scale already, and that scale,
the share of raters who would say so, is also what a score means inside Sayso, only judged by other raters.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from sayso.core import Attribute, ScaleMap, Scorer, Scores
from sayso.core.errors import BadInput, UnknownName
from sayso.scoring.failures import Service, as_object, read_score
from sayso.scoring.registry import ScorerContext
from sayso.scoring.remote import KeyInQuery, RemoteClient, Wire, open_transport, score_pieces

JsonObject = Mapping[str, object]
PERSPECTIVE = Service("Perspective", "SAYSO_PERSPECTIVE_KEY")
GOOGLE = "commentanalyzer.googleapis.com"
PATH = "/v1alpha1/comments:analyze"


class PerspectiveScorer:
    """One call per text, a few at once. Texts are sent as English and with `doNotStore`."""

    name = "perspective.v1alpha1"
    scale_map: ClassVar[ScaleMap | None] = None

    def __init__(
        self,
        *,
        url: str,
        key: str,
        timeout_s: float = 5.0,
        attributes: frozenset[Attribute] = frozenset(Attribute),
        wire: Wire | None = None,
    ) -> None:
        wire = wire or Wire()
        transport = wire.transport or open_transport(url)
        keyed = KeyInQuery(key, transport) if key else transport
        self.attributes = attributes
        self._client = RemoteClient(
            PERSPECTIVE, url=url, key=key, timeout_s=timeout_s, wire=replace(wire, transport=keyed)
        )

    def score(self, texts: Sequence[str]) -> Scores:
        return score_pieces(
            texts, name=self.name, attributes=self.attributes, ask=partial(self._client.each, self._analyze)
        )

    def close(self) -> None:
        self._client.close()

    def _analyze(self, piece: str) -> Mapping[Attribute, float]:
        asked: dict[str, JsonObject] = {attribute.value: {} for attribute in sorted(self.attributes)}
        body: JsonObject = {
            "comment": {"text": piece},
            "requestedAttributes": asked,
            "languages": ["en"],
            "doNotStore": True,
        }
        answer = as_object(self._client.post(PATH, body, hidden=[piece]).get("attributeScores"))
        return {attribute: _summary(answer, attribute) for attribute in self.attributes}


def build(argument: str, context: ScorerContext, create: Callable[[str], Scorer]) -> Scorer:  # noqa: ARG001
    if not context.perspective_key and GOOGLE in context.perspective_url:
        raise BadInput("The scorer 'perspective' needs a key.", hint="Set SAYSO_PERSPECTIVE_KEY.")
    return PerspectiveScorer(
        url=context.perspective_url,
        key=context.perspective_key,
        timeout_s=context.remote_timeout_s,
        attributes=_read_attributes(argument),
    )


def _read_attributes(argument: str) -> frozenset[Attribute]:
    """`perspective:TOXICITY+THREAT` asks for these alone: some services of this shape know fewer."""
    names = [name.strip() for name in argument.split("+") if name.strip()]
    for name in names:
        if name not in Attribute.__members__:
            raise UnknownName(
                "attribute", name, Attribute.__members__, hint="Write perspective:TOXICITY+INSULT"
            )
    return frozenset(map(Attribute, names)) or frozenset(Attribute)


def _summary(answer: Mapping[str, object], attribute: Attribute) -> float:
    summary = as_object(as_object(answer.get(attribute)).get("summaryScore"))
    # Protocol buffers leave out what is 0, so a summary without a value is one.
    return read_score(PERSPECTIVE, summary.get("value", 0.0 if summary else None), name=attribute)
