"""Many clients of every kind at once on a service with keys: how long each kind waits, and the memory.

Of five clients two analyze, one sends drafts, one has replies judged by the guard, one reads a streamed
reply from a scripted chatbot behind it. No text comes twice.
Run: python benchmarks/mixed.py [--clients 200] [--seconds 60]
"""

import argparse
import asyncio
import os
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path

import httpx
from connections import read_rss_mb
from fairness import make_key
from guard_upstream import REPLY, run_scripted

from sayso.cli.bench.served import Served, serve

KINDS = ("analyze", "analyze", "draft", "guard", "stream")
PAUSE_S = 0.2


class Table:
    """What each kind was answered, and how long it took."""

    def __init__(self) -> None:
        self.times: defaultdict[str, list[float]] = defaultdict(list)
        self.answers: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def print(self) -> None:
        print(f"{'kind':8} {'requests':>8} {'p50 ms':>8} {'p99 ms':>8}  answers")
        for kind in sorted(self.times):
            times = sorted(self.times[kind])
            p50, p99 = (1000 * times[int(len(times) * share)] for share in (0.5, 0.99))
            print(f"{kind:8} {len(times):8} {p50:8.0f} {p99:8.0f}  {dict(self.answers[kind])}")


async def ask(client: httpx.AsyncClient, kind: str) -> str:
    """The status, and the code of a refusal."""
    mark = str(time.perf_counter_ns())
    if kind == "stream":
        body = {
            "model": "scripted",
            "stream": True,
            "messages": [{"role": "user", "content": f"Hello {mark}"}],
        }
        async with client.stream("POST", "/v1/chat/completions", json=body) as answer:
            content = await answer.aread()
            return "200" if content.endswith(b"data: [DONE]\n\n") else f"{answer.status_code} cut off"
    path, body = {
        "analyze": ("/api/v1/analyze", {"text": f"What a silly goose {mark} is"}),
        "draft": ("/api/v1/author/draft", {"text": f"You silly goose, go home {mark}"}),
        "guard": ("/api/v1/guard/judge", {"reply": f"{REPLY} {mark}"}),
    }[kind]
    answer = await client.post(path, json=body)
    if answer.status_code == 200:
        return "200"
    wait_s = answer.headers.get("retry-after")
    return f"{answer.status_code} {answer.json().get('code', '')}, come back in {wait_s} s"


async def repeat(client: httpx.AsyncClient, kind: str, table: Table, end: float) -> None:
    while time.monotonic() < end:
        begin = time.perf_counter()
        try:
            told = await ask(client, kind)
        except httpx.HTTPError as error:
            told = type(error).__name__
        table.times[kind].append(time.perf_counter() - begin)
        table.answers[kind][told] += 1
        await asyncio.sleep(PAUSE_S)


async def watch(served: Served, seen: list[float], every_s: float) -> None:
    while True:
        seen.append(read_rss_mb(served))
        await asyncio.sleep(every_s)


async def measure(served: Served, key: str, *, clients: int, seconds: float) -> None:
    table, seen, end = Table(), list[float](), time.monotonic() + seconds
    limits = httpx.Limits(max_connections=clients, max_keepalive_connections=clients)
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{served.port}", headers={"x-api-key": key}, timeout=120, limits=limits
    ) as client:
        watching = asyncio.create_task(watch(served, seen, seconds / 10))
        kinds = (KINDS[number % len(KINDS)] for number in range(clients))
        await asyncio.gather(*(repeat(client, kind, table, end) for kind in kinds))
        watching.cancel()
    print(f"{clients} clients, {seconds:.0f} s, load {os.getloadavg()[0]:.1f}")
    table.print()
    print("RSS in MB, every tenth of the time:", " ".join(f"{each:.0f}" for each in seen))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, run_scripted() as upstream:
        key = make_key(Path(name))
        os.environ["SAYSO_UPSTREAM"] = upstream
        with serve(Path(name), ["--auth", "keys"]) as served:
            asyncio.run(measure(served, key, clients=options.clients, seconds=options.seconds))


if __name__ == "__main__":
    main()
