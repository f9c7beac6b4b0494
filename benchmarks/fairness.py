"""How long short requests wait beside thrown-away drafts and long texts: python benchmarks/fairness.py"""

import asyncio
import tempfile
import time
from pathlib import Path

import httpx

from sayso.cli.bench.served import serve

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


async def throw_away(client: httpx.AsyncClient, number: int) -> bool:
    """Whether the draft was thrown away before its answer came."""
    try:
        await client.post("/api/v1/author/draft", json={"text": f"{number} {DRAFT}"}, timeout=0.4)
    except httpx.TimeoutException:
        return True
    return False


async def send_long(client: httpx.AsyncClient, answered: list[int]) -> None:
    while True:
        text = f"{time.perf_counter_ns()} {LONG}"
        answer = await client.post("/api/v1/analyze", json={"text": text}, timeout=120)
        answered.append(answer.status_code)


async def measure(port: int, seconds: float = 8.0) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        await client.post("/api/v1/author/draft", json={"text": "you idiot"}, timeout=120)
        await ask_for(client, 2, clients=1)
        alone = find_p99(await ask_for(client, seconds, clients=1))
        thrown = asyncio.gather(*(throw_away(client, number) for number in range(20)))
        beside = find_p99(await ask_for(client, seconds, clients=1))
        print(
            f"{sum(await thrown)} drafts thrown away: p99 {beside * 1000:.0f} ms, alone {alone * 1000:.0f} ms"
        )
        alone = find_p99(await ask_for(client, seconds, clients=CLIENTS))
        answered: list[int] = []
        long = [asyncio.create_task(send_long(client, answered)) for _ in range(4)]
        beside = find_p99(await ask_for(client, seconds, clients=CLIENTS))
        for task in long:
            task.cancel()
        print(
            f"Beside four clients with 20 kB: p99 {beside * 1000:.0f} ms, alone {alone * 1000:.0f} ms, "
            f"{beside / alone:.1f} times; {len(answered)} of theirs answered"
        )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as served:
        asyncio.run(measure(served.port))
