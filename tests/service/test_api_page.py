"""The page `/docs`, and the icon of all pages."""

from starlette.testclient import TestClient


def test_every_operation_of_the_document_is_on_the_page_and_nothing_comes_from_elsewhere(
    client: TestClient,
) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    page = client.get("/docs")
    names = [one["operationId"] for methods in paths.values() for one in methods.values()]
    assert all(f'id="{name}"' in page.text for name in names)
    assert "<script" not in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]


def test_fields_have_their_type_and_meaning(client: TestClient) -> None:
    text = client.get("/docs").text
    assert "<td>list of ResultAnswer, required</td>" in text
    assert "<code>texts</code></th><td>list of string</td><td>Several texts.</td>" in text


def test_browsers_find_an_icon(client: TestClient) -> None:
    icon = client.get("/favicon.ico")
    assert (icon.status_code, icon.headers["content-type"]) == (200, "image/vnd.microsoft.icon")
    assert icon.content[:4] == b"\0\0\1\0"
