"""Ways to ask Perspective's methods of one in-process service, which these tests share."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from sayso.settings import Settings
from sayso.testing import FakeScorer
from sayso.web.app import create_app
from sayso.web.assembly import assemble
from sayso.web.service import Service

Ask = Callable[..., Any]


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Service:
    """An open service with the fake scorer: silly 0.4, stupid 0.92, idiot 0.95, the rest 0.02."""
    settings = Settings(data_dir=tmp_path_factory.mktemp("perspective"), allowed_hosts="testserver")
    return assemble(settings, scorer=FakeScorer())


@pytest.fixture(scope="session")
def client(service: Service) -> Iterator[TestClient]:
    with TestClient(create_app(service), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def analyze(client: TestClient) -> Ask:
    """`analyze(text, *attributes, **more)`: asks for a comment's scores; `more` goes into the body."""

    def ask(text: str = "You silly goose.", *attributes: str, **more: Any) -> Any:
        wanted: dict[str, Any] = {name: {} for name in attributes or ("TOXICITY",)}
        body = {"comment": {"text": text}, "requestedAttributes": wanted} | more
        return client.post("/v1alpha1/comments:analyze?key=any", content=json.dumps(body))

    return ask


@pytest.fixture
def suggest(client: TestClient) -> Ask:
    """`suggest(text, **more)`: says that a comment is toxic."""

    def ask(text: str = "You silly goose.", **more: Any) -> Any:
        scores = {"TOXICITY": {"summaryScore": {"value": 1}}}
        body = {"comment": {"text": text}, "attributeScores": scores} | more
        return client.post("/v1alpha1/comments:suggestscore?key=any", content=json.dumps(body))

    return ask
