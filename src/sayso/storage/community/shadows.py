"""Scores of the same text by two services, ours and theirs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from sayso.core import Say
from sayso.storage.author.suggested_scores import plain_scores
from sayso.storage.ledger.entries import Ledger
from sayso.storage.transaction import Entry, NewText, Transaction

KIND = "shadow.compared"


@dataclass(frozen=True, slots=True)
class ShadowRow:
    """One text scored twice; `model` made ours."""

    seq: int
    at: datetime
    community: str
    model: str
    ours: Mapping[str, float]
    theirs: Mapping[str, float]


class Shadows:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def add(
        self,
        transaction: Transaction,
        *,
        community: str,
        content: str | None,
        ours: Mapping[str, float],
        theirs: Mapping[str, float],
        model: str,
        person: str = "",
        actor: str = "",
    ) -> Entry:
        """Keep both scores, and the text unless `content` is None."""
        body = {"ours": plain_scores(ours), "theirs": plain_scores(theirs), "model": model}
        texts = [] if content is None else [NewText(content, person=person)]
        return self._ledger.append(
            transaction, Say(KIND, community=community, actor=actor, body=body), texts=texts
        )

    def rows(self, *, community: str | None = None, since: datetime | None = None) -> Iterator[ShadowRow]:
        for entry in self._ledger.entries(kinds=[KIND], community=community, since=since):
            body = entry.body
            yield ShadowRow(entry.seq, entry.at, entry.community, body["model"], body["ours"], body["theirs"])
