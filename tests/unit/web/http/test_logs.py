import json
import logging

import pytest
import structlog

from sayso.web.http.logs import configure_logs, hide_exception_messages

SECRET = "what a person wrote"


pytestmark = pytest.mark.usefixtures("restored_loggers")


def test_our_lines_are_json(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(level="info", form="json")
    structlog.get_logger("test_json").info("request", status=200)
    line = json.loads(capsys.readouterr().err)
    assert (line["event"], line["status"], line["level"]) == ("request", 200, "info")
    assert line["timestamp"].endswith("Z")


def test_lines_of_libraries_are_json_too(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(level="info", form="json")
    logging.getLogger("some.library").info("Started process [%d]", 7)
    assert json.loads(capsys.readouterr().err)["event"] == "Started process [7]"


def test_lines_for_people_are_plain(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(level="info", form="text")
    structlog.get_logger("test_text").info("request", status=200)
    line = capsys.readouterr().err
    assert "request" in line
    assert "status=200" in line


def test_what_is_less_severe_than_the_level_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(level="warning", form="json")
    structlog.get_logger("test_level").info("request")
    assert capsys.readouterr().err == ""


def test_an_exception_is_logged_without_its_words(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(level="info", form="json")
    try:
        raise KeyError(SECRET)
    except KeyError:
        logging.getLogger("some.library").exception("It failed")
    raw = capsys.readouterr().err
    line = json.loads(raw)
    assert line["error"] == "KeyError"
    assert any("test_an_exception_is_logged" in place for place in line["where"])
    assert SECRET not in raw


def test_the_http_client_does_not_log_addresses_with_keys(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(level="info", form="json")
    logging.getLogger("httpx").info("HTTP Request: POST https://host/?key=abc")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("info", [None, False, (None, None, None)])
def test_a_line_without_an_exception_stays_as_it_is(info: object) -> None:
    assert hide_exception_messages(None, "info", {"event": "x", "exc_info": info}) == {"event": "x"}


@pytest.mark.parametrize("form", ["itself", "tuple"])
def test_an_exception_may_be_named_in_several_ways(form: str) -> None:
    error = ValueError(SECRET)
    info = error if form == "itself" else (ValueError, error, None)
    assert hide_exception_messages(None, "info", {"exc_info": info}) == {"error": "ValueError", "where": []}
