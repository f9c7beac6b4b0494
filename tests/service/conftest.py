"""Commands run in process, each test with a data folder of its own."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.hostile_upstream import HostileUpstream, run_upstream

from sayso.cli import main
from sayso.web.access.addresses import AddressLimiter
from sayso.web.access.limits import Limiter

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _still_clock(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]  # autouse
    """No minute or day ends while a test counts what is left of it. The minute is the present one: the
    database forgets past ones by its own clock."""
    now = time.time() // 60 * 60 + 10
    for limiter in (Limiter, AddressLimiter):
        defaults: Any = limiter.__init__.__kwdefaults__
        monkeypatch.setitem(defaults, "clock", lambda: now)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("key", "list")` with a data folder of its own."""
    monkeypatch.setenv("SAYSO_DATA_DIR", str(tmp_path / "data"))
    return lambda *arguments, **options: CliRunner().invoke(main, arguments, **options)


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The database that `run` uses."""
    return f"sqlite:///{tmp_path / 'data' / 'sayso.db'}"


@pytest.fixture
def upstream() -> Iterator[HostileUpstream]:
    """A server for the guard to stand in front of."""
    with run_upstream() as upstream:
        yield upstream
