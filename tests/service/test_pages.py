"""What a browser sees."""

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from starlette.testclient import TestClient

from sayso.web.pages.home import list_codes

MakeClient = Callable[..., TestClient]


class Links(HTMLParser):
    """Collects what a page refers to, and the names of its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.elements: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.targets += [value for name, value in attrs if name in ("href", "src") and value]


def read(html: str) -> Links:
    links = Links()
    links.feed(html)
    return links


def test_the_home_page_says_where_and_how_to_ask(client: TestClient) -> None:
    answer = client.get("/")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    for part in (
        "curl http://testserver/api/v1/analyze",
        "fake.v1",
        "http://testserver/v1",
        "no key is needed",
    ):
        assert part in answer.text


def test_a_closed_service_shows_where_the_key_goes(make_client: MakeClient) -> None:
    page = make_client(auth="keys").get("/").text
    assert "Authorization: Bearer YOUR_KEY" in page
    assert "Every request needs a key." in page


@pytest.mark.parametrize("path", ["/", "/errors"])
def test_pages_run_no_script_and_load_nothing_from_elsewhere(client: TestClient, path: str) -> None:
    answer = client.get(path)
    links = read(answer.text)
    assert not {"script", "style", "img", "iframe"} & set(links.elements)
    assert all(target.startswith("http://testserver/") for target in links.targets)
    assert " style=" not in answer.text
    assert answer.headers["content-security-policy"].startswith("default-src 'none'; style-src 'self';")


@pytest.mark.parametrize("path", ["/", "/errors"])
def test_every_link_of_a_page_leads_somewhere(client: TestClient, path: str) -> None:
    for target in read(client.get(path).text).targets:
        assert client.get(target).status_code == 200, target


def test_under_a_prefix_links_keep_it(make_client: MakeClient) -> None:
    client = make_client(path_prefix="/sayso", auth="open")
    for target in read(client.get("/sayso/").text).targets:
        assert target.startswith("http://testserver/sayso/")
        assert client.get(target).status_code == 200, target


def test_a_service_with_a_shadow_says_who_else_sees_the_texts(make_client: MakeClient) -> None:
    page = make_client(shadow="perspective", perspective_key="theirs").get("/").text
    assert "Texts are also sent to Perspective for comparison, unless the request says doNotStore." in page


def test_the_address_that_was_set_is_the_one_shown(make_client: MakeClient) -> None:
    page = make_client(public_url="https://moderation.example.org/").get("/").text
    assert "curl https://moderation.example.org/api/v1/analyze" in page
    assert "testserver" not in page


def test_pages_have_a_language_a_title_and_one_main_heading(client: TestClient) -> None:
    for path in ("/", "/errors"):
        page = client.get(path).text
        assert '<html lang="en">' in page
        assert re.search("<title>.+</title>", page)
        assert read(page).elements.count("h1") == read(page).elements.count("main") == 1


def test_the_style_sheet_has_a_light_and_a_dark_side(client: TestClient) -> None:
    answer = client.get("/sayso.css")
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert "prefers-color-scheme: dark" in answer.text


def test_every_error_code_is_explained_at_the_address_that_errors_give(client: TestClient) -> None:
    page = client.get("/errors").text
    codes = [code for code, _, _ in list_codes()]
    assert len(codes) == len(set(codes))
    assert all(f'id="{code}"' in page for code in codes)
    docs = client.get("/nowhere").json()["docs"]
    assert docs == "/errors#not-found"
    assert f'id="{docs.partition("#")[2]}"' in page


def test_there_is_no_page_that_loads_scripts_from_elsewhere(client: TestClient) -> None:
    assert client.get("/redoc").status_code == 404
    assert "script" not in client.get("/docs").text


@pytest.mark.parametrize("path", ["/", "/healthz", "/write", "/openapi.json", "/nowhere"])
def test_what_can_be_read_can_be_asked_for_its_headers_alone(client: TestClient, path: str) -> None:
    whole, head = client.get(path), client.head(path)
    own = {"x-request-id", "date", "content-security-policy"}  # the last has a nonce
    assert head.status_code == whole.status_code
    assert head.content == b""
    assert {name: value for name, value in head.headers.items() if name not in own} == {
        name: value for name, value in whole.headers.items() if name not in own
    }


def test_where_nothing_can_be_read_there_are_no_headers_either(client: TestClient) -> None:
    answer = client.head("/api/v1/analyze")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


def test_a_request_for_headers_is_counted_by_its_route(client: TestClient) -> None:
    client.head("/errors")
    assert (
        'sayso_requests_total{method="HEAD",route="/errors",status="200"} 1.0' in client.get("/metrics").text
    )


def test_a_request_for_headers_that_fails_is_counted_by_its_route(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sayso.web.pages.home.list_codes", lambda: 1 / 0)
    assert client.head("/errors").status_code == 500
    assert (
        'sayso_requests_total{method="HEAD",route="/errors",status="500"} 1.0' in client.get("/metrics").text
    )
