"""The process that runs a model: `python -m sayso.predicting.model_process`, started by `local_server`.

Its orders are one line of JSON on standard input, since anybody can read the arguments of a process. It
answers `ready` on standard output, serves OpenAI's routes on a loopback address, and ends when its standard
input is closed, which also happens when whoever started it is killed. Every further line there is the
question how many seconds of processor time it has used (`pulse`). It writes nothing else anywhere.
"""

import json
import os
import signal
import sys
import threading
import time
from dataclasses import asdict, dataclass, field
from importlib import import_module
from typing import IO, Any

READY = b"ready\n"
NO_MODEL, NO_RUNTIME = 3, 4
"""Exit status where the model cannot be loaded, and where llama.cpp cannot."""

LOOPBACK = "127.0.0.1"
LONGEST_REPLY = 1024
"""Tokens, where a request names no limit: a small model may never come to an end by itself."""

REPEAT_PENALTY, REPEAT_WINDOW = 1.15, 256
"""How much less likely a token gets that stood in the last so many: small models go round in circles."""

HTTP_THREADS = 128
"""How many requests may wait at once. Each holds a thread of llama.cpp's until its reply is written, and by
itself it has six on a small machine: the seventh reader, and whoever asks after its health, would hear
nothing. A small model can answer about as many in the five minutes that the guard waits; a thread that waits
costs some 10 kB."""


@dataclass(frozen=True, slots=True)
class Orders:
    """`context` is in tokens, for each of the `conversations` that can be answered at once."""

    name: str
    path: str
    port: int
    key: str = field(repr=False)
    context: int = 4096
    conversations: int = 2
    threads: int = 1

    def to_line(self) -> bytes:
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> "Orders":
        return cls(**json.loads(line))


def main() -> None:
    # Ctrl-C and a stopping service reach every process of the group; replies under way are to be finished.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    answers = _silence()
    orders = Orders.from_line(sys.stdin.buffer.readline())
    watching = threading.Thread(target=_tell_until_closed, args=(sys.stdin.buffer, answers), daemon=True)
    watching.start()
    try:
        _server = start(orders)  # runs until nothing holds it
    except ImportError:
        os._exit(NO_RUNTIME)
    except RuntimeError:  # all that llama.cpp says in Python
        os._exit(NO_MODEL)
    answers.write(READY)
    answers.flush()
    watching.join()


def start(orders: Orders) -> Any:
    """llama.cpp's own server, listening, with the model loaded."""
    runtime: Any = import_module("xllamacpp")
    return runtime.Server(configure(runtime.CommonParams(), orders))


def configure(params: Any, orders: Orders) -> Any:
    """For one reader of the port, who has the key; without pages, logs and copies of prompts."""
    params.model.path = orders.path
    params.model_alias = {orders.name}
    params.hostnames = [LOOPBACK]
    params.port = orders.port
    params.reuse_port = True  # whoever started us keeps the port for us
    params.api_keys = [orders.key]
    params.ui = params.endpoint_slots = params.endpoint_metrics = params.endpoint_props = False
    params.cors_origins, params.cors_origins_explicit = f"http://{LOOPBACK}:{orders.port}", True
    params.verbosity = -1
    params.cache_ram_mib = 0
    params.n_parallel = orders.conversations
    params.n_threads_http = orders.conversations + HTTP_THREADS
    params.n_ctx = orders.context * orders.conversations
    params.n_predict = LONGEST_REPLY
    params.sampling.penalty_repeat, params.sampling.penalty_last_n = REPEAT_PENALTY, REPEAT_WINDOW
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = orders.threads
    return params


def _silence() -> IO[bytes]:
    """Standard output for us alone: what libraries print there or as errors goes nowhere."""
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return answers


def _tell_until_closed(questions: IO[bytes], answers: IO[bytes]) -> None:
    """To each line, how many seconds all threads of this process have worked."""
    try:
        while questions.readline():
            answers.write(b"%.3f\n" % time.process_time())
            answers.flush()
    finally:
        os._exit(0)  # there is nothing to save, and threads in the middle of a reply would wait


if __name__ == "__main__":
    main()
