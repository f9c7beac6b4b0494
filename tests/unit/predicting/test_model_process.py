"""What the model's process is told, and what it tells llama.cpp."""

import os
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sayso.predicting.local_server import QUESTION
from sayso.predicting.model_process import READY, Orders, configure

ORDERS = Orders(
    name="smollm2", path="/models/a.gguf", port=4711, key="a-key", context=2048, conversations=3, threads=2
)

RUNTIME = """
import threading
from types import SimpleNamespace as Part

def CommonParams():
    return Part(model=Part(), sampling=Part(), cpuparams=Part(), cpuparams_batch=Part())

def work():
    while True:
        sum(range(1000))

def Server(params):
    threading.Thread(target=work, daemon=True).start()
"""


def make_params() -> Any:
    """Those parts of xllamacpp's parameters that have parts of their own."""
    parts = ("model", "sampling", "cpuparams", "cpuparams_batch")
    return SimpleNamespace(**{name: SimpleNamespace() for name in parts})


def test_orders_survive_the_pipe_and_keep_the_key_out_of_sight() -> None:
    line = ORDERS.to_line()
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert Orders.from_line(line) == ORDERS
    assert "a-key" not in repr(ORDERS)


def test_nobody_but_the_holder_of_the_key_on_this_machine_is_served() -> None:
    params = configure(make_params(), ORDERS)
    assert params.hostnames == ["127.0.0.1"]
    assert params.port == 4711
    assert params.api_keys == ["a-key"]
    assert params.cors_origins == "http://127.0.0.1:4711"
    assert (params.ui, params.endpoint_slots, params.endpoint_props, params.endpoint_metrics) == (False,) * 4


def test_no_prompt_is_logged_or_kept() -> None:
    params = configure(make_params(), ORDERS)
    assert params.verbosity < 0
    assert params.cache_ram_mib == 0


def test_each_conversation_has_the_whole_context() -> None:
    params = configure(make_params(), ORDERS)
    assert (params.n_parallel, params.n_ctx) == (3, 3 * 2048)
    assert (params.cpuparams.n_threads, params.cpuparams_batch.n_threads) == (2, 2)
    assert params.n_predict == 1024
    assert params.model.path == "/models/a.gguf"
    assert params.model_alias == {"smollm2"}


def test_a_token_that_stood_there_lately_is_less_likely() -> None:
    sampling = configure(make_params(), ORDERS).sampling
    assert (sampling.penalty_repeat, sampling.penalty_last_n) == (1.15, 256)


def test_many_can_wait_while_the_conversations_are_answered() -> None:
    """By itself llama.cpp has four threads more than conversations, and whoever waits holds one."""
    assert configure(make_params(), ORDERS).n_threads_http >= 3 + 100


def test_the_process_says_how_long_it_has_worked_and_ends_when_nobody_can_ask(tmp_path: Path) -> None:
    (tmp_path / "xllamacpp.py").write_text(RUNTIME, "utf-8")
    line = [sys.executable, "-m", "sayso.predicting.model_process"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    with subprocess.Popen(
        line, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(ORDERS.to_line())
        assert process.stdout.readline() == READY
        process.stdin.write(QUESTION)
        first = float(process.stdout.readline())
        time.sleep(0.5)
        process.stdin.write(QUESTION)
        assert float(process.stdout.readline()) > first > 0
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait(20) == 0
