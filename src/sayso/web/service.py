"""Everything a route may use, made once per worker."""

from dataclasses import dataclass, field

from sayso.audit.shadow.comparing import ShadowComparer
from sayso.author.draft import DraftService
from sayso.author.objections import ObjectionService
from sayso.reader.guard.call_memory import CallMemory
from sayso.reader.guard.judging import ReplyJudge
from sayso.reader.guard.upstream import UpstreamClient
from sayso.scoring.gathering import BatchingScorer
from sayso.scoring.known_languages import LanguageCheck
from sayso.settings import Settings
from sayso.storage import Store
from sayso.web.access.addresses import Visits
from sayso.web.access.keys import KeyRing
from sayso.web.access.limits import Limiter
from sayso.web.http.metrics import Metrics
from sayso.web.reader.desk import ReaderService


@dataclass(frozen=True, slots=True)
class Service:
    """Routes get it as `dependencies.ServiceDep`. `installed` could be served instead."""

    settings: Settings
    scoring: BatchingScorer
    drafts: DraftService
    objections: ObjectionService
    guard: ReplyJudge
    upstream: UpstreamClient
    readers: ReaderService
    languages: LanguageCheck
    store: Store
    keys: KeyRing
    limiter: Limiter
    metrics: Metrics
    shadow: ShadowComparer | None = None
    installed: tuple[str, ...] = ()
    visits: Visits = field(default_factory=Visits)
    calls: CallMemory = field(default_factory=CallMemory)
