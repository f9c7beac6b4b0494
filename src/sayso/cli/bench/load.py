"""Clients that ask a service as fast as it answers, each on one connection, and what they measured."""

import asyncio
import json
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

import numpy as np

WORDS = """
the a this that you they we I was is are not very quite never always think know want said about
article edit page source game team people comment idea silly stupid wonderful great awful kind rude
"""
TEXT_WORDS = (5, 25)
"""Fewest and most words of a made-up comment."""


@dataclass(frozen=True, slots=True)
class Load:
    """What was measured: one latency per answered request, in milliseconds."""

    seconds: float
    latencies_ms: Sequence[float]
    failures: int = 0

    @property
    def per_second(self) -> float:
        return len(self.latencies_ms) / self.seconds if self.seconds else 0.0

    def percentile_ms(self, percent: float) -> float:
        return float(np.percentile(self.latencies_ms, percent)) if self.latencies_ms else float("nan")

    def __add__(self, other: "Load") -> "Load":
        return Load(
            self.seconds + other.seconds,
            [*self.latencies_ms, *other.latencies_ms],
            self.failures + other.failures,
        )


def make_texts(seed: int) -> Iterator[str]:
    """Comments without end, hardly any of them twice."""
    source = random.Random(seed)  # noqa: S311  # nothing secret about it
    words = WORDS.split()
    while True:
        yield " ".join(source.choices(words, k=source.randint(*TEXT_WORDS)))


class Connection:
    """One connection, kept open: far lighter than a client library, so that the service is measured."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, host: str) -> None:
        self._reader = reader
        self._writer = writer
        self._host = host

    @classmethod
    async def open(cls, host: str, port: int) -> Self:
        reader, writer = await asyncio.open_connection(host, port)
        return cls(reader, writer, host=host)

    async def post(self, path: str, body: object) -> int:
        """Sends JSON and reads the whole answer; its status."""
        self._writer.write(make_request(path, body, host=self._host))
        return await _read_answer(self._reader)

    async def close(self) -> None:
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()


def make_request(path: str, body: object, *, host: str) -> bytes:
    content = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    return head.encode() + f"Content-Length: {len(content)}\r\n\r\n".encode() + content


async def measure(host: str, port: int, *, clients: int, seconds: float, seed: int = 0) -> Load:
    """Runs `clients` at once for `seconds`."""
    end = time.perf_counter() + seconds
    started = time.perf_counter()
    loads = await asyncio.gather(
        *(_ask_until(end, host, port, make_texts(seed * 10_000 + number)) for number in range(clients))
    )
    latencies = [latency for load in loads for latency in load.latencies_ms]
    return Load(time.perf_counter() - started, latencies, sum(load.failures for load in loads))


async def _ask_until(end: float, host: str, port: int, texts: Iterator[str]) -> Load:
    """One client: asks, waits for the answer, asks again."""
    connection = await Connection.open(host, port)
    latencies: list[float] = []
    failures = 0
    try:
        while time.perf_counter() < end:
            asked = time.perf_counter()
            status = await connection.post("/api/v1/analyze", {"text": next(texts)})
            latencies.append((time.perf_counter() - asked) * 1000)
            failures += status != 200
    finally:
        await connection.close()
    return Load(0.0, latencies, failures)


async def _read_answer(reader: asyncio.StreamReader) -> int:
    """Reads one whole answer; its status."""
    head = await reader.readuntil(b"\r\n\r\n")
    status, *fields = head.split(b"\r\n")
    length = next(
        int(each.partition(b":")[2]) for each in fields if each.lower().startswith(b"content-length:")
    )
    await reader.readexactly(length)
    return int(status.split(b" ")[1])
