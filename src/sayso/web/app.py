"""Puts the service together: `create_app` from parts, `serve_app` from the environment, for uvicorn."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import structlog
from fastapi import FastAPI

from sayso import __version__
from sayso.core.errors import SaysoError
from sayso.core.traces import describe_error
from sayso.settings import Settings
from sayso.web import api, author, openai, perspective
from sayso.web.access.limits import Limiter
from sayso.web.access.sites import SiteMiddleware
from sayso.web.assembly import assemble
from sayso.web.bridges.routes import routers as bridge_routers
from sayso.web.community.policies import router as policies_router
from sayso.web.http.bodies import STRANGERS_BODY, BodyLimitMiddleware
from sayso.web.http.cors import OriginMiddleware
from sayso.web.http.errors import Shape, install_error_handlers
from sayso.web.http.head_requests import HeadMiddleware
from sayso.web.http.logs import configure_logs
from sayso.web.http.middleware import RequestMiddleware
from sayso.web.http.request_paths import PathMiddleware, clean_prefix
from sayso.web.openai.chat_routes import router as guard_router
from sayso.web.pages import frame
from sayso.web.reader import pages as reader_pages
from sayso.web.reader import routes as reader
from sayso.web.service import Service

FLUSH_INTERVAL_S = 1.0
_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.web")


def create_app(service: Service) -> FastAPI:
    """The application around a service; ending it closes the service's parts."""
    shapes = _shapes(clean_prefix(service.settings.path_prefix))
    app = FastAPI(
        title="Sayso",
        version=__version__,
        description="Scores texts, and answers the clients of Perspective and OpenAI's moderation.",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=_lifespan,
    )
    app.state.service = service
    install_error_handlers(app, shapes)
    for router in (api.router, api.health_router, api.pages_router, frame.router, reader_pages.router):
        app.include_router(router)
    for router in (openai.router, guard_router, perspective.router):
        app.include_router(router)
    for router in (*author.routers, *reader.routers, policies_router, *bridge_routers):
        app.include_router(router)
    app.add_middleware(HeadMiddleware)
    app.add_middleware(
        BodyLimitMiddleware,
        limit=service.settings.max_body_bytes,
        strangers_limit=None if service.settings.is_open else STRANGERS_BODY,
    )
    app.add_middleware(SiteMiddleware, settings=service.settings, shapes=shapes)
    app.add_middleware(OriginMiddleware, origins=service.settings.origins)
    app.add_middleware(RequestMiddleware, metrics=service.metrics, shapes=shapes)
    settings = service.settings
    app.add_middleware(PathMiddleware, prefix=settings.path_prefix, arrives=settings.path_prefix_arrives)
    return app


def serve_app() -> FastAPI:
    """What each worker runs: settings from the environment."""
    settings = Settings()
    configure_logs(level=settings.log_level, form=settings.log_format)
    return create_app(assemble(settings))


def _shapes(prefix: str) -> Mapping[str, Shape]:
    """The error shape by the start of the path."""
    return {
        "": api.make_shape(prefix),
        "/v1/": openai.shape_error,
        "/v1alpha1/": perspective.shape_error,
        "/batch": perspective.shape_error,
        "/$discovery/": perspective.shape_error,
    }


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncGenerator[None]:
    """On the way out: first the model finishes, then what was counted and written is kept, whatever fails."""
    service: Service = app.state.service
    async with AsyncExitStack() as closing:
        closing.push_async_callback(asyncio.to_thread, service.store.close)
        closing.push_async_callback(_start_flushing(service.limiter))
        if service.shadow:
            service.shadow.start()
            closing.push_async_callback(service.shadow.close)
        service.objections.start()
        closing.push_async_callback(service.objections.close)
        closing.push_async_callback(service.readers.start())
        closing.push_async_callback(service.scoring.close)
        closing.push_async_callback(service.guard.close)
        closing.push_async_callback(service.upstream.close)
        yield


def _start_flushing(limiter: Limiter) -> Callable[[], Awaitable[None]]:
    """The function that ends it, after one last time."""
    ending = asyncio.Event()
    flushing = asyncio.create_task(_flush_until(ending, limiter))

    async def end() -> None:
        ending.set()
        await flushing

    return end


async def _flush_until(ending: asyncio.Event, limiter: Limiter) -> None:
    """Once a second, and once more at the end."""
    while not ending.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(ending.wait(), FLUSH_INTERVAL_S)
        try:
            await limiter.flush()
        except SaysoError as error:
            _log.warning("usage not kept yet", code=error.slug)
        except Exception as error:  # noqa: BLE001  # the next second is another try; limits depend on it
            _log.error("usage not kept yet", **describe_error(error))
