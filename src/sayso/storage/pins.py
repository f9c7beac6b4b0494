"""Which version of a model answers under its plain name; the ledger holds every change."""

from dataclasses import dataclass
from datetime import datetime

from sayso.core import Say
from sayso.core.errors import BadInput, UnknownName
from sayso.storage.database import Database
from sayso.storage.ledger import Ledger

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
        return self._record(SET, name, versioned, actor=actor)

    def roll_back(self, name: str, *, actor: str = "cli") -> Pin:
        """Undo the last pin of `name` that still holds; without an earlier one the name is free again."""
        stack = self._stacks().get(name, [])
        if not stack:
            raise UnknownName("pinned model", name, self.current())
        return self._record(ROLLED_BACK, name, stack[-2] if len(stack) > 1 else None, actor=actor)

    def history(self) -> list[Pin]:
        """Every change, oldest first."""
        return [
            Pin(
                entry.seq,
                entry.at,
                entry.actor,
                entry.subject,
                entry.body["versioned"],
                entry.kind == ROLLED_BACK,
            )
            for entry in self._ledger.entries(kinds=[SET, ROLLED_BACK])
        ]

    def current(self) -> dict[str, str]:
        """Pinned names and the versions they mean."""
        return {name: stack[-1] for name, stack in self._stacks().items() if stack}

    def _stacks(self) -> dict[str, list[str]]:
        stacks: dict[str, list[str]] = {}
        for pin in self.history():
            stack = stacks.setdefault(pin.name, [])
            if pin.rolled_back or pin.versioned is None:
                stack.pop()
            else:
                stack.append(pin.versioned)
        return stacks

    def _record(self, kind: str, name: str, versioned: str | None, *, actor: str) -> Pin:
        with self._database.transaction() as transaction:
            entry = transaction.record(Say(kind, actor=actor, subject=name, body={"versioned": versioned}))
        return Pin(entry.seq, entry.at, actor, name, versioned, kind == ROLLED_BACK)
