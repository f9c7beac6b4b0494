"""Who may do what, as data: which permission a route asks for, and which role has it, where.

A caller whom nobody knows is refused with 401, a known one whose role lacks the permission with 403. The page
docs/reference/access.md and tests/service/test_access_table.py are both made from what stands here.
"""

from collections.abc import Callable, Mapping
from typing import Literal, get_args

from sayso.settings import LOOPBACK_HOSTS, Settings

Permission = Literal[
    "visit",
    "batch",
    "score",
    "suggest",
    "draft",
    "object",
    "open_objection",
    "become_reader",
    "be_reader",
    "open_held",
    "chat",
    "guard",
    "read_policy",
    "set_policy",
    "coral",
]
CallerRole = Literal["anyone", "link", "reader", "service", "admin", "coral"]
"""Nobody known; who has a link; the bearer of a reader's token; holders of keys; Coral, by its signature."""

Where = Literal["always", "open", "open_loopback", "open_authors", "open_readers"]

ROLES: tuple[CallerRole, ...] = get_args(CallerRole)

CONDITIONS: Mapping[Where, Callable[[Settings], bool]] = {
    "always": lambda _: True,
    "open": lambda settings: settings.is_open,
    "open_loopback": lambda settings: settings.is_open and settings.host in LOOPBACK_HOSTS,
    "open_authors": lambda settings: settings.authors_are_open,
    "open_readers": lambda settings: settings.readers_are_open,
}
"""On a lone machine that is open, whoever can reach it runs it."""

_FREE: Mapping[Permission, Where] = {"visit": "always", "batch": "always"}
_SERVICE: Mapping[Permission, Where] = {
    **_FREE,
    "score": "always",
    "suggest": "always",
    "draft": "always",
    "object": "always",
    "become_reader": "always",
    "chat": "always",
    "guard": "always",
    "read_policy": "always",
}
MAY: Mapping[CallerRole, Mapping[Permission, Where]] = {
    "anyone": {
        **_FREE,
        "score": "open",
        "suggest": "open",
        "draft": "open_authors",
        "object": "open_authors",
        "become_reader": "open_readers",
        "chat": "open",
        "guard": "open",
        "read_policy": "open",
        "set_policy": "open_loopback",
    },
    "link": {**_FREE, "open_objection": "always", "open_held": "always"},
    "reader": {**_FREE, "be_reader": "always", "chat": "open_readers"},
    "service": _SERVICE,
    "admin": {**_SERVICE, "set_policy": "always"},
    "coral": {**_FREE, "coral": "always"},
}
"""A token, a link and a signature count only where they are asked for; elsewhere their holder is anyone."""

ROUTES: Mapping[str, Permission] = {
    "GET /": "visit",
    "GET /errors": "visit",
    "GET /openapi.json": "visit",
    "GET /docs": "visit",
    "GET /favicon.ico": "visit",
    "GET /sayso.css": "visit",
    "GET /ui/{name}": "visit",
    "GET /healthz": "visit",
    "GET /readyz": "visit",
    "GET /metrics": "visit",
    "GET /write": "visit",
    "GET /write/responsible-use": "visit",
    "GET /chat": "visit",
    "GET /embed/sayso.js": "visit",
    "GET /embed/example": "visit",
    "GET /embed/example.js": "visit",
    "GET /embed/example.css": "visit",
    "GET /$discovery/rest": "visit",
    "GET /discovery/v1/apis/commentanalyzer/v1alpha1/rest": "visit",
    "POST /batch": "batch",
    "POST /batch/commentanalyzer/v1alpha1": "batch",
    "POST /v1alpha1/comments:analyze": "score",
    "POST /v1alpha1/comments:suggestscore": "suggest",
    "POST /api/v1/analyze": "score",
    "GET /api/v1/models": "score",
    "POST /v1/moderations": "score",
    "POST /api/v1/author/draft": "draft",
    "POST /api/v1/author/feedback": "object",
    "GET /api/v1/author/feedback/{token}": "open_objection",
    "GET /feedback/{token}": "open_objection",
    "POST /feedback/{token}/withdraw": "open_objection",
    "POST /api/v1/readers": "become_reader",
    "GET /api/v1/readers/me": "be_reader",
    "DELETE /api/v1/readers/me": "be_reader",
    "PUT /api/v1/readers/me/agreement": "be_reader",
    "GET /api/v1/readers/me/export": "be_reader",
    "GET /api/v1/readers/me/limits": "be_reader",
    "PUT /api/v1/readers/me/limits": "be_reader",
    "GET /api/v1/readers/me/words": "be_reader",
    "POST /api/v1/readers/me/words": "be_reader",
    "DELETE /api/v1/readers/me/words": "be_reader",
    "DELETE /api/v1/readers/me/words/{word_id}": "be_reader",
    "POST /api/v1/readers/me/words/{word_id}/share": "be_reader",
    "POST /api/v1/readers/me/words/undo": "be_reader",
    "GET /api/v1/readers/me/words/export": "be_reader",
    "POST /api/v1/readers/me/words/import": "be_reader",
    "GET /api/v1/readers/me/held": "be_reader",
    "GET /api/v1/readers/me/held/{held_id}": "be_reader",
    "POST /api/v1/readers/me/held/{held_id}/view": "be_reader",
    "POST /api/v1/readers/me/held/{held_id}/future": "be_reader",
    "POST /api/v1/readers/me/held/{held_id}/undo": "be_reader",
    "GET /held/{token}": "open_held",
    "POST /held/{token}/view": "open_held",
    "POST /held/{token}/future": "open_held",
    "POST /held/{token}/undo": "open_held",
    "POST /v1/chat/completions": "chat",
    "GET /v1/models": "chat",
    "POST /api/v1/guard/judge": "guard",
    "POST /api/v1/guard/context": "guard",
    "POST /beta/litellm_basic_guardrail_api": "guard",
    "GET /api/v1/policies/{community}": "read_policy",
    "PUT /api/v1/policies/{community}": "set_policy",
    "POST /coral/moderate": "coral",
}
"""The permission that each route asks for; HEAD asks for that of GET."""


def may(role: CallerRole, permission: Permission, settings: Settings) -> bool:
    """Whether the role has the permission on a service with these settings."""
    where = MAY[role].get(permission)
    return where is not None and CONDITIONS[where](settings)


def list_open(settings: Settings) -> list[str]:
    """The routes that anyone may use on such a service, without key, token, link or signature."""
    return [route for route, permission in ROUTES.items() if may("anyone", permission, settings)]


def find_permission(method: str, path: str) -> Permission:
    """What a route asks for; one that stands in no table cannot be made."""
    route = f"{method} {path}"
    if route not in ROUTES:
        raise LookupError(f"{route} is in no table of access: say who may use it in web/access/table.py.")
    return ROUTES[route]
