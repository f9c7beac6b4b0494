"""Erases texts that a community has kept for as long as it wanted."""

from dataclasses import dataclass
from datetime import timedelta

from sayso.storage import tables
from sayso.storage.community.communities import Communities
from sayso.storage.database import Database
from sayso.storage.ledger.texts import Texts
from sayso.storage.reader.reader_rows import is_no_word_in_force


@dataclass(frozen=True, slots=True)
class RetentionRun:
    """What one run erased in one community."""

    community: str
    days: int
    erased: int


class Retention:
    def __init__(self, database: Database, communities: Communities, texts: Texts) -> None:
        self._database = database
        self._communities = communities
        self._texts = texts

    def apply(self, *, actor: str = "cli") -> list[RetentionRun]:
        """Erase every text older than its community's retention."""
        runs = [
            RetentionRun(
                community.name,
                community.retention_days,
                self._erase(community.name, community.retention_days, actor),
            )
            for community in self._communities.list()
            if community.retention_days is not None
        ]
        if any(run.erased for run in runs):
            self._database.scrub()
        return runs

    def _erase(self, community: str, days: int, actor: str) -> int:
        columns = tables.texts.c
        limit = self._database.clock() - timedelta(days=days)
        # Words that are ruled on are a setting, not a text that grows old: they stay while they hold.
        conditions = (columns.community == community, columns.created_at < limit, is_no_word_in_force())
        return self._texts.erase_where(*conditions, reason="retention", actor=actor)
