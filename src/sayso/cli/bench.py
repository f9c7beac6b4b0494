"""`sayso bench`: how fast it is on this machine."""

import asyncio
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import click
from rich.console import Console
from rich.table import Table

from sayso.cli._load import Load, measure
from sayso.core.errors import BadInput

ADDRESS = re.compile(r"Sayso answers at (\S+) ")
START_S = 60
ROUNDS = 2
"""Each way is measured this often, in turn, so that a change of the machine's pace hits both alike."""

WAYS: Mapping[str, Sequence[str]] = {
    "one at a time": ("--batch-max-texts", "1"),
    "gathered": (),
}


@click.group("bench")
def command() -> None:
    """Measure speed."""


@command.command("service")
@click.option(
    "--seconds", type=click.FloatRange(0.2, 600), default=10.0, show_default=True, help="Time for each way."
)
@click.option(
    "--clients", type=click.IntRange(1, 2000), default=64, show_default=True, help="Clients at once."
)
@click.option("--scorer", default="linear", show_default=True, help="Scorer to serve.")
def bench_service(*, seconds: float, clients: int, scorer: str) -> None:
    """Requests per second with and without gathering, in one run."""
    loads = compare(WAYS, seconds=seconds, clients=clients, scorer=scorer)
    report(loads, title=f"{scorer}, {clients} clients, {seconds:g} s each")


def report(loads: Mapping[str, Load], *, title: str) -> None:
    """Prints both ways and their ratio; a request that failed is a failure of the whole."""
    Console().print(describe(loads, title=title))
    one, gathered = loads.values()
    click.echo(
        f"Gathered answers {gathered.per_second / max(one.per_second, 1e-9):.2f} times as many requests."
    )
    if any(load.failures for load in loads.values()):
        raise click.exceptions.Exit(1)


def compare(
    ways: Mapping[str, Sequence[str]], *, seconds: float, clients: int, scorer: str = "linear"
) -> dict[str, Load]:
    """Serves each way on a port of its own, without a cache, and measures them in turn."""
    loads = {name: Load(0.0, []) for name in ways}
    with ExitStack() as stack:
        ports = {name: stack.enter_context(served(scorer, *options)) for name, options in ways.items()}
        for port in ports.values():
            asyncio.run(measure("127.0.0.1", port, clients=min(clients, 8), seconds=min(0.5, seconds)))
        for number in range(ROUNDS):
            for name, port in ports.items():
                load = measure("127.0.0.1", port, clients=clients, seconds=seconds / ROUNDS, seed=number + 1)
                loads[name] += asyncio.run(load)
    return loads


@contextmanager
def served(scorer: str, *options: str) -> Generator[int]:
    """A `sayso serve` of its own, with an empty database; its port."""
    with tempfile.TemporaryDirectory(prefix="sayso-bench-") as folder:
        arguments = ["--data-dir", folder, "--port", "0", "--scorer", scorer, "--auth", "open"]
        quiet = ["--cache-entries", "0", "--log-level", "warning"]
        output = Path(folder) / "output"
        with output.open("w") as stream:
            line = [sys.executable, "-m", "sayso", "serve", *arguments, *quiet, *options]
            process = subprocess.Popen(line, stderr=stream, stdout=stream)  # noqa: S603  # our own command
            try:
                yield _await_port(process, lambda: output.read_text("utf-8"))
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


def describe(loads: Mapping[str, Load], *, title: str) -> Table:
    table = Table("", "requests/s", "p50 ms", "p99 ms", "failed", title=title)
    for name, load in loads.items():
        numbers = (load.per_second, load.percentile_ms(50), load.percentile_ms(99))
        table.add_row(
            name, f"{numbers[0]:,.0f}", f"{numbers[1]:.1f}", f"{numbers[2]:.1f}", str(load.failures)
        )
    return table
