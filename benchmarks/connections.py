"""What strangers can cost a service that asks for keys, before they show one.

Run: python benchmarks/connections.py. A header without end, connections that say nothing or half a request,
large bodies without a key.
"""

import asyncio
import socket
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import httpx

from sayso.cli.bench.served import Served, serve

HALF = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Half: a"
BODY = 32 * 1024 * 1024
ADDRESSES = ("/v1alpha1/comments:analyze", "/batch", "/coral/moderate", "/api/v1/analyze")


def read_rss_mb(served: Served) -> float:
    status = Path(f"/proc/{served.process.pid}/status").read_text("utf-8")
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS"))


def compare(before: float, served: Served) -> str:
    return f"RSS {before:.0f} -> {read_rss_mb(served):.0f} MB"


def send_header(port: int, *, megabytes: int) -> tuple[int, bytes]:
    """How many bytes of one header were taken, and what was said to them."""
    taken, answer = 0, b""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        try:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
            while taken < megabytes * 1_000_000:
                taken += connection.send(b"a" * 65536)
        except OSError:
            pass  # closed in our face: what was taken is what we want to know
        with suppress(OSError):
            answer = connection.recv(65536)
    return taken, answer.split(b"\r\n")[0]


def await_closed(port: int, *, each: int) -> float:
    """Seconds until so many silent and so many half connections are closed, all of them."""
    connections = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(2 * each)]
    began_at = time.monotonic()
    for connection in connections[:each]:
        connection.sendall(HALF)
    for connection in connections:
        while connection.recv(65536):
            pass
        connection.close()
    return time.monotonic() - began_at


async def send_bodies(port: int, path: str, *, count: int) -> list[str]:
    """The status of each, or what became of its connection."""

    async def send() -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/mixed; boundary=edge\r\n"
        try:
            writer.write(f"{head}Content-Length: {BODY}\r\n\r\n".encode())
            for _ in range(BODY // 65536):
                writer.write(b" " * 65536)
                await writer.drain()
        except OSError:
            pass
        try:
            return (await reader.readline()).decode().split(" ")[1]
        except (OSError, IndexError):
            return "closed"
        finally:
            writer.close()

    return await asyncio.gather(*(send() for _ in range(count)))


def measure(served: Served) -> None:
    port = served.port
    before = read_rss_mb(served)
    taken, answer = send_header(port, megabytes=111)
    print(f"one header: {taken / 1e6:.1f} of 111 MB taken, {answer!r}; {compare(before, served)}")
    seconds = await_closed(port, each=100)
    print(f"100 silent and 100 half connections: all closed after {seconds:.1f} s")
    for path in ADDRESSES:
        before = read_rss_mb(served)
        answers = asyncio.run(send_bodies(port, path, count=12))
        print(f"12 bodies of 32 MiB to {path}: {sorted(set(answers))}, {compare(before, served)}")
    assert httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=20).status_code == 200


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder), ["--auth", "keys"]) as running:
        measure(running)
