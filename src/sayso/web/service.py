"""Everything a route may use, made once per worker."""

from dataclasses import dataclass

from sayso.core import LanguageDetector
from sayso.settings import Settings
from sayso.storage import Store
from sayso.web.auth import KeyRing
from sayso.web.desk import ScoringDesk
from sayso.web.limits import Limiter
from sayso.web.metrics import Metrics
from sayso.web.shadow import ShadowDesk


@dataclass(frozen=True, slots=True)
class Service:
    """Routes get it as `dependencies.ServiceDep`. `installed` could be served instead."""

    settings: Settings
    scoring: ScoringDesk
    languages: LanguageDetector
    store: Store
    keys: KeyRing
    limiter: Limiter
    metrics: Metrics
    shadow: ShadowDesk | None = None
    installed: tuple[str, ...] = ()
