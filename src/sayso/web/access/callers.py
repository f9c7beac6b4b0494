"""The kinds of caller there are. Each has a role in `table`; `key_id` is empty where no key came along."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from sayso.core import DEFAULT_COMMUNITY, Role, Scale
from sayso.storage import Reader
from sayso.web.access.table import CallerRole


@dataclass(frozen=True, slots=True)
class Anyone:
    """Nobody known: a service that is open, an author without a key, a visitor who becomes a reader."""

    key_id: ClassVar[str] = ""
    role: ClassVar[CallerRole] = "anyone"
    community: ClassVar[str] = DEFAULT_COMMUNITY
    scale: ClassVar[Scale | None] = None


@dataclass(frozen=True, slots=True)
class KeyHolder:
    """A platform's back end or whoever runs it. `scale` None: the service's own choice."""

    key_id: str
    role: Role = "service"
    community: str = DEFAULT_COMMUNITY
    scale: Scale | None = None
    per_minute: int | None = None
    per_day: int | None = None


@dataclass(frozen=True, slots=True)
class Bearer:
    """A reader, by their token, and whoever brought it: the holder of a key, or nobody known."""

    reader: Reader
    expires_at: datetime
    sender: KeyHolder | Anyone
    role: ClassVar[CallerRole] = "reader"

    @property
    def key_id(self) -> str:
        return self.sender.key_id

    @property
    def community(self) -> str:
        return self.reader.community

    @property
    def scale(self) -> Scale | None:
        return self.sender.scale


@dataclass(frozen=True, slots=True)
class LinkHolder:
    """Whoever has the link; what it opens, if anything, is told by the page behind it."""

    token: str
    key_id: ClassVar[str] = ""
    role: ClassVar[CallerRole] = "link"
    community: ClassVar[str] = DEFAULT_COMMUNITY
    scale: ClassVar[Scale | None] = None


Caller = Anyone | KeyHolder | Bearer | LinkHolder
ANYONE = Anyone()
