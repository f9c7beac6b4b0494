"""Which version of a model answers under its plain name; the ledger holds every change."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from sayso.core import Say
from sayso.core.errors import BadInput
from sayso.storage import tables
from sayso.storage.database import Database
from sayso.storage.ledger.entries import Ledger, read_entry
from sayso.storage.transaction import Entry, Transaction

SET = "pin.set"
ROLLED_BACK = "pin.rolled_back"


@dataclass(frozen=True, slots=True)
class Pin:
    """One change. `versioned` is None where a roll-back left the name without a pin."""

    seq: int
    at: datetime
    actor: str
    name: str
    versioned: str | None
    rolled_back: bool


class Pins:
    def __init__(self, database: Database, ledger: Ledger) -> None:
        self._database = database
        self._ledger = ledger

    def set(self, name: str, versioned: str, *, actor: str = "cli") -> Pin:
        """From now on `name` means `versioned`."""
        if not name or not versioned.startswith(f"{name}."):
            raise BadInput(
                f"{versioned!r} is not a version of {name!r}.", hint=f"A versioned name looks like {name}.v1"
            )
        with self._database.transaction() as transaction:
            return _record(transaction, SET, name, versioned, actor=actor)

    def roll_back(self, name: str, *, actor: str = "cli") -> Pin:
        """Undo the last pin of `name` that still holds; without an earlier one the name is free again."""
        with self._database.transaction() as transaction:  # nobody else can roll back between look and act
            stacks = _stack(_read_history(transaction.connection))
            stack = stacks.get(name, [])
            if not stack:
                raise _explain_no_pin(name, stacks)
            earlier = stack[-2] if len(stack) > 1 else None
            return _record(transaction, ROLLED_BACK, name, earlier, actor=actor)

    def history(self) -> list[Pin]:
        """Every change, oldest first."""
        return [_read_pin(entry) for entry in self._ledger.entries(kinds=[SET, ROLLED_BACK])]

    def current(self) -> dict[str, str]:
        """Pinned names and the versions they mean."""
        return {name: stack[-1] for name, stack in _stack(self.history()).items() if stack}


def _read_history(connection: Connection) -> list[Pin]:
    columns = tables.ledger.c
    query = select(tables.ledger).where(columns.kind.in_([SET, ROLLED_BACK])).order_by(columns.seq)
    return [_read_pin(read_entry(row)) for row in connection.execute(query)]


def _read_pin(entry: Entry) -> Pin:
    versioned, rolled_back = entry.body["versioned"], entry.kind == ROLLED_BACK
    return Pin(entry.seq, entry.at, entry.actor, entry.subject, versioned, rolled_back)


def _stack(history: Iterable[Pin]) -> dict[str, list[str]]:
    """For each name the pins that still hold, newest last; a roll-back of nothing changes nothing."""
    stacks: dict[str, list[str]] = {}
    for pin in history:
        stack = stacks.setdefault(pin.name, [])
        if not pin.rolled_back and pin.versioned is not None:
            stack.append(pin.versioned)
        elif stack:
            stack.pop()
    return stacks


def _explain_no_pin(name: str, stacks: Mapping[str, list[str]]) -> BadInput:
    pinned = sorted(each for each, stack in stacks.items() if stack)
    return BadInput(
        f"{name!r} is not pinned.",
        hint=f"Pinned: {', '.join(pinned) or 'nothing'}. To pin a version: sayso models pin NAME.vN",
    )


def _record(transaction: Transaction, kind: str, name: str, versioned: str | None, *, actor: str) -> Pin:
    return _read_pin(transaction.record(Say(kind, actor=actor, subject=name, body={"versioned": versioned})))
