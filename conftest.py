"""Fixtures for every test, those of the laboratory (lab/tests) too."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
import structlog

pytest_plugins = ["tests.databases", "tests.live", "tests.local_model"]

# A slow machine is no failure: what must not be slow is tested by how it grows. All get the same examples,
# so that a change fails by its own doing; `--hypothesis-profile search` looks for new ones.
hypothesis.settings.register_profile("sayso", deadline=None, derandomize=True)
hypothesis.settings.register_profile("search", deadline=None, max_examples=2000)
hypothesis.settings.load_profile("sayso")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:  # pyright: ignore[reportUnusedFunction]  # autouse
    """Settings come from the test alone, whatever the machine has set or keeps. The quickest model answers,
    unless the test is about another: see tests/service/test_embedded_model.py for the shipped encoder."""
    for name in [name for name in os.environ if name.startswith("SAYSO_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SAYSO_SCORER", "linear")
    monkeypatch.setenv("SAYSO_DATA_DIR", str(tmp_path / "data"))


@pytest.fixture
def restored_loggers() -> Iterator[None]:
    """Puts back what a test changes about logging, the levels of other libraries' loggers too."""
    names = [None, *logging.root.manager.loggerDict]
    levels = {name: logging.getLogger(name).level for name in names}
    handlers = logging.root.handlers
    yield
    logging.root.handlers = handlers
    for name in [None, *logging.root.manager.loggerDict]:
        logging.getLogger(name).setLevel(levels.get(name, logging.NOTSET))
    structlog.reset_defaults()
