"""The only place that turns configuration into objects."""

from typing import TYPE_CHECKING

from sayso.core import LanguageDetector, Scorer
from sayso.core.errors import BadInput
from sayso.scoring.registry import ScorerContext, ScorerRegistry
from sayso.settings import Settings

if TYPE_CHECKING:
    from sayso.storage import Store

# The database and the language models are loaded only by whoever needs them: `sayso score` starts without.


def open_store(settings: Settings) -> "Store":
    """The database of these settings; a new, empty one gets its tables."""
    from sayso.storage import Store

    return Store.open(settings.effective_database_url)


def open_existing_store(settings: Settings) -> "Store":
    """The same, but refused where there is none yet: a new one would be found whole, empty and all well."""
    from sayso.storage import Store

    return Store.open(settings.effective_database_url, create=False)


def build_scorer(spec: str, settings: Settings, *, store: "Store | None" = None) -> Scorer:
    """The scorer that `spec` names; with a store, its pinned version."""
    context = ScorerContext(
        models_dir=settings.data_dir / "models",
        pins=store.pins.current() if store else {},
        perspective_url=settings.perspective_url,
        perspective_key=settings.perspective_key,
        openai_url=settings.openai_url,
        openai_key=settings.openai_key,
        remote_timeout_s=settings.remote_timeout_s,
    )
    return ScorerRegistry.from_entry_points().create(spec, context)


def build_shadow(settings: Settings) -> Scorer | None:
    """The scorer that is asked too, for comparison; None if the settings name none."""
    if not settings.shadow:
        return None
    if not settings.perspective_key:
        raise BadInput(
            f"--shadow {settings.shadow} needs a key for Perspective, and SAYSO_PERSPECTIVE_KEY is empty.",
            hint="Set SAYSO_PERSPECTIVE_KEY to the key you use with Perspective now, or leave --shadow out.",
        )
    return build_scorer(settings.shadow, settings)


def build_detector(settings: Settings) -> LanguageDetector:
    """Tells languages apart; short texts count as the language the settings fall back on."""
    from sayso.scoring.language import FastTextDetector

    return FastTextDetector(fallback=settings.fallback_language)
