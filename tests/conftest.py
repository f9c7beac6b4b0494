"""Fixtures for every layer of tests."""

import os

import hypothesis
import pytest

pytest_plugins = ["tests.live"]

# A slow machine is no failure: what must not be slow is tested by how it grows.
hypothesis.settings.register_profile("sayso", deadline=None)
hypothesis.settings.load_profile("sayso")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]  # autouse
    """Settings come from the test alone, whatever the machine has set."""
    for name in [name for name in os.environ if name.startswith("SAYSO_")]:
        monkeypatch.delenv(name)
