"""`sayso serve` as a process of its own: starts, answers, shares the work, stops."""

import re
import signal
import sqlite3
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
import trustme
from tests.service.served import Served, run_served

from sayso.storage import Store

Start = Callable[..., Served]
ROOT = Path(__file__).parents[2]
SUGGEST = "/v1alpha1/comments:suggestscore"
SUGGESTION: dict[str, Any] = {
    "comment": {"text": "What a silly goose you are today."},
    "attributeScores": {"TOXICITY": {"summaryScore": {"value": 1.0}}},
    "languages": ["en"],
}


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """`start("--workers", "2")`: the command with a word list as its model, on a free port."""
    words = tmp_path / "words.txt"
    words.write_text("idiot\n", "utf-8")
    with ExitStack() as stack:
        yield lambda *options: stack.enter_context(
            run_served(tmp_path, "--scorer", f"blocklist:{words}", *options)
        )


def ask(url: str, text: str = "you idiot", **more: Any) -> httpx.Response:
    return httpx.post(f"{url}/api/v1/analyze", json={"text": text}, timeout=30, **more)


def test_it_starts_answers_and_stops_cleanly(start: Start) -> None:
    served = start()
    answer = ask(served.url(), params={"key": "sayso_of_somebody"})
    assert answer.json()["results"][0]["scores"]["TOXICITY"] == 1.0
    assert served.stop() in (0, -signal.SIGTERM)
    assert '"event": "request"' in served.printed
    assert "sayso_of_somebody" not in served.printed
    assert "idiot" not in served.printed
    assert "Traceback" not in served.printed


def test_workers_share_the_work_and_the_metrics(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # each worker writes its counts into files there
    served = start("--workers", "2")
    url = served.url()
    deadline = time.monotonic() + 60
    asked = 0
    with ThreadPoolExecutor(16) as pool:
        while len(list(tmp_path.glob("sayso-metrics-*/counter_*.db"))) < 2:
            assert time.monotonic() < deadline, "only one worker answered within 60 s"
            for answer in pool.map(ask, [url] * 16):
                assert answer.status_code == 200
            asked += 16
    line = f'sayso_requests_total{{method="POST",route="/api/v1/analyze",status="200"}} {asked}.0'
    while line not in (page := httpx.get(f"{url}/metrics").text):
        assert time.monotonic() < deadline + 30, page
    assert served.stop() == 0
    assert "Traceback" not in served.printed


def test_a_stop_of_two_workers_loses_no_suggestion_that_was_acknowledged(
    start: Start, tmp_path: Path
) -> None:
    """While the test holds the database, suggestions wait in both workers: they are in flight at the stop."""
    served = start("--workers", "2")
    url = served.url()
    acknowledged: list[str] = []
    refused: list[int] = []

    def suggest(client: int) -> None:
        """One after the other, each on a new connection, until nobody answers."""
        for number in count():
            token = f"{client}-{number}"
            try:
                answer = httpx.post(url + SUGGEST, json=SUGGESTION | {"clientToken": token}, timeout=30)
            except httpx.TransportError:
                return
            if answer.status_code == 200:
                acknowledged.append(token)
            else:
                refused.append(answer.status_code)

    with ThreadPoolExecutor(8) as pool:
        asking = [pool.submit(suggest, client) for client in range(8)]
        deadline = time.monotonic() + 60
        while len(acknowledged) < 50:
            assert time.monotonic() < deadline, served.printed
            time.sleep(0.01)
        with closing(sqlite3.connect(tmp_path / "sayso.db", isolation_level=None, timeout=30)) as other:
            other.execute("BEGIN IMMEDIATE")
            before = other.execute("SELECT count(*) FROM ledger WHERE kind = 'feedback.added'").fetchone()[0]
            while len(acknowledged) < before:  # what was written already still has to be told
                assert time.monotonic() < deadline + 30, served.printed
                time.sleep(0.01)
            served.process.send_signal(signal.SIGTERM)
            time.sleep(0.5)
            assert len(acknowledged) == before, "acknowledged before it could be written"
            other.execute("ROLLBACK")
        assert served.process.wait(30) == 0
        for each in asking:
            each.result()
    assert len(acknowledged) > before
    with Store.open(f"sqlite:///{tmp_path / 'sayso.db'}") as store:
        kept = {row.client_token for row in store.suggested_scores.rows()}
    assert set(acknowledged) - kept == set()
    assert refused == []
    assert "Traceback" not in served.printed


@pytest.mark.parametrize(("trusted", "scheme"), [("*", "https"), ("127.0.0.1", "http")])
def test_a_proxy_on_another_machine_is_believed_if_it_is_named(
    start: Start, monkeypatch: pytest.MonkeyPatch, trusted: str, scheme: str
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", trusted)
    url = start("--allowed-hosts", "commentanalyzer.googleapis.com").url()
    elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
    headers = {"host": "commentanalyzer.googleapis.com", "x-forwarded-proto": "https"}
    with httpx.Client(transport=elsewhere, headers=headers) as proxy:
        document = proxy.get(f"{url}/$discovery/rest", params={"version": "v1alpha1"}, timeout=30).json()
    assert document["rootUrl"] == f"{scheme}://commentanalyzer.googleapis.com/"


def test_l4_the_compose_file_believes_its_proxy_alone() -> None:
    compose = (ROOT / "compose.yaml").read_text("utf-8")
    (trusted,) = re.findall(r"FORWARDED_ALLOW_IPS: (\S+)", compose)
    assert re.findall(r"ipv4_address: (\S+)", compose) == [trusted]


def test_l11_containers_are_confined() -> None:
    compose = (ROOT / "compose.yaml").read_text("utf-8")
    for wish in (
        'security_opt: ["no-new-privileges:true"]',
        "mem_limit: ",
        "pids_limit: ",
        "cap_drop: [ALL]",
    ):
        assert compose.count(wish) == 2, wish


def test_l11_the_image_takes_what_is_pinned_by_hash_and_nothing_runs_while_npm_installs() -> None:
    image = (ROOT / "Containerfile").read_text("utf-8")
    installs = re.findall(r"pip install [^&\n]+", image)
    assert len(installs) == 3
    assert all("--require-hashes" in each or "--no-index --no-deps" in each for each in installs)
    assert "--no-build-isolation" in image
    assert '"ci", "--ignore-scripts"' in (ROOT / "ui" / "build.py").read_text("utf-8")


@pytest.mark.parametrize("name", ["image.txt", "build.txt"])
def test_l11_every_requirement_has_hashes_and_the_version_of_the_constraints(name: str) -> None:
    told = (ROOT / "requirements" / name).read_text("utf-8").replace(" \\\n", " ")
    constraints = (ROOT / "requirements" / "constraints.txt").read_text("utf-8").lower().replace("_", "-")
    pinned = dict(line.split("==") for line in constraints.splitlines() if "==" in line)
    for line in told.splitlines()[1:]:
        wanted, *hashes = line.split()
        package, version = wanted.split("==")
        assert hashes
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", each) for each in hashes)
        assert pinned.get(package, version) == version


def stay_clear_of_midnight() -> None:
    """A quota begins anew with each day, in UTC, and a process has a clock of its own."""
    left = 86_400 - time.time() % 86_400
    if left < 60:
        time.sleep(left + 0.1)


def test_a_key_made_on_the_command_line_keeps_its_quota_over_a_restart(start: Start, tmp_path: Path) -> None:
    create = [sys.executable, "-m", "sayso", "key", "create", "--name", "site", "--per-day", "3"]
    environment = {"SAYSO_DATA_DIR": str(tmp_path)}
    made = subprocess.run(create, env=environment, capture_output=True, text=True, check=True, timeout=60)
    secret = re.search(r"sayso_\w+", made.stdout)
    assert secret, made.stdout
    headers = {"x-api-key": secret[0]}
    stay_clear_of_midnight()
    left: list[str] = []
    for _ in range(2):
        served = start("--auth", "keys")
        left.append(ask(served.url(), headers=headers).headers["x-quota-remaining"])
        served.stop()
    assert left == ["2", "1"]


def test_with_a_certificate_it_answers_over_https(start: Start, tmp_path: Path) -> None:
    authority = trustme.CA()
    certificate = authority.issue_cert("localhost", "127.0.0.1")
    certificate.private_key_pem.write_to_path(str(tmp_path / "key.pem"))
    certificate.cert_chain_pems[0].write_to_path(str(tmp_path / "certificate.pem"))
    trusting = ssl.create_default_context()
    trusting.load_verify_locations(cadata=authority.cert_pem.bytes().decode())
    served = start(
        "--tls-certificate", str(tmp_path / "certificate.pem"), "--tls-key", str(tmp_path / "key.pem")
    )
    url = served.url()
    assert url.startswith("https://")
    assert ask(url, verify=trusting).status_code == 200


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--shadow", "perspective"], "Error: --shadow perspective needs a key for Perspective"),
        (["--scorer", "linaer"], "Error: Unknown scorer 'linaer'."),
        (
            ["--workers", "2", "--path-prefix", "/api"],
            "Error: The setting SAYSO_PATH_PREFIX is '/api': addresses of Sayso's own begin like that.",
        ),
        (["--workers", "2", "--scorer", "blocklist:nowhere.txt"], "Error: "),
    ],
)
def test_what_cannot_start_says_so_in_one_sentence(start: Start, options: list[str], sentence: str) -> None:
    served = start(*options)
    assert served.process.wait(60) == 1
    assert served.printed.startswith(sentence)
    assert "Hint: " in served.printed
    assert "Traceback" not in served.printed
