"""From settings to objects."""

from datetime import timedelta
from pathlib import Path

import pytest

from sayso.core.errors import BadFile, BadInput, UnknownName
from sayso.deciding.held_replies import View
from sayso.predicting.catalogue import SMOLLM2
from sayso.settings import Settings
from sayso.storage import NewFilteredReply
from sayso.wiring import (
    build_guesser,
    build_local_server,
    explain_missing_upstream,
    open_store,
    read_webhook_key,
)


def read(secret: str) -> bytes | None:
    return read_webhook_key(
        Settings(
            objection_webhook_url="https://forum.example/hook",
            objection_webhook_secret=secret,
            public_url="https://sayso.example",
        )
    )


@pytest.mark.parametrize(
    ("secret", "key"),
    [("whsec_aGVsbG8=", b"hello"), ("hello", b"hello"), ("h\u00e9", b"h\xc3\xa9"), ("aGVsbG8=", b"aGVsbG8=")],
)
def test_a_webhook_secret_is_base64_only_where_it_says_so(secret: str, key: bytes) -> None:
    assert read(secret) == key


@pytest.mark.parametrize("secret", ["whsec_", "whsec_hello!", "whsec_abc", "whsec_h\u00e9"])
def test_a_webhook_secret_that_is_no_base64_is_refused_without_being_shown(secret: str) -> None:
    with pytest.raises(BadInput, match="something other than base64") as caught:
        read(secret)
    assert "hello" not in caught.value.message
    assert "openssl rand -base64 32" in caught.value.hint


def test_a_webhook_without_a_secret_is_refused() -> None:
    with pytest.raises(BadInput, match="SAYSO_OBJECTION_WEBHOOK_SECRET is empty"):
        read("")


def test_without_a_webhook_no_secret_is_needed() -> None:
    assert read_webhook_key(Settings()) is None


def test_the_shipped_masked_model_is_loaded_once() -> None:
    guesser = build_guesser(Settings())
    assert guesser.name.startswith("masked.v")
    assert build_guesser(Settings()) is guesser


def test_a_masked_model_is_one_trained_here_or_one_of_hugging_faces(tmp_path: Path) -> None:
    shipped = build_guesser(Settings())
    assert build_guesser(Settings(masked_model=shipped.name, data_dir=tmp_path)).name == shipped.name
    with pytest.raises(UnknownName, match=r"'masked\.v999'"):
        build_guesser(Settings(masked_model="masked.v999", data_dir=tmp_path))
    with pytest.raises(BadFile, match="cannot be read as a masked model"):
        build_guesser(Settings(masked_model=str(tmp_path)))


def test_a_guard_without_a_chatbot_says_what_is_lacking(tmp_path: Path) -> None:
    unfetched = explain_missing_upstream(Settings(data_dir=tmp_path))
    assert unfetched.hint.startswith("Run: sayso models fetch smollm2")
    unknown = explain_missing_upstream(Settings(chat_model="smolm2"))
    assert "Did you mean 'smollm2'?" in unknown.message
    path = SMOLLM2.path(tmp_path / "models")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"GGUF")
    fetched = explain_missing_upstream(Settings(data_dir=tmp_path))
    assert fetched.message == "The language model 'smollm2' is here and does not run."
    assert fetched.hint.startswith("Start the service again")


def test_the_local_server_is_made_for_the_model_of_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "own.gguf"
    path.write_bytes(b"GGUF")
    server = build_local_server(Settings(chat_model=str(path)))
    try:
        assert (server.model.name, server.model.path) == ("own", path)
    finally:
        server.close()


def test_the_store_holds_replies_for_as_long_as_the_settings_say(tmp_path: Path) -> None:
    with open_store(Settings(data_dir=tmp_path, held_hours=2, undo_minutes=5)) as store:
        reader = store.readers.find_or_create("forum", "ana")
        held = store.held.add(
            NewFilteredReply(reader.id, "forum", "c1", "held", "between", "x", 0.5, "m.v1", 0)
        )
        assert held.question.expires_at - held.question.created_at == timedelta(hours=2)
        answered, _ = store.held.advance(reader.id, held.id, View(False))
        question = answered.question
        assert question.answered_at is not None
        assert question.expires_at - question.answered_at == timedelta(minutes=5)
