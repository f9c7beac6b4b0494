"""`sayso bench`: how fast it is on this machine, and what blinds it."""

import asyncio
import tempfile
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from sayso.cli.bench.blind import blind_command
from sayso.cli.bench.endurance import Findings, Tally, ask, ask_and_kill, read_tokens, verify
from sayso.cli.bench.load import Load, measure
from sayso.cli.bench.served import serve
from sayso.storage import Verification

ROUNDS = 2
"""Each way is measured this often, in turn, so that a change of the machine's pace hits both alike."""

WAYS: Mapping[str, Sequence[str]] = {
    "one at a time": ("--batch-max-texts", "1"),
    "gathered": (),
}


@click.group("bench")
def command() -> None:
    """Measure speed, and what disguises take from a scorer."""


command.add_command(blind_command)


@command.command("service")
@click.option(
    "--seconds", type=click.FloatRange(0.2, 600), default=10.0, show_default=True, help="Time for each way."
)
@click.option(
    "--clients", type=click.IntRange(1, 2000), default=64, show_default=True, help="Clients at once."
)
@click.option("--scorer", default="embedded", show_default=True, help="Scorer to serve.")
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
    ways: Mapping[str, Sequence[str]], *, seconds: float, clients: int, scorer: str = "embedded"
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
    """A service with an empty database and no cache; its port."""
    fixed = ["--scorer", scorer, "--cache-entries", "0"]
    with (
        tempfile.TemporaryDirectory(prefix="sayso-bench-") as folder,
        serve(Path(folder), [*fixed, *options]) as service,
    ):
        yield service.port


def describe(loads: Mapping[str, Load], *, title: str) -> Table:
    table = Table("", "requests/s", "p50 ms", "p99 ms", "failed", title=title)
    for name, load in loads.items():
        numbers = (load.per_second, load.percentile_ms(50), load.percentile_ms(99))
        table.add_row(
            name, f"{numbers[0]:,.0f}", f"{numbers[1]:.1f}", f"{numbers[2]:.1f}", str(load.failures)
        )
    return table


@command.command("endurance")
@click.option(
    "--clients", type=click.IntRange(1, 2000), default=200, show_default=True, help="Clients at once."
)
@click.option(
    "--seconds", type=click.FloatRange(0.2, 600), default=60.0, show_default=True, help="Time in all."
)
@click.option(
    "--kill-after",
    type=click.FloatRange(0.1, 600),
    help="Seconds after which the service is killed (SIGKILL) and started again; left out: never.",
)
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Worker processes.")
@click.option("--scorer", default="embedded", show_default=True, help="Scorer to serve.")
def bench_endurance(
    *, clients: int, seconds: float, kill_after: float | None, workers: int, scorer: str
) -> None:
    """Many clients at once; then every acknowledged suggestion must be in the ledger."""
    options = ["--workers", str(workers), "--scorer", scorer]
    with tempfile.TemporaryDirectory(prefix="sayso-bench-") as folder:
        findings = endure(Path(folder), options, clients=clients, seconds=seconds, kill_after=kill_after)
    if not findings.is_sound:
        raise click.exceptions.Exit(1)


def endure(
    folder: Path, options: Sequence[str], *, clients: int, seconds: float, kill_after: float | None
) -> Findings:
    """Runs the clients, tells what they saw, and looks into the ledger."""
    before, after = Tally(), Tally()
    verifications: list[Verification] = []
    if kill_after:
        with serve(folder, options) as service:
            killing = ask_and_kill(
                service.process, service.port, clients=clients, seconds=kill_after, tally=before
            )
            asyncio.run(killing)
        tell("until killed", before)
    with serve(folder, options) as service:
        if kill_after:
            verifications.append(verify(folder))
        asyncio.run(ask(service.port, clients=clients, seconds=seconds, prefix="b", tally=after))
    tell("to the end", after)
    verifications.append(verify(folder))
    acknowledged = before.acknowledged | after.acknowledged
    findings = Findings(
        len(acknowledged), len(acknowledged - read_tokens(folder)), after.failures, tuple(verifications)
    )
    click.echo(findings.sentence)
    return findings


def tell(name: str, tally: Tally) -> None:
    load = Load(1.0, tally.latencies_ms)
    outcomes = ", ".join(f"{outcome}: {count:,}" for outcome, count in tally.outcomes.most_common())
    times = f"p50 {load.percentile_ms(50):.0f} ms, p99 {load.percentile_ms(99):.0f} ms"
    click.echo(f"{name}: {len(tally.latencies_ms):,} answers, {times} ({outcomes})")
