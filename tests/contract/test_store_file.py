"""A SQLite file that goes away under a store that has it open: nothing may be acknowledged and lost."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from sayso.core import Say
from sayso.core.errors import StoreError
from sayso.storage import Store


def delete(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    shutil.copy(path, path.with_name("copy"))
    path.with_name("copy").replace(path)


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "sayso.db"


@pytest.mark.parametrize("lose", [delete, replace, move])
def test_a_write_to_a_lost_file_is_not_acknowledged(
    sqlite_url: str, path: Path, lose: Callable[[Path], None]
) -> None:
    with Store.open(sqlite_url) as store:
        store.keys.create("my site")
        lose(path)
        with pytest.raises(StoreError, match="was deleted or replaced while Sayso had it open") as caught:
            store.submit(lambda transaction: transaction.record(Say("test.done"))).result()
        assert str(path) in caught.value.message
        assert "restore a backup" in caught.value.hint
        with pytest.raises(StoreError, match="was deleted or replaced"):
            store.keys.create("another site")
        with pytest.raises(StoreError, match="was deleted or replaced"):
            store.keys.list()


def test_a_lost_file_is_not_made_anew_by_a_later_connection(sqlite_url: str, path: Path) -> None:
    with Store.open(sqlite_url) as store, store.transaction():
        delete(path)
        with pytest.raises(StoreError, match="was deleted or replaced"):  # the first connection is taken
            store.keys.list()
    assert not path.exists()


def test_a_file_that_is_put_back_is_used_again(sqlite_url: str, path: Path) -> None:
    with Store.open(sqlite_url) as store:
        move(path)
        with pytest.raises(StoreError, match="was deleted or replaced"):
            store.keys.create("my site")
        path.with_name("elsewhere").rename(path)
        store.keys.create("my site")
        assert [key.name for key in store.keys.list()] == ["my site"]
