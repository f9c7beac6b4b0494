"""Everything that can go wrong on purpose.

SaysoError
├── BadInput                 the caller can mend it
│   ├── UnknownName          a name that is not in the list: carries the list and the nearest match
│   ├── BadFile              a file that is missing, unreadable or of the wrong shape
│   ├── TextTooLong
│   ├── AlreadyAnswered      the question was answered otherwise before, in another tab say
│   ├── QuestionExpired      a held reply was not answered in time and is gone
│   └── StalePolicy          somebody changed the policy since it was read
├── MissingExtra             an optional library is not installed: carries the command
├── MissingUpstream          there is no chatbot behind the guard
├── BadWeights               a model file is missing or damaged: carries the command that repairs it
├── RemoteError              another service did not answer as it should
│   ├── RemoteTimeout
│   ├── RemoteQuota          it said: too many requests
│   ├── RemoteRefused        it said: not with this key, or not this request
│   └── RemoteBroken         it failed, or answered something unreadable
├── StoreError               the database cannot do what was asked
│   ├── StoreOutdated        its tables are older or newer than this version of Sayso
│   └── StoreBusy            somebody else is writing; trying again helps
├── LedgerBroken             the chain of the ledger does not verify
├── NotAllowed               who are you? no key or token, or a wrong one
├── Forbidden                you may not: a known caller without the right
├── LimitReached             rate limit or quota of a key
└── Busy                     more waits than can be done soon: says when to come back

Messages say what happened, what would be accepted, and, as `hint`, what to do next.
They never contain the text being moderated.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import ClassVar


class SaysoError(Exception):
    """The root. `slug` is stable: the API, the logs and the docs use it."""

    slug: ClassVar[str] = "error"

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class BadInput(SaysoError):
    slug: ClassVar[str] = "bad-input"


class UnknownName(BadInput):
    slug: ClassVar[str] = "unknown-name"

    def __init__(
        self, kind: str, name: str, known: Iterable[str], *, hint: str = "", likeness: float = 0.6
    ) -> None:
        """`likeness`, from 0 to 1, is what the nearest name must have to be proposed."""
        names = sorted(known)
        nearest = get_close_matches(name, names, n=1, cutoff=likeness)
        message = f"Unknown {kind} {name!r}. Known: {', '.join(names) or 'none'}."
        if nearest:
            message += f" Did you mean {str(nearest[0])!r}?"
        super().__init__(message, hint=hint)
        self.name = name


class BadFile(BadInput):
    slug: ClassVar[str] = "bad-file"


class TextTooLong(BadInput):
    slug: ClassVar[str] = "text-too-long"


class AlreadyAnswered(BadInput):
    slug: ClassVar[str] = "already-answered"


class QuestionExpired(BadInput):
    slug: ClassVar[str] = "question-expired"


class StalePolicy(BadInput):
    slug: ClassVar[str] = "stale-policy"


class MissingExtra(SaysoError):
    slug: ClassVar[str] = "missing-extra"

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(
            f"{what} needs the extra {extra!r}, which is not installed.",
            hint=f"Run: pip install 'sayso[{extra}]'",
        )


class MissingUpstream(SaysoError):
    slug: ClassVar[str] = "missing-upstream"


class BadWeights(SaysoError):
    slug: ClassVar[str] = "bad-weights"


class RemoteError(SaysoError):
    slug: ClassVar[str] = "remote-error"


class RemoteTimeout(RemoteError):
    slug: ClassVar[str] = "remote-timeout"


class RemoteQuota(RemoteError):
    slug: ClassVar[str] = "remote-quota"

    def __init__(self, message: str, *, hint: str = "", retry_after_s: float | None = None) -> None:
        super().__init__(message, hint=hint)
        self.retry_after_s = retry_after_s


class RemoteRefused(RemoteError):
    slug: ClassVar[str] = "remote-refused"


class RemoteBroken(RemoteError):
    slug: ClassVar[str] = "remote-broken"


class StoreError(SaysoError):
    slug: ClassVar[str] = "store-error"


class StoreOutdated(StoreError):
    slug: ClassVar[str] = "store-outdated"


class StoreBusy(StoreError):
    slug: ClassVar[str] = "store-busy"


class LedgerBroken(SaysoError):
    slug: ClassVar[str] = "ledger-broken"


class NotAllowed(SaysoError):
    slug: ClassVar[str] = "not-allowed"


class Forbidden(SaysoError):
    slug: ClassVar[str] = "forbidden"


class LimitReached(SaysoError):
    slug: ClassVar[str] = "limit-reached"

    def __init__(self, message: str, *, hint: str = "", retry_after_s: float = 60.0) -> None:
        super().__init__(message, hint=hint)
        self.retry_after_s = retry_after_s


class Busy(SaysoError):
    slug: ClassVar[str] = "busy"

    def __init__(self, message: str, *, hint: str = "", retry_after_s: float = 1.0) -> None:
        super().__init__(message, hint=hint)
        self.retry_after_s = retry_after_s
