"""The script for other sites, and its example page."""

import re
from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from sayso.web.author.embed import PARTS, make_script

MakeClient = Callable[..., TestClient]


def test_the_script_may_be_loaded_by_any_site_and_kept_for_an_hour(client: TestClient) -> None:
    answer = client.get("/embed/sayso.js", headers={"origin": "https://forum.example"})
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert answer.headers["cache-control"].startswith("public, max-age=3600")
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("known", ["{}", "W/{}", '"other", {}'])
def test_a_script_that_is_known_is_not_sent_again(client: TestClient, known: str) -> None:
    etag = client.get("/embed/sayso.js").headers["etag"]
    again = client.get("/embed/sayso.js", headers={"if-none-match": known.format(etag)})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    assert client.get("/embed/sayso.js", headers={"if-none-match": '"other"'}).status_code == 200


def test_the_script_needs_no_key(make_client: MakeClient) -> None:
    client = make_client(auth="keys", author_access="keys")
    assert client.get("/embed/sayso.js").status_code == 200


def test_the_script_evaluates_no_text_and_parses_no_markup() -> None:
    script = make_script("start.js").content.decode()
    assert not re.search(
        r"\beval\(|new Function|innerHTML|insertAdjacentHTML|document\.write|import\(", script
    )
    assert len(script) < 60_000


@pytest.mark.parametrize("part", sorted(PARTS.glob("*.js")), ids=lambda part: part.name)
def test_no_part_has_grown_too_long(part: object) -> None:
    assert len((PARTS / str(part)).read_text("utf-8").splitlines()) <= 300


def test_the_example_warns_before_its_examples_and_says_what_is_sent(client: TestClient) -> None:
    page = client.get("/embed/example").text
    assert page.index("Before you try") < page.index("stupid")
    assert "It is not kept, unless" in page
    assert 'src="http://testserver/embed/sayso.js"' in page


def test_the_example_runs_only_scripts_of_this_service(client: TestClient) -> None:
    answer = client.get("/embed/example")
    assert (
        "script-src 'self'; connect-src 'self'; style-src 'self'" in answer.headers["content-security-policy"]
    )
    sources = re.findall(r'(?:src|href)="([^"]+)"', answer.text)
    assert all(source.startswith("http://testserver/") for source in sources)
    assert {client.get(source).status_code for source in sources} == {200}


def test_the_example_says_so_where_authors_need_a_key(make_client: MakeClient) -> None:
    assert "asks authors for a key" in make_client(author_access="keys").get("/embed/example").text
    assert "asks authors for a key" not in make_client().get("/embed/example").text
