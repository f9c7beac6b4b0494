"""Makes a worker's `Service` from its settings."""

import asyncio
from collections.abc import Mapping
from functools import partial

from sayso.core import Attribute, LanguageDetector, Scorer
from sayso.scoring.registry import ScorerRegistry
from sayso.settings import Settings
from sayso.storage import Store, Transaction
from sayso.web.auth import KeyRing
from sayso.web.counts import StoreCounts
from sayso.web.desk import ScoringDesk
from sayso.web.drafts import DraftDesk
from sayso.web.feedback_desk import FeedbackDesk, make_courier
from sayso.web.limits import Limiter
from sayso.web.metrics import Metrics
from sayso.web.service import Service
from sayso.web.shadow import Comparison, ShadowDesk
from sayso.wiring import (
    build_detector,
    build_draft_reader,
    build_scorer,
    build_shadow,
    open_store,
    read_webhook_key,
)


def assemble(
    settings: Settings, *, scorer: Scorer | None = None, languages: LanguageDetector | None = None
) -> Service:
    """Everything the settings name; a test may bring its own scorer and detector."""
    store = open_store(settings)
    scorer = scorer or build_scorer(settings.scorer, settings, store=store)
    metrics = Metrics(model=scorer.name)
    detector = languages or build_detector(settings)
    desk = ScoringDesk(
        scorer,
        max_texts=settings.batch_max_texts,
        window_ms=settings.batch_window_ms,
        cache_entries=settings.cache_entries,
        watcher=metrics,
    )
    make_reader = partial(build_draft_reader, settings, scorer=scorer, languages=detector)
    return Service(
        settings=settings,
        scoring=desk,
        drafts=DraftDesk(desk, make=make_reader),
        feedback=_make_feedback_desk(settings, store, metrics),
        languages=detector,
        store=store,
        keys=KeyRing(store.keys.find),
        limiter=Limiter(StoreCounts(store)),
        metrics=metrics,
        shadow=_make_shadow_desk(settings, store, metrics),
        installed=tuple(ScorerRegistry.from_entry_points().names()),
    )


def _make_feedback_desk(settings: Settings, store: Store, metrics: Metrics) -> FeedbackDesk:
    key = read_webhook_key(settings)
    if key is None:
        return FeedbackDesk(store)
    url = settings.feedback_webhook_url
    return FeedbackDesk(store, courier=make_courier(store, url=url, key=key, count=metrics.count_webhook))


def _make_shadow_desk(settings: Settings, store: Store, metrics: Metrics) -> ShadowDesk | None:
    scorer = build_shadow(settings)
    if scorer is None:
        return None

    async def keep(comparison: Comparison) -> None:
        def add(transaction: Transaction) -> None:
            store.shadows.add(
                transaction,
                community=comparison.community,
                content=None,
                ours=_plain(comparison.ours),
                theirs=_plain(comparison.theirs),
                model=comparison.model,
            )

        await asyncio.wrap_future(store.submit(add))

    return ShadowDesk(scorer, keep=keep, count=metrics.count_shadow)


def _plain(scores: Mapping[Attribute, float]) -> dict[str, float]:
    return {str(attribute): score for attribute, score in scores.items()}
