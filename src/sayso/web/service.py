"""Everything a route may use, made once per worker."""

from dataclasses import dataclass, field

from sayso.core import LanguageDetector
from sayso.settings import Settings
from sayso.storage import Store
from sayso.web.addresses import AddressLimiter
from sayso.web.auth import KeyRing
from sayso.web.bridges.calls import CallMemory
from sayso.web.desk import ScoringDesk
from sayso.web.drafts import DraftDesk
from sayso.web.feedback_desk import FeedbackDesk
from sayso.web.guard.judging import GuardDesk
from sayso.web.guard.upstream import UpstreamClient
from sayso.web.limits import Limiter
from sayso.web.metrics import Metrics
from sayso.web.reader.desk import ReaderDesk
from sayso.web.shadow import ShadowDesk


@dataclass(frozen=True, slots=True)
class Service:
    """Routes get it as `dependencies.ServiceDep`. `installed` could be served instead."""

    settings: Settings
    scoring: ScoringDesk
    drafts: DraftDesk
    feedback: FeedbackDesk
    guard: GuardDesk
    upstream: UpstreamClient
    readers: ReaderDesk
    languages: LanguageDetector
    store: Store
    keys: KeyRing
    limiter: Limiter
    metrics: Metrics
    shadow: ShadowDesk | None = None
    installed: tuple[str, ...] = ()
    addresses: AddressLimiter = field(default_factory=AddressLimiter)
    calls: CallMemory = field(default_factory=CallMemory)
