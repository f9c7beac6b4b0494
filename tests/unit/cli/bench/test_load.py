"""The clients of `sayso bench`, and what they add up."""

import asyncio
import math
from itertools import cycle, islice

import pytest

from sayso.cli.bench.load import Load, make_request, make_texts, measure


def test_a_load_has_a_rate_and_percentiles() -> None:
    load = Load(2.0, [1.0, 2.0, 3.0, 4.0, 5.0])
    assert load.per_second == 2.5
    assert load.percentile_ms(50) == 3.0
    assert load.percentile_ms(100) == 5.0


def test_loads_add_up() -> None:
    assert Load(1.0, [1.0], 1) + Load(2.0, [3.0], 2) == Load(3.0, [1.0, 3.0], 3)


def test_no_requests_have_no_percentile() -> None:
    load = Load(0.0, [])
    assert load.per_second == 0.0
    assert math.isnan(load.percentile_ms(99))


def test_the_same_seed_makes_the_same_texts_and_another_seed_others() -> None:
    assert list(islice(make_texts(1), 50)) == list(islice(make_texts(1), 50))
    assert list(islice(make_texts(1), 50)) != list(islice(make_texts(2), 50))
    assert all(5 <= len(text.split()) <= 25 for text in islice(make_texts(3), 200))


def test_a_request_is_whole() -> None:
    assert make_request("/api/v1/analyze", {"text": "hé"}, host="h") == (
        b"POST /api/v1/analyze HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
        b'Content-Length: 19\r\n\r\n{"text": "h\\u00e9"}'
    )


@pytest.mark.anyio
async def test_clients_count_answers_and_failures() -> None:
    statuses = [b"200 OK", b"503 Service Unavailable"]

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for status in cycle(statuses):
            try:
                head = await reader.readuntil(b"\r\n\r\n")
            except asyncio.IncompleteReadError:
                break
            await reader.readexactly(int(head.rpartition(b"Content-Length: ")[2]))
            writer.write(b"HTTP/1.1 %s\r\ncontent-length: 2\r\n\r\n{}" % status)
            await asyncio.sleep(0.01)
        writer.close()
        await writer.wait_closed()

    tasks: list[asyncio.Task[None]] = []

    def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.append(asyncio.create_task(answer(reader, writer)))

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        load = await measure(*server.sockets[0].getsockname()[:2], clients=2, seconds=1)
        await asyncio.gather(*tasks)
    assert len(load.latencies_ms) >= 4
    assert load.failures in (len(load.latencies_ms) // 2, len(load.latencies_ms) // 2 - 1)
    assert load.seconds >= 1
