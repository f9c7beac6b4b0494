"""What an attacker tried of who may call: M1 (keys), M5 (Host and Origin), L1 (links), L5 (prefix).

The numbers are those of the findings that each test proves mended.
"""

from collections.abc import Callable, Mapping
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

from sayso.cli.serve.command import check_start, describe_start
from sayso.core.errors import BadInput
from sayso.settings import Settings
from sayso.web.service import Service

MakeClient = Callable[..., TestClient]
DRAFT, OBJECTION = "/api/v1/author/draft", "/api/v1/author/feedback"
BODIES: Mapping[str, Mapping[str, str]] = {
    DRAFT: {"text": "hello"},
    OBJECTION: {"text": "hello", "kind": "missed"},
}
WEBHOOK = {"objection_webhook_url": "http://127.0.0.1:9/hook", "objection_webhook_secret": "between us"}
EVIL = "http://evil.example"
SUGGESTED = '{"comment": {"text": "hi"}, "attributeScores": {"TOXICITY": {"summaryScore": {"value": 1}}}}'


def service_of(client: TestClient) -> Service:
    return cast("Any", client.app).state.service


def make_settings(**values: Any) -> Settings:
    return Settings(**values)


# M1: keys everywhere, unless a setting opens an address by name


@pytest.mark.parametrize("path", [DRAFT, OBJECTION])
def test_m1_with_keys_authors_need_one_too(make_client: MakeClient, path: str) -> None:
    client = make_client(auth="keys")
    assert client.post(path, json=BODIES[path]).status_code == 401
    opened = make_client(auth="keys", author_access="open")
    assert opened.post(path, json=BODIES[path]).status_code in (200, 201)


@pytest.mark.parametrize("path", [DRAFT, OBJECTION, "/api/v1/readers"])
def test_m1_a_key_that_is_sent_and_not_known_is_refused_where_none_is_needed(
    make_client: MakeClient, path: str
) -> None:
    client = make_client(auth="keys", author_access="open", reader_access="open")
    key, secret = service_of(client).store.keys.create("site")
    service_of(client).store.keys.revoke(key.id)
    for sent in ("made-up", secret):
        answer = client.post(path, json=BODIES.get(path, {}), headers={"x-api-key": sent})
        assert (answer.status_code, answer.json()["code"]) == (401, "not-allowed")


def test_m1_the_start_lines_name_what_is_open_without_a_key() -> None:
    def said(**values: Any) -> str:
        lines = describe_start(make_settings(auth="keys", **values), port=8700, has_keys=True)
        (line,) = [line for line in lines if line.startswith("Open without a key: ")]
        return line

    assert "/metrics" in said()
    assert "/api/" not in said()
    assert f"{DRAFT}, {OBJECTION}" in said(author_access="open")
    assert ", /api/v1/readers." in said(reader_access="open")


# M5, names and sites


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST.:8700", "a.localhost:1", "127.0.0.1", "127.9.8.7:80", "[::1]:8700"]
)
def test_m5_an_open_service_answers_to_the_names_of_this_machine(make_client: MakeClient, host: str) -> None:
    assert make_client(allowed_hosts="").get("/healthz", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8700", "127.0.0.1.evil.example", "localhost.evil.example"),
        *("10.0.0.1", "[::2]", "user@localhost", "2130706433", "localhost:x", "127.0.0.1, evil.example"),
    ],
)
def test_m5_an_open_service_on_this_machine_answers_to_no_other_name(
    make_client: MakeClient, host: str
) -> None:
    client = make_client(allowed_hosts="")
    for method, path in (("GET", "/api/v1/policies/default"), ("PUT", "/api/v1/policies/default")):
        answer = client.request(method, path, headers={"host": host}, json={"hard_limit": 1.0})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-input")
        assert "SAYSO_ALLOWED_HOSTS" in answer.json()["hint"]


def test_m5_two_hosts_are_refused(make_client: MakeClient) -> None:
    headers = [("host", "localhost"), ("host", "evil.example")]
    assert make_client(allowed_hosts="").get("/healthz", headers=headers).status_code == 400


def test_m5_the_host_of_the_public_url_and_named_ones_are_taken(make_client: MakeClient) -> None:
    client = make_client(public_url="https://forum.example/s", allowed_hosts="nas.local, *.lan")
    hosts = ("forum.example", "nas.local:8700", "pi.lan", "lan", "other.example")
    answers = [client.get("/healthz", headers={"host": host}).status_code for host in hosts]
    assert answers == [200, 200, 200, 400, 400]


def test_m5_a_service_with_keys_takes_any_host_unless_hosts_are_named(make_client: MakeClient) -> None:
    evil = {"host": "evil.example"}
    assert make_client(auth="keys", allowed_hosts="").get("/healthz", headers=evil).status_code == 200
    named = make_client(auth="keys", allowed_hosts="good.example")
    assert named.get("/healthz", headers=evil).status_code == 400
    assert named.get("/healthz", headers={"host": "good.example"}).status_code == 200


@pytest.mark.parametrize(
    ("path", "body"), [("/v1alpha1/comments:suggestscore", SUGGESTED), ("/api/v1/readers", "")]
)
@pytest.mark.parametrize("origin", [EVIL, "null", "http://localhost:3000", "http://127.0.0.1.evil.example"])
def test_m5_a_page_of_another_site_writes_nothing(
    make_client: MakeClient, path: str, body: str, origin: str
) -> None:
    client = make_client()
    before = service_of(client).store.ledger.head()
    headers = {"content-type": "text/plain", "origin": origin, "host": "localhost:8700"}
    assert client.post(path, content=body, headers=headers).status_code == 403
    assert service_of(client).store.ledger.head() == before


@pytest.mark.parametrize("origin", ["http://localhost:8700", "https://localhost:8700", None, "allowed"])
def test_m5_own_pages_allowed_sites_and_programs_write_on(
    make_client: MakeClient, origin: str | None
) -> None:
    client = make_client(allowed_origins="https://forum.example")
    sent = "https://forum.example" if origin == "allowed" else origin
    headers = {"host": "localhost:8700", **({"origin": sent} if sent else {})}
    assert client.post("/api/v1/readers", headers=headers).status_code == 201


def test_m5_pages_of_other_sites_may_be_linked_from(make_client: MakeClient) -> None:
    assert make_client().get("/", headers={"origin": EVIL}).status_code == 200


def test_m5_an_extension_that_the_user_installed_is_no_page(make_client: MakeClient) -> None:
    headers = {"origin": "chrome-extension://abcdefghijklmnop"}
    assert make_client().post("/api/v1/readers", headers=headers).status_code == 201


# L1, the links of a stranger


def test_l1_with_a_webhook_and_no_public_url_the_service_does_not_start() -> None:
    with pytest.raises(BadInput, match="SAYSO_PUBLIC_URL is empty"):
        check_start(make_settings(**WEBHOOK))
    check_start(make_settings(**WEBHOOK, public_url="https://forum.example"))


def test_l1_what_a_platform_is_told_has_the_public_url_whatever_the_host(make_client: MakeClient) -> None:
    client = make_client(auth="keys", author_access="open", allowed_hosts="", public_url="https://a.example")
    told = client.post(OBJECTION, json=BODIES[OBJECTION], headers={"host": "attacker.example"})
    assert told.json()["url"].startswith("https://a.example/feedback/")


def test_l1_without_a_public_url_a_strange_host_is_in_no_link(make_client: MakeClient) -> None:
    client = make_client(auth="keys", author_access="open", allowed_hosts="", path_prefix="/sayso")
    strange, own = {"host": "attacker.example"}, {"host": "127.0.0.1:8700"}
    told = [
        client.post(f"/sayso{OBJECTION}", json=BODIES[OBJECTION], headers=each) for each in (strange, own)
    ]
    assert told[0].json()["url"].startswith("/sayso/feedback/")
    assert told[1].json()["url"].startswith("http://127.0.0.1:8700/sayso/feedback/")
    home = client.get("/sayso/", headers=strange)
    assert (home.status_code, "attacker" in home.text) == (200, False)
    discovery = client.get("/sayso/$discovery/rest", headers=strange)
    assert discovery.status_code == 400
    assert "attacker" not in discovery.text


# L5: the prefix


@pytest.mark.parametrize(
    ("arrives", "path", "status"),
    [
        ("passed", "/sayso/metrics", 200),
        ("passed", "/sayso/sayso/metrics", 404),
        ("passed", "/metrics", 404),
        ("passed", "/readyz", 200),
        ("stripped", "/metrics", 200),
        ("stripped", "/sayso/metrics", 404),
    ],
)
def test_l5_an_address_answers_under_one_path_alone(
    make_client: MakeClient, arrives: str, path: str, status: int
) -> None:
    client = make_client(path_prefix="/sayso", path_prefix_arrives=arrives)
    assert client.get(path).status_code == status


@pytest.mark.parametrize("path", ["/held/no-such-link", "/feedback/no-such-link"])
def test_m5_forms_behind_a_private_link_are_sent_although_their_page_hides_its_origin(
    make_client: MakeClient, path: str
) -> None:
    assert make_client().post(path, headers={"Origin": "null"}).status_code != 403
