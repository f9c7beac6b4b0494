"""What `sayso serve` says and refuses before it starts anything."""

import errno
import socket
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sayso.cli import main
from sayso.cli.serve.command import check_start, configure, describe_start, explain_bind, listen
from sayso.cli.shared.options import as_environment, name_unknown, public_settings, read_settings
from sayso.core.errors import BadInput
from sayso.settings import Settings


def make_settings(**values: Any) -> Settings:
    return Settings(**values)


def test_every_setting_that_is_no_secret_is_an_option() -> None:
    page = CliRunner().invoke(main, ["serve", "--help"], terminal_width=400).output
    for name, field in public_settings():
        assert f"--{name.replace('_', '-')} " in page
        assert field.description is not None
        assert f"[SAYSO_{name.upper()}" in page
    assert "--perspective-key" not in page
    assert "--openai-key" not in page


def test_choices_are_listed_by_name() -> None:
    page = CliRunner().invoke(main, ["serve", "--help"], terminal_width=400).output
    assert "--auth [auto|open|keys]" in page
    assert "--shadow [perspective]" in page


def test_an_option_wins_over_the_environment_and_the_environment_over_the_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SAYSO_PORT", "1111")
    monkeypatch.setenv("SAYSO_HOST", "::1")
    settings = read_settings({"port": 2222, "host": None})
    assert (settings.port, settings.host, settings.scorer) == (2222, "::1", "linear")


def test_workers_are_told_the_options_by_the_environment(tmp_path: Path) -> None:
    assert as_environment({"port": 2222, "host": None, "data_dir": tmp_path}) == {
        "SAYSO_PORT": "2222",
        "SAYSO_DATA_DIR": str(tmp_path),
    }


def test_a_value_out_of_bounds_is_refused_in_one_sentence() -> None:
    outcome = CliRunner().invoke(main, ["serve", "--port", "70000"])
    assert outcome.exit_code == 1
    assert "SAYSO_PORT" in outcome.output
    assert "Traceback" not in outcome.output


def test_an_open_service_on_this_machine_is_announced_with_a_first_request() -> None:
    assert describe_start(make_settings(), port=8700, has_keys=False) == [
        "Sayso answers at http://127.0.0.1:8700 (open, any key or none). Try:",
        "  curl http://127.0.0.1:8700/api/v1/analyze -H 'content-type: application/json'"
        """ -d '{"text": "You are a wonderful person"}'""",
        "In a browser: http://127.0.0.1:8700/write to write, http://127.0.0.1:8700/chat to chat.",
    ]


def test_an_open_service_for_everybody_comes_with_a_warning() -> None:
    lines = describe_start(make_settings(host="0.0.0.0", auth="open"), port=8700, has_keys=False)
    assert lines[0].startswith("Sayso answers at http://localhost:8700 ")
    assert lines[-1].startswith("Warning: anyone who can reach this address can use it.")


def test_a_closed_service_without_keys_says_how_to_make_one() -> None:
    lines = describe_start(make_settings(auth="keys"), port=8700, has_keys=False)
    assert "(a key is needed)" in lines[0]
    assert "Authorization: Bearer KEY" in lines[1]
    assert lines[-1].endswith("Make one: sayso key create --name my-site")


def test_a_closed_service_with_keys_has_nothing_to_add() -> None:
    settings = make_settings(auth="keys", public_url="https://a.example")
    assert len(describe_start(settings, port=8700, has_keys=True)) == 4


def test_with_a_certificate_the_address_is_https() -> None:
    settings = make_settings(tls_certificate=Path("c.pem"), tls_key=Path("k.pem"), host="::1")
    lines = describe_start(settings, port=8700, has_keys=True)
    assert lines[0].startswith("Sayso answers at https://[::1]:8700 ")
    assert "curl -k https://[::1]:8700" in lines[1]


def test_the_address_has_the_path_prefix() -> None:
    lines = describe_start(make_settings(path_prefix="/sayso/", auth="open"), port=8700, has_keys=True)
    assert lines[0].startswith("Sayso answers at http://127.0.0.1:8700/sayso ")
    assert "curl http://127.0.0.1:8700/sayso/api/v1/analyze" in lines[1]


def test_a_port_in_use_is_told_by_its_number() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(
            BadInput, match=rf"Port {port} on 127\.0\.0\.1 is in use by another program\."
        ) as caught:
            listen(make_settings(port=port))
    assert caught.value.hint == "Choose another with --port, or --port 0 for any free one."


def test_an_address_of_another_machine_cannot_be_listened_on() -> None:
    with pytest.raises(BadInput, match=r"Cannot listen on 192\.0\.2\.1:0: "):
        listen(make_settings(host="192.0.2.1", port=0))


def test_a_port_that_needs_rights_is_told_so() -> None:
    refused = explain_bind(OSError(errno.EACCES, "Permission denied"), make_settings(port=80))
    assert refused.message == "Not allowed to listen on 127.0.0.1:80."


def test_connections_wait_in_line_before_the_service_is_up() -> None:
    with (
        listen(make_settings(port=0)) as listener,
        socket.create_connection(listener.getsockname(), timeout=5) as caller,
    ):
        waiting, address = listener.accept()
        waiting.close()
        assert address == caller.getsockname()


def test_the_shadow_needs_a_key_for_perspective() -> None:
    with pytest.raises(BadInput, match="--shadow perspective needs a key for Perspective") as caught:
        check_start(make_settings(shadow="perspective"))
    assert "SAYSO_PERSPECTIVE_KEY" in caught.value.hint
    check_start(make_settings(shadow="perspective", perspective_key="k"))


def test_a_certificate_needs_its_key(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="takes both --tls-certificate and --tls-key"):
        check_start(make_settings(tls_certificate=tmp_path / "c.pem"))


def test_a_certificate_has_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"There is no file '.*c\.pem'"):
        check_start(make_settings(tls_certificate=tmp_path / "c.pem", tls_key=tmp_path / "k.pem"))


def test_the_access_log_that_would_print_keys_is_off() -> None:
    config = configure(make_settings(workers=3, shutdown_grace_s=7))
    assert (config.access_log, config.workers, config.timeout_graceful_shutdown) == (False, 3, 7)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("SAYSO_SCORRER", "Did you mean SAYSO_SCORER?"),
        ("sayso_prot", "Did you mean SAYSO_PORT?"),
        ("SAYSO_COLOUR_OF_THE_SKY", "`sayso serve --help` lists them all."),
    ],
)
def test_a_variable_that_is_no_setting_is_named(name: str, hint: str) -> None:
    """In silence a slip of the pen would leave the default in force."""
    others = ("SAYSO_PORT", "sayso_host", "PATH", "SAYSO_KEY", "SAYSO_SERVICE_HOST", "SAYSO_PORT_8700_TCP")
    [line] = name_unknown({name: "x", **dict.fromkeys(others, "1")})
    assert line == f"Warning: {name} is not a setting and changes nothing. {hint}"
