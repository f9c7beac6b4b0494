"""The OpenAPI document: FastAPI's, with the keys that are taken and without errors that never come."""

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

NOT_BLANK = r"[^\s\u001c-\u001f\u0085]"
"""A pattern: Python takes four separators and a line break for blanks, other languages do not."""

_READER = "reader"
SECURITY_SCHEMES: dict[str, Any] = {
    "bearer": {"type": "http", "scheme": "bearer"},
    "header": {"type": "apiKey", "in": "header", "name": "x-api-key"},
    "query": {"type": "apiKey", "in": "query", "name": "key"},
    _READER: {"type": "apiKey", "in": "header", "name": "X-Sayso-Reader"},
}
_CLOSED = ("/api/", "/beta/", "/v1/")
"""Addresses that need a key unless the service is open."""

_OPTIONAL = ("/api/v1/author/", "/api/v1/readers")
"""Addresses that need none unless the service says so."""

_READERS = "/api/v1/readers/"
"""Addresses that need a reader's token; a key may come with it."""

_OPENAI = "/v1/"


def describe(app: FastAPI) -> dict[str, Any]:
    """The document of this application."""
    document = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    document["components"]["securitySchemes"] = SECURITY_SCHEMES
    for path, operation in _operations(document):
        if path.startswith(_CLOSED):
            operation["security"] = _list_security(path)
        if path.startswith(_OPENAI):  # a bad body is a 400 there, as OpenAI has it
            operation["responses"].pop("422", None)
    for unused in ("HTTPValidationError", "ValidationError"):
        document["components"]["schemas"].pop(unused, None)
    return document


def _list_security(path: str) -> list[dict[str, list[str]]]:
    if path.startswith(_READERS):
        return [{_READER: []}]
    optional: list[dict[str, list[str]]] = [{}] if path.startswith(_OPTIONAL) else []
    return [*optional, *({name: []} for name in SECURITY_SCHEMES if name != _READER)]


def _operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, operations in document["paths"].items():
        for operation in operations.values():
            yield path, operation
