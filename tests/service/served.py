"""`sayso serve` as a process of its own, and what it has printed."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

ADDRESS = re.compile(r"Sayso answers at (https?://\S+) ")


class Served:
    def __init__(self, process: subprocess.Popen[bytes], output: Path) -> None:
        self.process = process
        self.output = output

    @property
    def printed(self) -> str:
        return self.output.read_text("utf-8")

    def url(self) -> str:
        wait_until(lambda: ADDRESS.search(self.printed) or self.process.poll() is not None)
        found = ADDRESS.search(self.printed)
        assert found, self.printed
        return found[1]

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)


@contextmanager
def run_served(
    data_dir: Path, *options: str, environment: Mapping[str, str] | None = None
) -> Generator[Served]:
    """On a free port, until the block ends; what it prints goes into a file of the data folder."""
    output = data_dir / f"output-{len(list(data_dir.glob('output-*')))}"
    command = [sys.executable, "-m", "sayso", "serve", "--data-dir", str(data_dir), "--port", "0", *options]
    with output.open("wb") as stream:
        process = subprocess.Popen(
            command, stdout=stream, stderr=stream, env={**os.environ, **(environment or {})}
        )
        try:
            yield Served(process, output)
        finally:
            end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """Asks it to stop, so that what it started ends too; one that does not listen is killed."""
    process.terminate()
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(30)


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "it did not come to pass within 60 s"
        time.sleep(0.05)


def find_models(process_id: int) -> list[int]:
    """The processes among its children that run a model."""
    listed = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(process_id)],
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line.split(maxsplit=1) for line in listed.stdout.splitlines()]
    return [int(pid) for pid, command in lines if "sayso.predicting.model_process" in command]
