"""Communities and how long each keeps texts."""

from dataclasses import dataclass

from sqlalchemy import delete, insert, select

from sayso.core import Say
from sayso.core.errors import BadInput
from sayso.storage import tables
from sayso.storage.database import Database

LONGEST_RETENTION = 36_500


@dataclass(frozen=True, slots=True)
class Community:
    """`retention_days` is None where texts are kept until somebody erases them."""

    name: str
    retention_days: int | None = None


class Communities:
    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, name: str) -> Community:
        """A community that was never spoken of has the defaults."""
        return next((community for community in self.list() if community.name == name), Community(name))

    def list(self) -> list[Community]:
        """Communities with settings of their own, by name."""
        query = select(tables.communities).order_by(tables.communities.c.name)
        with self._database.reading() as connection:
            return [Community(row.name, row.retention_days) for row in connection.execute(query)]

    def set_retention(self, name: str, days: int | None, *, actor: str = "cli") -> Community:
        """Texts of this community are erased once they are older than `days`; None keeps them."""
        if not name.strip():
            raise BadInput("The name of the community is empty.")
        if days is not None and not 1 <= days <= LONGEST_RETENTION:
            raise BadInput(
                f"Texts cannot be kept for {days} days.",
                hint=f"Give 1 to {LONGEST_RETENTION} days, or forever.",
            )
        say = Say("retention.set", community=name, actor=actor, subject=name, body={"days": days})
        with self._database.transaction() as transaction:
            transaction.record(say)
            transaction.connection.execute(
                delete(tables.communities).where(tables.communities.c.name == name)
            )
            transaction.connection.execute(insert(tables.communities), {"name": name, "retention_days": days})
        return Community(name, days)
