"""Structured logs. The text being moderated never gets here, nor a key, nor a query string."""

import logging
import sys
from collections.abc import Mapping, MutableMapping
from types import TracebackType
from typing import Any, cast

import structlog
from structlog.typing import Processor

from sayso.core.traces import describe_error

_QUIET = ("httpx", "httpcore", "httpx2", "httpcore2")
"""They log the address of each call, and Perspective's has the key in it."""


def configure_logs(*, level: str, form: str) -> None:
    """Sends our lines and those of libraries through one formatter, to standard error."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        hide_exception_messages,
    ]
    renderer: Processor = (
        structlog.processors.JSONRenderer() if form == "json" else structlog.dev.ConsoleRenderer(colors=False)
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
            foreign_pre_chain=shared,
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def hide_exception_messages(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """An exception's message may quote the text, so only its type and where it happened are kept."""
    error = _find_error(event.pop("exc_info", None))
    if error:
        event.update(describe_error(error))
    return event


def _find_error(info: Any) -> BaseException | None:
    """Loggers name the exception by itself, by `sys.exc_info()` or by True for the one at hand."""
    if isinstance(info, tuple):
        return cast(tuple[type, BaseException, TracebackType] | tuple[None, None, None], info)[1]
    return info if isinstance(info, BaseException) else sys.exc_info()[1] if info else None
