"""A chat server that says the same harmless reply again and again, token by token, at a steady pace."""

import asyncio
import json
import threading
from collections.abc import Generator
from contextlib import contextmanager

TOKENS_A_SECOND = 36
"""What the local model (SmolLM2, 135M) reaches on the machine we measure with."""
REPLY = (
    "A garden begins with the soil. Take a handful in spring, press it, and see whether it crumbles. "
    "If it does, you can sow. Peas and beans like company, so plant them in rows with a little room between. "
    "Water in the morning, before the sun is high, and look at the leaves on your way. Some will have holes. "
    "Leave most of the small guests alone, because the birds will find them. In summer the work is mostly "
    "patience. By the time the apples turn red, you will have learned the names of three new flowers and the "
    "habits of one robin."
)


def list_tokens(reply: str = REPLY) -> list[str]:
    """Pieces of about three quarters of a word, as models say them."""
    pieces: list[str] = []
    for number, word in enumerate(reply.split()):
        lead = " " if number else ""
        half = len(word) // 2
        pieces += [lead + word] if len(word) < 7 else [lead + word[:half], word[half:]]
    return pieces


def make_frame(delta: dict[str, str], *, finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return b"data: " + json.dumps({"id": "c", "model": "scripted", "choices": [choice]}).encode() + b"\n\n"


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One request, one stream. The tokens keep to the clock, however slowly they are fetched."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = next((int(line.split(":")[1]) for line in head.splitlines() if "content-length" in line), 0)
    await reader.readexactly(length)
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n")
    clock = asyncio.get_running_loop()
    began = clock.time()
    for number, token in enumerate(list_tokens(), start=1):
        await asyncio.sleep(max(0.0, began + number / TOKENS_A_SECOND - clock.time()))
        writer.write(make_frame({"content": token}))
        await writer.drain()
    writer.write(make_frame({}, finish="stop") + b"data: [DONE]\n\n")
    await writer.drain()
    writer.close()


@contextmanager
def run_scripted() -> Generator[str]:
    """Its address while the block runs."""
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(asyncio.start_server(answer, "127.0.0.1", 0))
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(5)
