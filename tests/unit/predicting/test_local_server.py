"""The keeper of the model's process, with a stand-in for the model."""

import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from tests.watched_server import WatchedServer

from sayso.core.errors import RemoteBroken
from sayso.predicting import local_server
from sayso.predicting.catalogue import ModelFile
from sayso.predicting.local_server import Patience, count_threads

PRETENDING = Path(__file__).with_name("pretending.py")
HASTY = Patience(look_s=0.05, answer_s=0.5, failed_looks=2, first_pause_s=0.01, longest_pause_s=0.04, end_s=5)
PATIENT = replace(HASTY, answer_s=30)
"""For processes that answer, however busy the machine is."""
Run = Callable[..., WatchedServer]


@pytest.fixture
def run() -> Iterator[Run]:
    """`run("steady")`: a server whose process behaves as told."""
    with ExitStack() as stack:

        def start(behaviour: str, *, patience: Patience = PATIENT) -> WatchedServer:
            model = ModelFile(behaviour, Path("/nowhere/model.gguf"))
            command = (sys.executable, str(PRETENDING))
            return stack.enter_context(WatchedServer(model, command=command, patience=patience))

        yield start


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "it did not come to pass within 20 s"
        time.sleep(0.01)


def is_alive(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return True


def test_it_answers_on_a_loopback_address_once_it_is_ready(run: Run) -> None:
    server = run("steady").wait_until_ready()
    assert urlsplit(server.address).hostname == "127.0.0.1"
    assert server.address.endswith("/v1")
    assert httpx.get(f"{server.address}/models").status_code == 200


def test_every_server_has_a_key_of_its_own_and_shows_it_to_nobody(run: Run) -> None:
    one, other = run("steady").wait_until_ready(), run("steady")
    assert len(one.key) >= 40
    assert one.key != other.key
    seen = (
        Path(f"/proc/{one.process_id}/cmdline").read_bytes()
        + Path(f"/proc/{one.process_id}/environ").read_bytes()
    )
    assert one.key.encode() not in seen


def test_a_process_that_was_killed_is_replaced_at_the_same_address(run: Run) -> None:
    server = run("steady").wait_until_ready()
    address, first = server.address, server.process_id
    assert first is not None
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: server.process_id not in (None, first))
    server.wait_until_ready()
    assert server.address == address
    assert httpx.get(f"{server.address}/models").status_code == 200


@pytest.mark.parametrize("behaviour", ["deaf", "rude"])
def test_a_process_that_refuses_or_hangs_up_is_replaced_however_much_it_works(
    run: Run, behaviour: str
) -> None:
    server = run(behaviour).wait_until_ready()
    first = server.process_id
    wait_for(lambda: server.process_id not in (None, first))


def test_a_process_that_lets_us_wait_and_works_is_busy_and_left_alone(run: Run) -> None:
    server = run("busy", patience=HASTY).wait_until_ready()
    first = server.process_id
    time.sleep(3 * HASTY.failed_looks * (HASTY.look_s + HASTY.answer_s))
    assert server.process_id == first


def test_a_process_that_lets_us_wait_and_does_not_work_is_replaced(run: Run) -> None:
    server = run("stuck", patience=HASTY).wait_until_ready()
    first = server.process_id
    wait_for(lambda: server.process_id not in (None, first))


def test_a_process_that_was_stopped_is_replaced(run: Run) -> None:
    server = run("steady", patience=HASTY).wait_until_ready()
    first = server.process_id
    assert first is not None
    os.kill(first, signal.SIGSTOP)
    wait_for(lambda: server.process_id not in (None, first))


def test_a_busy_process_can_be_closed(run: Run) -> None:
    server = run("busy", patience=HASTY).wait_until_ready()
    time.sleep(HASTY.look_s + HASTY.answer_s)
    server.close()
    assert server.process_id is None


def test_a_process_that_answers_is_left_alone(run: Run) -> None:
    server = run("steady").wait_until_ready()
    first = server.process_id
    time.sleep(10 * HASTY.look_s)
    assert server.process_id == first


def test_a_model_that_cannot_be_loaded_is_tried_again_after_ever_longer_pauses(
    run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        server = run("broken")
        wait_for(lambda: len(caplog.messages) >= 4)
    assert caplog.messages[:4] == [
        "The language model 'broken' does not run: its file is damaged, of a kind that llama.cpp does not "
        f"know, or too large for this machine. It is started again in {pause} s."
        for pause in ("0.01", "0.02", "0.04", "0.04")
    ]
    with pytest.raises(TimeoutError, match=r"'broken' was not ready within 0\.01 s"):
        server.wait_until_ready(0.01)


def test_the_end_of_a_process_is_told_without_what_it_was_doing(
    run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    server = run("steady").wait_until_ready()
    assert server.process_id is not None
    os.kill(server.process_id, signal.SIGKILL)
    wait_for(lambda: bool(caplog.messages))
    assert caplog.messages[0] == (
        "The language model 'steady' does not run: its process ended with status -9. "
        "It is started again in 0.01 s."
    )


def test_a_process_that_does_not_even_take_its_orders_is_tried_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    model = ModelFile("hurried", Path("/nowhere/model.gguf"))
    with WatchedServer(model, command=("false",), patience=HASTY):
        wait_for(lambda: len(caplog.messages) >= 2)
    assert "'hurried' does not run: its process ended with status 1." in caplog.messages[0]


def test_a_server_that_was_never_started_can_be_closed() -> None:
    server = WatchedServer(ModelFile("idle", Path("/nowhere/model.gguf")))
    server.close()
    assert server.process_id is None


def test_a_machine_without_a_free_port_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_server, "LOOPBACK", "192.0.2.1")  # no machine has this address
    with pytest.raises(RemoteBroken, match="No port is free for the language model"):
        WatchedServer(ModelFile("idle", Path("/nowhere/model.gguf")))


def test_closing_ends_the_process(run: Run) -> None:
    server = run("steady").wait_until_ready()
    process_id = server.process_id
    assert process_id is not None
    server.close()
    assert server.process_id is None
    assert not is_alive(process_id)


def test_closing_before_it_is_ready_leaves_no_process(run: Run) -> None:
    server = run("steady")
    server.close()
    assert server.process_id is None


def test_a_process_that_does_not_end_is_killed(run: Run) -> None:
    server = run("steady", patience=Patience(end_s=0.2)).wait_until_ready()
    assert server.process_id is not None
    os.kill(server.process_id, signal.SIGSTOP)
    server.close()
    assert server.process_id is None


def test_the_port_is_kept_for_this_account_alone(run: Run) -> None:
    server = run("broken")
    port = urlsplit(server.address).port
    assert port is not None
    with socket.socket() as stranger, pytest.raises(OSError, match="Address already in use"):
        stranger.bind(("127.0.0.1", port))


@pytest.mark.parametrize(("processors", "threads"), [(1, 1), (2, 1), (4, 2), (64, 8)])
def test_half_of_the_processors_are_left_to_the_scorer(
    processors: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def usable(_process: int) -> set[int]:
        return set(range(processors))

    monkeypatch.setattr(os, "sched_getaffinity", usable)
    assert count_threads() == threads
