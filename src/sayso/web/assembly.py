"""Makes a worker's `Service` from its settings."""

import asyncio
from collections.abc import Mapping
from datetime import timedelta
from functools import partial

from sayso.audit.shadow.comparing import Comparison, ShadowComparer
from sayso.author.draft import DraftService
from sayso.author.objections import ObjectionService, make_webhook_sender
from sayso.core import Attribute, LanguageDetector, Scorer
from sayso.reader.guard.judging import ReplyJudge
from sayso.reader.guard.upstream import FixedUpstream, NoUpstream, Upstream, UpstreamClient, UpstreamLimits
from sayso.scoring.gathering import BatchingScorer
from sayso.scoring.known_languages import LanguageCheck
from sayso.scoring.registry import ScorerRegistry
from sayso.settings import Settings
from sayso.storage import Store, Transaction
from sayso.storage.access.secrets import SIGNING
from sayso.web.access.counts import StoreCounts
from sayso.web.access.keys import KeyRing
from sayso.web.access.limits import Limiter
from sayso.web.access.tokens import Tokens
from sayso.web.http.metrics import Metrics
from sayso.web.reader.desk import ReaderService
from sayso.web.service import Service
from sayso.wiring import (
    build_detector,
    build_draft_analyzer,
    build_ngram_scorer,
    build_scorer,
    build_shadow,
    explain_missing_upstream,
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
    known = LanguageCheck.of(scorer, languages or build_detector(settings))
    desk = BatchingScorer(
        scorer,
        max_texts=settings.batch_max_texts,
        window_ms=settings.batch_window_ms,
        cache_entries=settings.cache_entries,
        watcher=metrics,
        languages=known,
    )
    ngrams = _make_ngram_scorer(settings, scorer)
    make_analyzer = partial(build_draft_analyzer, settings, scorer=scorer, languages=known)
    return Service(
        settings=settings,
        scoring=desk,
        drafts=DraftService(desk, make=make_analyzer),
        objections=_make_objection_service(settings, store, desk, metrics),
        guard=ReplyJudge(store, desk, ngrams=ngrams, held_for=timedelta(hours=settings.held_hours)),
        upstream=_make_upstream_client(settings, metrics),
        readers=_make_reader_service(settings, store),
        languages=known,
        store=store,
        keys=KeyRing(store.keys.find),
        limiter=Limiter(StoreCounts(store)),
        metrics=metrics,
        shadow=_make_shadow_comparer(settings, store, metrics),
        installed=tuple(ScorerRegistry.from_entry_points().names()),
    )


def _make_ngram_scorer(settings: Settings, scorer: Scorer) -> BatchingScorer | None:
    ngrams = build_ngram_scorer(settings, scorer)
    if ngrams is None:
        return None
    return BatchingScorer(ngrams, max_texts=settings.batch_max_texts, cache_entries=settings.cache_entries)


def _make_objection_service(
    settings: Settings, store: Store, scoring: BatchingScorer, metrics: Metrics
) -> ObjectionService:
    key = read_webhook_key(settings)
    if key is None:
        return ObjectionService(store, scoring)
    url = settings.objection_webhook_url
    sender = make_webhook_sender(store, url=url, key=key, count=metrics.count_webhook)
    return ObjectionService(store, scoring, sender=sender)


def _make_reader_service(settings: Settings, store: Store) -> ReaderService:
    tokens = Tokens(
        store.secrets.get_or_create(SIGNING),
        token_life=timedelta(days=settings.reader_token_days),
        link_life=timedelta(hours=settings.reader_link_hours),
    )
    return ReaderService(store, tokens)


def _make_upstream_client(settings: Settings, metrics: Metrics) -> UpstreamClient:
    limits = UpstreamLimits(
        timeout_s=settings.upstream_timeout_s,
        idle_s=settings.upstream_idle_s,
        max_bytes=settings.upstream_max_bytes,
    )
    return UpstreamClient(
        _find_upstream(settings),
        limits=limits,
        count_failure=metrics.count_upstream_failure,
    )


def _find_upstream(settings: Settings) -> Upstream:
    if settings.upstream:
        return FixedUpstream(settings.upstream, key=settings.upstream_key)
    return NoUpstream(partial(explain_missing_upstream, settings))


def _make_shadow_comparer(settings: Settings, store: Store, metrics: Metrics) -> ShadowComparer | None:
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

    return ShadowComparer(scorer, keep=keep, count=metrics.count_shadow)


def _plain(scores: Mapping[Attribute, float]) -> dict[str, float]:
    return {str(attribute): score for attribute, score in scores.items()}
