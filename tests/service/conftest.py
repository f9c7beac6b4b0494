"""Commands run in process, each test with a data folder of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.hostile_upstream import HostileUpstream, run_upstream

from sayso.cli import main

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("key", "list")` with a data folder of its own."""
    monkeypatch.setenv("SAYSO_DATA_DIR", str(tmp_path / "data"))
    return lambda *arguments: CliRunner().invoke(main, arguments)


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The database that `run` uses."""
    return f"sqlite:///{tmp_path / 'data' / 'sayso.db'}"


@pytest.fixture
def upstream() -> Iterator[HostileUpstream]:
    """A server for the guard to stand in front of."""
    with run_upstream() as upstream:
        yield upstream
