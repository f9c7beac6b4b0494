"""From a URL to an engine."""

from pathlib import Path

import pytest

from sayso.core.errors import BadInput, MissingExtra, StoreError, UnknownName
from sayso.storage.engine import open_engine, parse_url, require_driver


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_name_of_postgresql_means_the_same_driver(scheme: str) -> None:
    url = parse_url(f"{scheme}://me:secret@host:5433/sayso?sslmode=require")
    assert url.render_as_string(hide_password=False) == (
        "postgresql+psycopg://me:secret@host:5433/sayso?sslmode=require"
    )


@pytest.mark.parametrize("scheme", ["mysql", "postgresql+psycopg2", "sqlite+aiosqlite"])
def test_another_database_is_refused_by_name(scheme: str) -> None:
    with pytest.raises(UnknownName, match="Known: postgresql, sqlite"):
        parse_url(f"{scheme}://me:secret-word@host/sayso")


@pytest.mark.parametrize("url", ["", "secret-word", "postgresql://me:secret-word@host:port/sayso"])
def test_a_url_that_cannot_be_read_is_not_repeated(url: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_url(url)
    assert caught.value.message == "The database URL cannot be read."
    assert "secret-word" not in caught.value.message + caught.value.hint


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_ledger_in_memory_is_refused(url: str) -> None:
    with pytest.raises(BadInput, match="would be lost"):
        open_engine(url)


def test_a_missing_driver_is_named_with_the_command_that_installs_it() -> None:
    with pytest.raises(MissingExtra) as caught:
        require_driver(find=lambda _: None)
    assert caught.value.hint == "Run: pip install 'sayso[postgres]'"


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="Cannot create the database file"):
        open_engine(f"sqlite:///{tmp_path / 'file' / 'sayso.db'}")


def test_options_of_ones_own_are_left_alone() -> None:
    engine = open_engine("postgresql://host/sayso?options=-cstatement_timeout%3D1s")
    assert engine.url.query["options"] == "-cstatement_timeout=1s"
