"""A service of one's own to measure: `sayso serve` as a process, on a free port."""

import re
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from sayso.core.errors import BadInput

ADDRESS = re.compile(r"Sayso answers at (\S+) ")
START_S = 60


@dataclass(frozen=True, slots=True)
class Served:
    """The process leads a group of its own, so that its workers can be killed with it."""

    process: "subprocess.Popen[bytes]"
    port: int


@contextmanager
def serve(folder: Path, options: Sequence[str] = ()) -> Generator[Served]:
    """Starts the service with its data in `folder`, and stops it in an orderly way if it still runs."""
    fixed = ["--data-dir", str(folder), "--port", "0", "--auth", "open", "--log-level", "warning"]
    output = folder / "output"
    with output.open("w") as stream:
        line = [sys.executable, "-m", "sayso", "serve", *fixed, *options]
        process = subprocess.Popen(line, stderr=stream, stdout=stream, start_new_session=True)  # noqa: S603  # our own command
        try:
            port = _await_port(process, lambda: output.read_text("utf-8"))
            # Connections are taken while the model still loads; the answer comes when it is there.
            httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=START_S).raise_for_status()
            yield Served(process, port)
        finally:
            process.terminate()
            process.wait(START_S)


def _await_port(process: "subprocess.Popen[bytes]", read: Callable[[], str]) -> int:
    deadline = time.monotonic() + START_S
    while not (found := ADDRESS.search(read())):
        if process.poll() is not None or time.monotonic() > deadline:
            raise BadInput(f"The service did not start: {read().strip()}", hint="Try: sayso serve")
        time.sleep(0.05)
    return urlsplit(found[1]).port or 0
