from pathlib import Path

import pytest
from pydantic import ValidationError

from sayso.settings import Settings


@pytest.mark.parametrize(
    ("host", "path_prefix", "auth", "is_open"),
    [
        ("127.0.0.1", "", "auto", True),
        ("localhost", "", "auto", True),
        ("::1", "", "auto", True),
        ("127.0.0.1", "/sayso", "auto", False),
        ("0.0.0.0", "", "auto", False),
        ("0.0.0.0", "", "open", True),
        ("127.0.0.1", "", "keys", False),
    ],
)
def test_only_a_lone_machine_is_open_by_itself(host: str, path_prefix: str, auth: str, is_open: bool) -> None:
    settings = Settings.model_validate({"host": host, "path_prefix": path_prefix, "auth": auth})
    assert settings.is_open is is_open


def test_the_database_is_a_file_in_the_data_folder_unless_a_url_is_given() -> None:
    assert Settings(data_dir=Path("here")).effective_database_url == "sqlite:///here/sayso.db"
    assert Settings(database_url="postgresql://db/sayso").effective_database_url == "postgresql://db/sayso"


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAYSO_PORT", "9000")
    assert Settings().port == 9000


def test_the_address_that_kubernetes_sets_is_no_port_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAYSO_PORT", "tcp://10.0.0.1:9000")
    assert Settings().port == 8700


def test_a_port_out_of_range_is_refused() -> None:
    with pytest.raises(ValidationError, match="less than or equal to 65535"):
        Settings(port=70000)


@pytest.mark.parametrize("code", ["klingon", "EN", "e", ""])
def test_a_fallback_that_is_no_language_code_is_refused(code: str) -> None:
    with pytest.raises(ValidationError, match="should match pattern"):
        Settings(fallback_language=code)


def test_every_setting_has_a_help_sentence() -> None:
    missing = [
        name for name, field in Settings.model_fields.items() if not (field.description or "").endswith(".")
    ]
    assert missing == []


def test_keys_of_other_services_are_not_printed() -> None:
    settings = Settings(perspective_key="hush", openai_key="hush", objection_webhook_secret="hush")
    assert "hush" not in repr(settings)


@pytest.mark.parametrize("url", ["forum.example/hook", "ftp://forum.example", "https://", "https://a b"])
def test_a_webhook_goes_to_a_web_address(url: str) -> None:
    with pytest.raises(ValidationError, match="should match pattern"):
        Settings(objection_webhook_url=url)


def test_an_allowed_origin_that_is_none_is_refused_at_the_start() -> None:
    with pytest.raises(ValidationError, match=r"'forum\.example' is no origin"):
        Settings(allowed_origins="forum.example")
    assert Settings(allowed_origins="https://Forum.example/").origins == ("https://forum.example",)


def test_authors_need_a_key_where_others_do_unless_it_is_said() -> None:
    settings = Settings(auth="keys")
    assert (settings.author_access, settings.author_per_minute, settings.origins) == ("auto", 240, ())
    assert [settings.authors_are_open, Settings(auth="open").authors_are_open] == [False, True]
    assert Settings(auth="keys", author_access="open").authors_are_open


def test_hosts_are_names_without_scheme_or_port() -> None:
    settings = Settings(allowed_hosts="Nas.local, *.lan, [::2]", public_url="https://a.example/s")
    assert settings.hosts == ("nas.local", "*.lan", "::2", "a.example")
    for wrong in ("https://nas.local", "nas.local:80", "a b"):
        with pytest.raises(ValidationError, match="is no name of a machine"):
            Settings(allowed_hosts=wrong)


@pytest.mark.parametrize(
    ("auth", "reader_access", "are_open"),
    [
        ("open", "auto", True),
        ("keys", "auto", False),
        ("keys", "open", True),
        ("open", "keys", False),
    ],
)
def test_readers_are_open_as_all_else_unless_it_is_said(
    auth: str, reader_access: str, are_open: bool
) -> None:
    settings = Settings.model_validate({"auth": auth, "reader_access": reader_access})
    assert settings.readers_are_open is are_open


def test_a_limit_of_no_requests_is_refused() -> None:
    with pytest.raises(ValidationError, match="greater than or equal to 1"):
        Settings(author_per_minute=0)
