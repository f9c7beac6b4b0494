"""Who may do what: every route asked by every caller, and told what the table of access says."""

import hashlib
import hmac
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast, get_args

import pytest
from fastapi.routing import APIRoute, APIRouter
from starlette.routing import BaseRoute
from starlette.testclient import TestClient

from sayso.storage import NewObjection
from sayso.web.access.dependencies import AccessRoute
from sayso.web.access.table import MAY, ROLES, ROUTES, CallerRole, Permission, may
from sayso.web.service import Service

MakeClient = Callable[..., TestClient]
SECRET = "coral-secret"
COMMUNITY = "forum"
CLOSED: Mapping[str, Any] = {"auth": "keys", "author_access": "keys", "reader_access": "keys"}
CLOSED_BUT: Mapping[str, Any] = {"auth": "keys", "author_access": "open", "reader_access": "open"}
OPEN: Mapping[str, Any] = {"auth": "open"}
OPEN_TO_ALL: Mapping[str, Any] = {"auth": "open", "host": "0.0.0.0"}
KEYS = frozenset[CallerRole]({"service", "admin"})
REFUSALS = frozenset(
    {
        (401, "not-allowed"),
        (403, "forbidden"),
        (401, "invalid_request_error"),
        (403, "permission_error"),
        (403, "PERMISSION_DENIED"),
    }
)
"""Who are you, and you may not, in each shape."""

ASKED_IN_BODY = frozenset[Permission]({"coral"})
"""Where nobody is looked for before the body is there, because the body is what is signed."""


def service_of(client: TestClient) -> Service:
    return cast("Any", client.app).state.service


def walk(routes: list[BaseRoute]) -> Iterator[APIRoute]:
    for route in routes:
        included: APIRouter | None = getattr(route, "original_router", None)
        if included is not None:
            yield from walk(included.routes)
        elif isinstance(route, APIRoute):
            yield route


def name_routes(route: APIRoute) -> list[str]:
    return [f"{method} {route.path}" for method in route.methods or () if method != "HEAD"]


def test_every_route_is_in_the_table_and_nothing_else(client: TestClient) -> None:
    found = [name for route in walk(cast("Any", client.app).routes) for name in name_routes(route)]
    assert sorted(found) == sorted(ROUTES)


def test_whoever_needs_a_permission_is_asked_before_the_body_is_read(client: TestClient) -> None:
    free = {*MAY["anyone"]} - {each for each, where in MAY["anyone"].items() if where != "always"}
    for route in walk(cast("Any", client.app).routes):
        for name in name_routes(route):
            needs_nothing = ROUTES[name] in free or ROUTES[name] in ASKED_IN_BODY
            assert isinstance(route, AccessRoute) or needs_nothing, name


def test_a_route_that_is_in_no_table_cannot_be_made() -> None:
    router = APIRouter(route_class=AccessRoute)
    with pytest.raises(LookupError, match="GET /secret-door is in no table of access"):
        router.get("/secret-door")(lambda: None)


def test_every_permission_is_somebodys_and_asked_for_somewhere() -> None:
    assert {*get_args(Permission)} == {*ROUTES.values()} == {each for role in ROLES for each in MAY[role]}


@dataclass(frozen=True, slots=True)
class Actors:
    """What each caller sends: headers, and what stands in an address."""

    client: TestClient
    headers: Mapping[CallerRole, Mapping[str, str]]
    objection: str
    held: str

    def ask(self, role: CallerRole, route: str) -> tuple[int, str]:
        """The status and the code of the answer."""
        method, path = route.split()
        permission = ROUTES[route]
        opened = {"open_objection": self.objection, "open_held": self.held}.get(permission, "none")
        values = {
            "token": opened if role == "link" else "made-up",
            "community": COMMUNITY,
            "name": "none.js",
            "held_id": "none",
            "word_id": "none",
        }
        content = b"{}" if method in ("POST", "PUT") else b""
        headers = {"content-type": "application/json", **self.headers[role]}
        if permission == "coral" and role == "coral":
            signature = hmac.new(SECRET.encode(), content, hashlib.sha256).hexdigest()
            headers["x-coral-signature"] = f"sha256={signature}"
        answer = self.client.request(
            method, path.format(**values), content=content, headers=headers, follow_redirects=False
        )
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        return answer.status_code, read_code(answer.json()) if is_json and answer.content else ""


def read_code(told: Mapping[str, Any]) -> str:
    error = told.get("error")
    inner: Mapping[str, Any] = cast("dict[str, Any]", error) if isinstance(error, dict) else {}
    return str(told.get("code") or inner.get("status") or inner.get("type") or "")


def make_actors(client: TestClient) -> Actors:
    service = service_of(client)
    store = service.store
    headers: dict[CallerRole, Mapping[str, str]] = {role: {} for role in ROLES}
    for role in ("service", "admin"):
        headers[role] = {"x-api-key": store.keys.create(role, role=role, community=COMMUNITY)[1]}
    reader = store.readers.find_or_create(COMMUNITY, "ana")
    headers["reader"] = {"x-sayso-reader": service.readers.tokens.sign_reader(reader.id)[0]}
    with store.transaction() as transaction:
        new = NewObjection("missed", "text", 0, 0, {}, "fake.v1")
        objection = store.objections.add(transaction, new, client="", root=None)
    return Actors(client, headers, objection.token, service.readers.tokens.sign_link(reader.id, "none"))


def expect(role: CallerRole, route: str, service: Service) -> set[tuple[int, str]] | None:
    """The refusals that the table leaves; None: this caller is let in."""
    permission = ROUTES[route]
    if may(role, permission, service.settings):
        return None
    is_looked_at = role in KEYS or (role == "reader" and permission in MAY["reader"])
    if permission in MAY["link"]:
        return {(404, "not-found"), (404, "")}
    if permission in MAY["coral"]:
        return {(401, "not-allowed")}
    if not is_looked_at and may("anyone", permission, service.settings):
        return None
    if route.startswith("POST /v1alpha1"):
        return {(403, "PERMISSION_DENIED")}
    if " /v1/" in route:
        return {(403, "permission_error")} if is_looked_at else {(401, "invalid_request_error")}
    return {(403, "forbidden")} if is_looked_at else {(401, "not-allowed")}


@pytest.mark.parametrize("settings", [CLOSED, CLOSED_BUT, OPEN, OPEN_TO_ALL])
def test_each_route_lets_in_whom_the_table_names(
    make_client: MakeClient, settings: Mapping[str, Any]
) -> None:
    client = make_client(coral_secret=SECRET, reader_per_minute=1000, **settings)
    actors = make_actors(client)
    last = "DELETE /api/v1/readers/me"  # after it there is no reader
    for route in [*(each for each in ROUTES if each != last), last]:
        for role in ROLES:
            asked, expected = actors.ask(role, route), expect(role, route, service_of(client))
            is_right = asked not in REFUSALS if expected is None else asked in expected
            assert is_right, (role, route, asked)
