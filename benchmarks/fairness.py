"""How long short requests wait beside thrown-away drafts and long texts: python benchmarks/fairness.py

With keys: the short requests and the long texts have one, the drafts have none. They are refused, or, where a
setting opens the authors' addresses, taken.
"""

import asyncio
import os
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import httpx

from sayso.cli.bench.served import serve
from sayso.settings import Settings
from sayso.wiring import open_store

DRAFT = "you stupid worthless idiot, " * 71
LONG = "This is plain prose about the weather and the garden. " * 370
CLIENTS = 10


def find_p99(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


async def ask(client: httpx.AsyncClient, number: int) -> float:
    begin = time.perf_counter()
    answer = await client.post("/api/v1/analyze", json={"text": f"hello {number}"}, timeout=120)
    answer.raise_for_status()
    return time.perf_counter() - begin


async def ask_for(client: httpx.AsyncClient, seconds: float, *, clients: int) -> list[float]:
    """What each of the short requests took; no text comes twice."""
    end = time.monotonic() + seconds

    async def repeat() -> list[float]:
        times: list[float] = []
        while time.monotonic() < end:
            times.append(await ask(client, time.perf_counter_ns()))
        return times

    return [one for times in await asyncio.gather(*(repeat() for _ in range(clients))) for one in times]


async def throw_away(client: httpx.AsyncClient, number: int) -> str:
    """What came of a draft that is given up after 0.4 s."""
    try:
        answer = await client.post("/api/v1/author/draft", json={"text": f"{number} {DRAFT}"}, timeout=0.4)
    except httpx.TimeoutException:
        return "thrown away"
    return str(answer.status_code)


async def send_long(client: httpx.AsyncClient, answered: list[int]) -> None:
    while True:
        text = f"{time.perf_counter_ns()} {LONG}"
        answer = await client.post("/api/v1/analyze", json={"text": text}, timeout=120)
        answered.append(answer.status_code)


async def measure(port: int, key: Mapping[str, str], seconds: float = 8.0) -> None:
    root = f"http://127.0.0.1:{port}"
    async with (
        httpx.AsyncClient(base_url=root, headers=key) as client,
        httpx.AsyncClient(base_url=root) as stranger,
    ):
        await client.post("/api/v1/author/draft", json={"text": "you idiot"}, timeout=120)
        await ask_for(client, 2, clients=1)
        alone = find_p99(await ask_for(client, seconds, clients=1))
        thrown = asyncio.gather(*(throw_away(stranger, number) for number in range(20)))
        beside = find_p99(await ask_for(client, seconds, clients=1))
        came = Counter(await thrown)
        print(f"20 drafts without a key ({dict(came)}): {compare(beside, alone)}")
        alone = find_p99(await ask_for(client, seconds, clients=CLIENTS))
        answered: list[int] = []
        long = [asyncio.create_task(send_long(client, answered)) for _ in range(4)]
        beside = find_p99(await ask_for(client, seconds, clients=CLIENTS))
        for task in long:
            task.cancel()
        print(f"Beside four clients with 20 kB, {len(answered)} answered: {compare(beside, alone)}")


def compare(beside: float, alone: float) -> str:
    return f"p99 {beside * 1000:.0f} ms, alone {alone * 1000:.0f} ms, {beside / alone:.1f} times"


def run(options: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        key = {"x-api-key": make_key(folder)}
        with serve(folder, ["--auth", "keys", *options]) as served:
            load = os.getloadavg()[0]
            print(f"--auth keys {' '.join(options)} (load {load:.1f})")
            asyncio.run(measure(served.port, key))


def make_key(folder: Path) -> str:
    """A key of a database that is made for it."""
    store = open_store(Settings(data_dir=folder))
    try:
        return store.keys.create("benchmark")[1]
    finally:
        store.close()


if __name__ == "__main__":
    run([])
    run(["--author-access", "open"])
