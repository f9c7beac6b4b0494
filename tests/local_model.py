"""The real language model for the tests that need one: fetched once into the test environment, run once."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.watched_server import WatchedServer

from sayso.core.errors import SaysoError
from sayso.predicting.catalogue import SMOLLM2, ModelFile
from sayso.predicting.fetching import fetch_model

TEST_MODELS = Path(sys.prefix) / "share" / "sayso-test-models"


@pytest.fixture(scope="session")
def chat_model_file() -> Path:
    """The GGUF file. `make clean` removes it with the environment."""
    try:
        return fetch_model(SMOLLM2, TEST_MODELS).path
    except SaysoError as error:
        message = f"These tests need the language model {SMOLLM2.name}. {error.message} {error.hint}"
    pytest.fail(message, pytrace=False)


@pytest.fixture(scope="session")
def local_server(chat_model_file: Path) -> Iterator[WatchedServer]:
    """The model, answering. With `seed` and `temperature: 0` the same request gets the same reply."""
    with WatchedServer(ModelFile(SMOLLM2.name, chat_model_file)) as server:
        yield server.wait_until_ready()


def place_model(file: Path, data_dir: Path) -> Path:
    """What `sayso models fetch smollm2` would have left in a data folder."""
    target = SMOLLM2.path(data_dir / "models")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.symlink_to(file)
    return target
