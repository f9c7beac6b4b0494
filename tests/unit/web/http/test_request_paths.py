from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from pydantic import ValidationError
from starlette.types import Receive, Scope, Send

from sayso.settings import OWN_ROOTS, Settings
from sayso.web.app import create_app
from sayso.web.http.request_paths import PathMiddleware, clean_prefix, route_path, route_template


async def no_message() -> Any:
    raise AssertionError("nothing is read here")


async def no_send(_message: Any) -> None:
    raise AssertionError("nothing is sent here")


class Endpoint:
    """Keeps the scope it is called with."""

    def __init__(self) -> None:
        self.scope: Scope = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope


async def rewrite(path: str, *, prefix: str = "", kind: str = "http") -> Scope:
    endpoint = Endpoint()
    await PathMiddleware(endpoint, prefix=prefix)({"type": kind, "path": path}, no_message, no_send)
    return endpoint.scope


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("path", "prefix", "route"),
    [
        ("/healthz", "", "/healthz"),
        ("/healthz", "/sayso", "/healthz"),
        ("/sayso/healthz", "/sayso", "/healthz"),
        ("/sayso/healthz", "sayso/", "/healthz"),
        ("/saysomore", "/sayso", "/-outside/saysomore"),
        ("/sayso", "/sayso", ""),
        ("/a/b/v1/moderations", "/a/b", "/v1/moderations"),
        (
            "https://commentanalyzer.googleapis.com/v1alpha1/comments:analyze",
            "",
            "/v1alpha1/comments:analyze",
        ),
        ("http://host/sayso/healthz", "/sayso", "/healthz"),
        ("http://host", "", "/"),
        ("", "", "/"),
    ],
)
async def test_every_form_of_a_target_reaches_the_same_route(path: str, prefix: str, route: str) -> None:
    scope = await rewrite(path, prefix=prefix)
    assert route_path(scope) == route
    assert scope["root_path"] == clean_prefix(prefix)
    assert scope["path"] == clean_prefix(prefix) + route


@pytest.mark.anyio
async def test_what_is_not_http_is_left_alone() -> None:
    assert await rewrite("/x", prefix="/sayso", kind="lifespan") == {"type": "lifespan", "path": "/x"}


@pytest.mark.parametrize(
    ("given", "clean"), [("", ""), ("/", ""), ("a", "/a"), ("/a/", "/a"), ("/a/b", "/a/b")]
)
def test_a_prefix_has_one_slash_in_front_and_none_behind(given: str, clean: str) -> None:
    assert clean_prefix(given) == clean


def test_what_matched_no_route_shares_one_name() -> None:
    assert route_template({"path": "/wp-login.php"}) == "unmatched"


@pytest.mark.parametrize("prefix", ["/api", "v1/", "/v1alpha1", "/batch", "/discovery/x", "/$discovery"])
def test_a_prefix_that_our_own_addresses_begin_with_is_refused(prefix: str) -> None:
    with pytest.raises(ValidationError, match="addresses of Sayso's own begin like that"):
        Settings(path_prefix=prefix)


@pytest.mark.parametrize("prefix", ["/sayso", "/apis", "/moderation/api", ""])
def test_any_other_prefix_is_taken(prefix: str) -> None:
    assert Settings(path_prefix=prefix).path_prefix == prefix


def test_no_address_of_ours_is_forgotten_among_the_roots(make_service: Callable[..., Any]) -> None:
    service = make_service()
    roots = {path.strip("/").partition("/")[0] for path in walk(create_app(service).routes)}
    assert roots - {""} == OWN_ROOTS
    service.store.close()


def walk(routes: Iterable[Any]) -> Iterator[str]:
    for route in routes:
        included = getattr(route, "original_router", None)
        yield from walk(included.routes) if included else [route.path]
