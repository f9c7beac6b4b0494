"""The pages with a script as they leave the service; what they do in a browser is in tests/browser."""

import gzip
import re
from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

MakeClient = Callable[..., TestClient]
LINK = re.compile(r'(?:href|src)="([^"]+)"')
PAGES = ["/write", "/write/responsible-use", "/chat"]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("prefix", ["", "/sayso"])
def test_every_link_leads_somewhere_under_any_prefix(make_client: MakeClient, path: str, prefix: str) -> None:
    client = make_client(path_prefix=prefix, auth="open")
    page = client.get(prefix + path)
    assert page.status_code == 200
    targets = [target for target in LINK.findall(page.text) if not target.startswith(("#", "data:"))]
    assert len(targets) >= 5
    for target in targets:
        address = str(page.url.join(target))
        assert address.startswith(f"http://testserver{prefix}/")
        assert client.get(address).status_code == 200, target


@pytest.mark.parametrize("path", PAGES)
def test_scripts_come_from_here_and_none_stands_in_the_page(client: TestClient, path: str) -> None:
    page = client.get(path)
    assert re.findall(r"<script(?![^>]* src=)", page.text) == []
    assert not re.search(r"<style| style=| on\w+=", page.text)
    policy = page.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy


def test_each_answer_has_a_nonce_of_its_own(client: TestClient) -> None:
    first, second = (client.get("/write") for _ in range(2))
    nonces = [re.findall('data-nonce="(.+?)"', page.text)[0] for page in (first, second)]
    assert nonces[0] != nonces[1]
    assert f"'nonce-{nonces[0]}'" in first.headers["content-security-policy"]


def test_a_built_file_is_kept_for_a_year_and_sent_small(client: TestClient) -> None:
    name = re.findall(r'src="(ui/write-[^"]+)"', client.get("/write").text)[0]
    answer = client.get(f"/{name}", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < 150_000
    plain = client.get(f"/{name}", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == answer.content
    assert len(gzip.compress(plain.content)) < len(plain.content) / 2


@pytest.mark.parametrize(
    "name", ["nothing.js", "manifest.json", "built-from.txt", "..%2Fpages.py", "..%5Cx.js", ".js"]
)
def test_nothing_else_of_the_folder_is_shown(client: TestClient, name: str) -> None:
    answer = client.get(f"/ui/{name}")
    assert answer.status_code == 404
    assert answer.json()["code"] == "not-found"


@pytest.mark.parametrize("prefix", ["/write", "ui/", "/write/deeper"])
def test_a_prefix_that_is_an_address_of_ours_is_refused(make_client: MakeClient, prefix: str) -> None:
    with pytest.raises(ValueError, match="addresses of Sayso's own begin like that"):
        make_client(path_prefix=prefix)
