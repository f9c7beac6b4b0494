"""Many clients at once, and a killed process: nothing that was acknowledged may be missing from the ledger.

    python benchmarks/endurance.py --clients 200 --seconds 60
    python benchmarks/endurance.py --clients 200 --seconds 60 --kill-after 30

Starts the service in a folder of its own, lets the clients analyse and suggest scores, stops it (or kills it
with SIGKILL in the middle and starts it again), verifies the chain and looks for each acknowledged one.
Exits with 1 if a request failed that should not have, or if anything is missing.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx

SUBJECTS = ("Your plan", "This article", "The weather", "My neighbour", "That goal")
VERDICTS = ("is wonderful", "is silly", "was stupid", "made my day", "is not for me")


@dataclass
class Tally:
    """What the clients saw."""

    acknowledged: set[str] = field(default_factory=set[str])
    statuses: Counter[str] = field(default_factory=Counter[str])
    latencies_ms: list[float] = field(default_factory=list[float])

    @property
    def errors(self) -> int:
        return sum(count for status, count in self.statuses.items() if status != "200")


def sayso(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "sayso", *arguments]


def start_service(port: int, *, workers: int) -> subprocess.Popen[bytes]:
    command = sayso("serve", "--port", str(port), "--workers", str(workers), "--log-level", "error")
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=2).status_code == 200:
                return process
        except httpx.HTTPError:
            time.sleep(0.1)
    raise SystemExit("The service did not become ready within 60 seconds.")


def make_comment(rng: random.Random) -> str:
    return f"{rng.choice(SUBJECTS)} {rng.choice(VERDICTS)}, said number {rng.randrange(10**6)}."


async def run_client(client: httpx.AsyncClient, *, number: int, until: float, tally: Tally) -> None:
    rng = random.Random(number)
    turn = 0
    while time.monotonic() < until:
        token = f"{number}-{turn}"
        body: dict[str, object] = {"comment": {"text": make_comment(rng)}, "clientToken": token}
        suggesting = turn % 2 == 1
        if suggesting:
            body["attributeScores"] = {"TOXICITY": {"summaryScore": {"value": rng.random()}}}
        else:
            body["requestedAttributes"] = {"TOXICITY": {}}
        verb = "suggestscore" if suggesting else "analyze"
        begun = time.monotonic()
        try:
            answer = await client.post(f"/v1alpha1/comments:{verb}?key=any", json=body)
        except httpx.HTTPError as error:
            tally.statuses[type(error).__name__] += 1
            await asyncio.sleep(0.5)
        else:
            tally.statuses[str(answer.status_code)] += 1
            tally.latencies_ms.append((time.monotonic() - begun) * 1000)
            if suggesting and answer.status_code == 200:
                tally.acknowledged.add(token)
        turn += 1


async def run_clients(port: int, *, count: int, first: int, until: float, tally: Tally) -> None:
    limits = httpx.Limits(max_connections=count, max_keepalive_connections=count)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60, limits=limits) as client:
        await asyncio.gather(
            *(run_client(client, number=first + number, until=until, tally=tally) for number in range(count))
        )


def stop(process: subprocess.Popen[bytes]) -> int:
    process.send_signal(signal.SIGTERM)
    return process.wait(timeout=60)


def recorded_tokens() -> set[str]:
    command = sayso("ledger", "export", "--with-texts")
    exported = subprocess.run(command, capture_output=True, check=True).stdout
    entries = [json.loads(line) for line in exported.splitlines()]
    return {text["reference"] for entry in entries for text in entry["texts"]}


def chain_verifies() -> bool:
    done = subprocess.run(sayso("ledger", "verify"), check=False, capture_output=True, text=True)
    sys.stdout.write(done.stdout + done.stderr)
    return done.returncode == 0


def report(name: str, tally: Tally) -> None:
    ordered = sorted(tally.latencies_ms)
    if ordered:
        p50, p99 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
        print(f"{name}: {len(ordered)} answers, p50 {p50:.0f} ms, p99 {p99:.0f} ms, {dict(tally.statuses)}")


def run(arguments: argparse.Namespace, data_dir: str) -> int:
    os.environ["SAYSO_DATA_DIR"] = data_dir
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    process = start_service(port, workers=arguments.workers)
    tallies = [Tally()]
    try:
        if arguments.kill_after:
            asyncio.run(attack_and_kill(process, port, arguments, tallies[0]))
            report("until killed", tallies[0])
            process = start_service(port, workers=arguments.workers)
            verified_after_kill = chain_verifies()
            tallies.append(Tally())
        else:
            verified_after_kill = True
        until = time.monotonic() + arguments.seconds - arguments.kill_after
        asyncio.run(run_clients(port, count=arguments.clients, first=10**6, until=until, tally=tallies[-1]))
        report("to the end", tallies[-1])
    finally:
        stop(process)
    acknowledged = set[str]().union(*(tally.acknowledged for tally in tallies))
    missing = acknowledged - recorded_tokens()
    print(f"acknowledged suggestions: {len(acknowledged)}, missing from the ledger: {len(missing)}")
    sound = verified_after_kill and chain_verifies() and not missing and not tallies[-1].errors
    print("sound" if sound else "NOT SOUND")
    return 0 if sound else 1


async def attack_and_kill(
    process: subprocess.Popen[bytes], port: int, arguments: argparse.Namespace, tally: Tally
) -> None:
    """Clients run on for two seconds after the kill, so that it surely falls into the middle."""
    until = time.monotonic() + arguments.kill_after + 2
    clients = asyncio.create_task(
        run_clients(port, count=arguments.clients, first=0, until=until, tally=tally)
    )
    await asyncio.sleep(arguments.kill_after)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    await clients


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--kill-after", type=float, default=0.0, help="seconds until SIGKILL; 0: none")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder to keep the data in")
    arguments = parser.parse_args(argv)
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
        return run(arguments, str(arguments.keep))
    with tempfile.TemporaryDirectory() as data_dir:
        return run(arguments, data_dir)


if __name__ == "__main__":
    sys.exit(main())
