"""LiteLLM's gateway as its owner runs it: installed into an environment of its own, started as a process."""

import os
import re
import socket
import subprocess
import sys
import threading
import time
import venv
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from tests.clients.installing import installing

from sayso.settings import Settings
from sayso.testing import FakeScorer
from sayso.web.app import create_app
from sayso.web.assembly import assemble
from sayso.web.service import Service

ROOT = Path(__file__).parents[2]
REQUIREMENTS = Path(__file__).with_name("litellm") / "requirements.txt"
HOW_TO = ROOT / "docs" / "how-to" / "guard-a-chatbot.md"
GUARDRAILS = re.compile(r"^```yaml\n(guardrails:\n.*?)^```$", re.DOTALL | re.MULTILINE)
MASTER_KEY = "sk-only-for-this-test-8f2c91e4d7b3a6051c9e2f7a"
REST = """
model_list:
  - model_name: small
    litellm_params: {{model: openai/small, api_base: "{upstream}/v1", api_key: none, max_retries: 0}}
general_settings: {{master_key: {key}}}
"""


def install_litellm() -> Path:
    """The gateway's program, installed unless what the file names is there already."""
    folder = Path(sys.prefix) / "peers" / "litellm"
    wanted, stamp = REQUIREMENTS.read_text(), folder / "installed-from.txt"
    if not stamp.exists() or stamp.read_text() != wanted:
        venv.create(folder, clear=True, with_pip=True)
        command = [
            folder / "bin" / "python",
            "-m",
            "pip",
            "install",
            "--quiet",
            "--requirement",
            REQUIREMENTS,
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"pip could not install {REQUIREMENTS}: {done.stderr}"
        stamp.write_text(wanted)
    return folder / "bin" / "litellm"


def read_guardrails(sayso: str) -> str:
    """The configuration that the how-to shows, with the address of this Sayso."""
    found = GUARDRAILS.search(HOW_TO.read_text())
    assert found, f"{HOW_TO} shows no configuration of LiteLLM"
    return found[1].replace("http://127.0.0.1:8700", sayso)


@contextmanager
def serve_sayso(data_dir: Path) -> Generator[tuple[str, Service, uvicorn.Server]]:
    """A Sayso with the fake scorer, on a socket, that needs keys."""
    service = assemble(Settings(data_dir=data_dir, auth="keys"), scorer=FakeScorer())
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(create_app(service), log_config=None))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        _await(lambda: server.started, "Sayso", seconds=20)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}", service, server
        finally:
            server.should_exit = True
            thread.join(timeout=20)


@contextmanager
def run_gateway(folder: Path, *, guardrails: str, upstream: str, sayso_key: str) -> Generator[str]:
    """Its address, once it answers."""
    with installing("litellm"):
        program = install_litellm()
    port = _find_port()
    config = folder / "config.yaml"
    config.write_text(guardrails + REST.format(upstream=upstream, key=MASTER_KEY))
    told = {"SAYSO_KEY": sayso_key, "LITELLM_LOCAL_MODEL_COST_MAP": "True", "HOME": str(folder)}
    command = [program, "--config", config, "--host", "127.0.0.1", "--port", str(port)]
    log = folder / "log.txt"
    with log.open("w") as output:
        process = subprocess.Popen(command, env=os.environ | told, stdout=output, stderr=output)
    try:
        url = f"http://127.0.0.1:{port}"
        _await(lambda: _is_alive(url, process), f"LiteLLM, see {log}", seconds=120)
        yield url
    finally:
        process.terminate()
        process.wait(timeout=30)


def _is_alive(url: str, process: "subprocess.Popen[bytes]") -> bool:
    assert process.poll() is None, "LiteLLM ended"
    try:
        return httpx.get(f"{url}/health/liveliness", timeout=5).is_success
    except httpx.HTTPError:
        return False


def _find_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def _await(is_there: Any, what: str, *, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not is_there():
        assert time.monotonic() < deadline, f"{what}: did not start within {seconds} s"
        time.sleep(0.1)
