"""Many clients at once, and a killed process: what was acknowledged must be in the ledger."""

import asyncio
import os
import signal
import subprocess
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from sayso.cli.bench.load import Connection, make_texts
from sayso.settings import Settings
from sayso.storage import Verification
from sayso.wiring import open_store

ANSWERED = "200"
AFTERMATH_S = 2.0
"""Clients go on this long after the kill, so that it surely falls into the middle of their requests."""
PAUSE_S = 0.2
"""How long a client waits before it tries a service that did not answer again."""


@dataclass
class Tally:
    """What the clients saw: how requests ended, how long they took, which suggestions were acknowledged."""

    acknowledged: set[str] = field(default_factory=set[str])
    outcomes: Counter[str] = field(default_factory=Counter[str])
    latencies_ms: list[float] = field(default_factory=list[float])

    @property
    def failures(self) -> int:
        return sum(count for outcome, count in self.outcomes.items() if outcome != ANSWERED)


@dataclass(frozen=True, slots=True)
class Findings:
    """What the ledger says afterwards; `failures`: requests that failed without the service being killed."""

    acknowledged: int
    missing: int
    failures: int
    verifications: tuple[Verification, ...]

    @property
    def is_sound(self) -> bool:
        intact = all(verification.problem is None for verification in self.verifications)
        return intact and not self.missing and not self.failures

    @property
    def sentence(self) -> str:
        chain = "whole" if all(one.problem is None for one in self.verifications) else "BROKEN"
        return (
            f"{self.acknowledged:,} suggestions were acknowledged, {self.missing:,} of them are missing"
            f" from the ledger; {self.failures:,} requests failed; the chain is {chain}."
        )


async def ask(port: int, *, clients: int, seconds: float, prefix: str, tally: Tally) -> None:
    """Half of the requests analyse, half suggest a score; each suggestion carries a token of its own."""
    until = time.monotonic() + seconds
    await asyncio.gather(
        *(_run_client(port, name=f"{prefix}{number}", until=until, tally=tally) for number in range(clients))
    )


async def ask_and_kill(
    process: "subprocess.Popen[bytes]", port: int, *, clients: int, seconds: float, tally: Tally
) -> None:
    """As `ask`, but after `seconds` the service is ended by SIGKILL while the clients go on."""
    asking = asyncio.create_task(
        ask(port, clients=clients, seconds=seconds + AFTERMATH_S, prefix="a", tally=tally)
    )
    await asyncio.sleep(seconds)
    os.killpg(process.pid, signal.SIGKILL)
    await asyncio.to_thread(process.wait)
    await asking


async def _run_client(port: int, *, name: str, until: float, tally: Tally) -> None:
    texts = make_texts(sum(name.encode()) * 7919)
    connection: Connection | None = None
    turn = 0
    while time.monotonic() < until:
        turn += 1
        token = f"{name}-{turn}"
        begun = time.monotonic()
        try:
            connection = connection or await Connection.open("127.0.0.1", port)
            status = await _ask_once(connection, next(texts), token=token, suggesting=turn % 2 == 0)
        except (OSError, EOFError) as error:
            tally.outcomes[type(error).__name__] += 1
            if connection:
                await connection.close()
            connection = None
            await asyncio.sleep(PAUSE_S)
            continue
        tally.outcomes[str(status)] += 1
        tally.latencies_ms.append((time.monotonic() - begun) * 1000)
        if status == 200 and turn % 2 == 0:
            tally.acknowledged.add(token)
    if connection:
        await connection.close()


async def _ask_once(connection: Connection, text: str, *, token: str, suggesting: bool) -> int:
    body: dict[str, object] = {"comment": {"text": text}, "languages": ["en"], "clientToken": token}
    if suggesting:
        body["attributeScores"] = {"TOXICITY": {"summaryScore": {"value": 0.5}}}
        return await connection.post("/v1alpha1/comments:suggestscore?key=any", body)
    body["requestedAttributes"] = {"TOXICITY": {}}
    return await connection.post("/v1alpha1/comments:analyze?key=any", body)


def verify(folder: Path) -> Verification:
    with open_store(Settings(data_dir=folder, database_url="")) as store:
        return store.ledger.verify()


def read_tokens(folder: Path) -> set[str]:
    """The tokens of all suggestions in the ledger."""
    with open_store(Settings(data_dir=folder, database_url="")) as store:
        return {row.client_token for row in store.suggested_scores.rows()}
