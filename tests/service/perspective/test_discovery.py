"""The discovery document."""

from collections.abc import Callable
from typing import Any, Protocol, cast

import httpx
import pytest
from starlette.testclient import TestClient

MakeClient = Callable[..., TestClient]
ADDRESS = "/$discovery/rest?version=v1alpha1"


def test_it_names_the_service_and_its_two_methods(client: TestClient) -> None:
    document = client.get(ADDRESS).json()
    methods = document["resources"]["comments"]["methods"]
    assert {name: document[name] for name in ("id", "name", "version", "servicePath", "batchPath")} == {
        "id": "commentanalyzer:v1alpha1",
        "name": "commentanalyzer",
        "version": "v1alpha1",
        "servicePath": "",
        "batchPath": "batch",
    }
    assert {name: (method["httpMethod"], method["path"]) for name, method in methods.items()} == {
        "analyze": ("POST", "v1alpha1/comments:analyze"),
        "suggestscore": ("POST", "v1alpha1/comments:suggestscore"),
    }


def find_references(value: Any) -> set[str]:
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        own = {fields["$ref"]} if "$ref" in fields else set[str]()
        return own.union(*map(find_references, fields.values()))
    items = cast("list[Any]", value) if isinstance(value, list) else []
    return set[str]().union(*map(find_references, items))


def test_every_schema_it_refers_to_is_there(client: TestClient) -> None:
    document = client.get(ADDRESS).json()
    assert find_references(document) == set(document["schemas"])


@pytest.mark.parametrize(
    ("settings", "headers", "root"),
    [
        ({}, {"host": "here.example:8700"}, "http://here.example:8700/"),
        (
            {"path_prefix": "/sayso", "path_prefix_arrives": "stripped"},
            {"host": "here.example"},
            "http://here.example/sayso/",
        ),
        ({"public_url": "https://mod.example/x"}, {"host": "here.example"}, "https://mod.example/x/"),
        ({"public_url": "https://mod.example/x/"}, {}, "https://mod.example/x/"),
    ],
)
def test_it_points_clients_back_to_where_they_came_from(
    make_client: MakeClient, settings: dict[str, str], headers: dict[str, str], root: str
) -> None:
    document = (
        make_client(allowed_hosts="here.example, testserver", **settings).get(ADDRESS, headers=headers).json()
    )
    assert (document["rootUrl"], document["baseUrl"]) == (root, root)


@pytest.mark.parametrize(
    "address",
    [
        "/$discovery/rest",
        "/%24discovery/rest?version=v1alpha1",
        "/discovery/v1/apis/commentanalyzer/v1alpha1/rest",
    ],
)
def test_it_is_found_at_every_address_clients_ask(client: TestClient, address: str) -> None:
    assert client.get(address).json()["id"] == "commentanalyzer:v1alpha1"


@pytest.mark.parametrize(
    "address", ["/$discovery/rest?version=v1", "/discovery/v1/apis/drive/v3/rest", "/$discovery/other"]
)
def test_other_documents_are_not_there(client: TestClient, address: str) -> None:
    assert client.get(address).status_code == 404


def test_it_needs_no_key(make_client: MakeClient) -> None:
    assert make_client(auth="keys").get(ADDRESS).status_code == 200


class LiveServer(Protocol):
    @property
    def url(self) -> str: ...


def test_behind_a_proxy_that_speaks_tls_it_points_to_https(make_live: Callable[..., LiveServer]) -> None:
    live = make_live(allowed_hosts="mod.example")
    headers = {"X-Forwarded-Proto": "https", "Host": "mod.example"}
    document = httpx.get(f"{live.url}{ADDRESS}", headers=headers).json()
    assert document["rootUrl"] == "https://mod.example/"
