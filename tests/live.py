"""The service under test: in process (`client`) or on a real socket (`live`), with a database per test."""

import socket
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.testclient import TestClient
from starlette.types import ASGIApp
from tests.databases import copy_database

from sayso.core import LanguageDetector, Scorer
from sayso.settings import Settings
from sayso.testing import FakeScorer
from sayso.web.app import create_app
from sayso.web.assembly import assemble
from sayso.web.http.connections import BoundedProtocol
from sayso.web.service import Service
from sayso.wiring import build_detector

MakeService = Callable[..., Service]
MakeClient = Callable[..., TestClient]
MakeLive = Callable[..., "LiveServer"]
MakeApp = Callable[[Service], ASGIApp]


@dataclass(frozen=True, slots=True)
class LiveServer:
    """A service that listens on a free port of this machine."""

    url: str
    host: str
    port: int
    service: Service
    server: uvicorn.Server

    def stop(self) -> None:
        """Asks the server to stop, and waits until it takes no more connections."""
        self.server.should_exit = True
        while self.server.servers[0].is_serving():
            time.sleep(0.01)


@pytest.fixture(scope="session")
def languages() -> LanguageDetector:
    """Loading it takes longer than most tests."""
    return build_detector(Settings())


@pytest.fixture
def make_service(tmp_path: Path, languages: LanguageDetector, migrated_file: Path) -> MakeService:
    """`make_service(scorer, **settings)`: a service with a fake scorer and an empty database."""

    def make(scorer: Scorer | None = None, **settings: Any) -> Service:
        values: dict[str, Any] = {"data_dir": tmp_path, "allowed_hosts": "testserver", **settings}
        wanted = Settings(**values)
        if not wanted.database_url:
            copy_database(migrated_file, wanted.data_dir / "sayso.db")
        return assemble(wanted, scorer=scorer or FakeScorer(), languages=languages)

    return make


@pytest.fixture
def make_client(make_service: MakeService) -> Iterator[MakeClient]:
    """`make_client(scorer, **settings)`: an in-process client; `client.app.state.service` is its service."""
    with ExitStack() as stack:

        def make(scorer: Scorer | None = None, **settings: Any) -> TestClient:
            app = create_app(make_service(scorer, **settings))
            return stack.enter_context(TestClient(app, raise_server_exceptions=False))

        yield make


@pytest.fixture
def client(make_client: MakeClient) -> TestClient:
    """An open service with the fake scorer."""
    return make_client()


@pytest.fixture
def make_live(make_service: MakeService) -> Iterator[MakeLive]:
    """`make_live(scorer, **settings)`: a running server; `make_app(service)` may make another app of it."""
    with ExitStack() as stack:

        def make(
            scorer: Scorer | None = None,
            *,
            make_app: MakeApp = create_app,
            http: type[BoundedProtocol] = BoundedProtocol,
            timeout_keep_alive: int = 5,
            **settings: Any,
        ) -> LiveServer:
            service = make_service(scorer, **settings)
            app = make_app(service)
            live = serve_live(service, app, http=http, timeout_keep_alive=timeout_keep_alive)
            return stack.enter_context(live)

        yield make


@pytest.fixture
def live(make_live: MakeLive) -> LiveServer:
    """An open service with the fake scorer, on a socket."""
    return make_live()


@contextmanager
def serve_live(
    service: Service,
    app: ASGIApp,
    *,
    http: type[BoundedProtocol] = BoundedProtocol,
    timeout_keep_alive: int = 5,
) -> Generator[LiveServer]:
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        http=http,
        ws="none",
        server_header=False,
        timeout_keep_alive=timeout_keep_alive,
    )
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0), backlog=512) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            _await_start(server)
            host, port = listener.getsockname()
            yield LiveServer(f"http://{host}:{port}", host, port, service, server)
        finally:
            server.should_exit = True
            thread.join(timeout=20)
        assert not thread.is_alive(), "the server did not stop within 20 s"


def _await_start(server: uvicorn.Server) -> None:
    deadline = time.monotonic() + 20
    while not server.started:
        assert time.monotonic() < deadline, "the server did not start within 20 s"
        time.sleep(0.01)
