"""What people say a score should have been."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sayso.core import Say
from sayso.storage.ledger.entries import Ledger
from sayso.storage.ledger.texts import NewText, Texts
from sayso.storage.transaction import TEXTS, Entry, Transaction

KIND = "feedback.added"


@dataclass(frozen=True, slots=True)
class SuggestedScore:
    """One suggestion. `content` is None once the text is erased."""

    seq: int
    at: datetime
    community: str
    actor: str
    scores: Mapping[str, float]
    language: str | None
    model: str
    content: str | None = field(repr=False)
    client_token: str = field(repr=False)
    session: str = field(repr=False)


class SuggestedScores:
    """They live in the ledger itself, each text beside its entry."""

    def __init__(self, ledger: Ledger, texts: Texts) -> None:
        self._ledger = ledger
        self._texts = texts

    def add(
        self,
        transaction: Transaction,
        *,
        community: str,
        content: str,
        scores: Mapping[str, float],
        language: str | None = None,
        client_token: str = "",
        session: str = "",
        model: str = "",
        actor: str = "",
    ) -> Entry:
        """Keep a suggestion. `session` and `client_token` are erased with the text."""
        body = {"scores": plain_scores(scores), "language": language, "model": model}
        text = NewText(content, person=session, reference=client_token)
        return self._ledger.append(
            transaction, Say(KIND, community=community, actor=actor, body=body), texts=[text]
        )

    def rows(
        self, *, community: str | None = None, since: datetime | None = None
    ) -> Iterator[SuggestedScore]:
        for page in self._ledger.pages(kinds=[KIND], community=community, since=since):
            yield from self._join(page)

    def _join(self, page: Sequence[Entry]) -> Iterator[SuggestedScore]:
        texts = self._texts.get([entry.body[TEXTS][0]["id"] for entry in page])
        for entry in page:
            text = texts[entry.body[TEXTS][0]["id"]]
            yield SuggestedScore(
                seq=entry.seq,
                at=entry.at,
                community=entry.community,
                actor=entry.actor,
                scores=entry.body["scores"],
                language=entry.body["language"],
                model=entry.body["model"],
                content=text.content,
                client_token=text.reference,
                session=text.person,
            )


def plain_scores(scores: Mapping[str, float]) -> dict[str, float]:
    """Scores as JSON can hold them, whatever kind of number a model uses."""
    return {str(name): float(score) for name, score in scores.items()}
