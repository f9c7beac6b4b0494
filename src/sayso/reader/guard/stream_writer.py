"""Lets a streamed reply out as far as it is judged, and ends it so that every client understands."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Protocol

import structlog
from starlette.responses import StreamingResponse
from starlette.types import Send

from sayso.core import Streaming
from sayso.core.errors import SaysoError
from sayso.core.traces import describe_error
from sayso.reader.guard.completions import DONE, WAITING, CompletionHeader, frame_error, write_deltas
from sayso.reader.guard.outcome import OutcomeMaker, ReplyOutcome
from sayso.reader.guard.release import CutFinder, ReleaseBuffer
from sayso.reader.guard.replies import Part, Reply, ReplyPiece
from sayso.reader.guard.reply_stream import ReplyStream
from sayso.reader.guard.upstream_failures import tell_broken_off

KEEP_ALIVE_S = 10.0
LAST_WORDS_S = 1.0
"""How long a server may take to close a stream whose replies have all ended."""

_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.web")


class ReplyCounter(Protocol):
    def count_reply(self, *, decision: str, mode: str) -> None: ...

    def observe_first_text(self, seconds: float) -> None: ...


@dataclass(slots=True)
class Outgoing:
    """One choice on its way out."""

    reply: Reply
    hold: ReleaseBuffer
    settled: ReplyOutcome | None = None
    has_begun: bool = False

    def add(self, piece: ReplyPiece) -> None:
        if not self.reply.finish:
            self.reply.add(piece)
            self._pass_on()

    def close(self) -> None:
        """The server says no more."""
        self.reply.close()
        self._pass_on()

    def _pass_on(self) -> None:
        """What the reply has grown by: whole characters, however they came."""
        self.hold.add(self.reply.text[len(self.hold.text) :])


@dataclass(slots=True)
class StreamWriter:
    """One streamed answer. `choices` is how many replies were asked for, `started` when, by `clock`."""

    pump: ReplyStream
    settler: OutcomeMaker
    letterhead: CompletionHeader
    mode: Streaming
    window_words: int
    choices: int
    wants_usage: bool
    counter: ReplyCounter
    started: float
    clock: Callable[[], float] = time.monotonic
    _replies: dict[int, Outgoing] = field(default_factory=dict[int, Outgoing])
    _usage: Any = None
    _is_done: bool = False

    async def frames(self) -> AsyncGenerator[bytes]:
        """A valid stream, whatever the server does; closing it ends the call to the server."""
        try:
            async with aclosing(self._run()) as frames:
                async for each in frames:
                    yield each
        except Exception as error:  # noqa: BLE001  # the answer has begun: only its end can still be told
            _log.error("stream failed", **describe_error(error))
            yield frame_error(error)
            yield DONE
        finally:
            self.pump.stop()

    async def _run(self) -> AsyncGenerator[bytes]:
        while not self._is_over() and (parts := await self.pump.take()):
            for part in parts:
                self._add(part)
            for each in await self._advance():
                yield each
        for each in await self._end():
            yield each
        yield DONE
        await self.pump.drain(LAST_WORDS_S)

    def _is_over(self) -> bool:
        """A usage that was asked for comes after the last reply."""
        replies = self._replies.values()
        is_settled = len(replies) >= self.choices and all(outgoing.settled for outgoing in replies)
        return is_settled and not self.wants_usage

    def _add(self, part: Part) -> None:
        self._usage = part.usage or self._usage
        self._is_done = self._is_done or part.is_last
        for piece in part.pieces:
            if piece.index not in self._replies:
                hold = ReleaseBuffer(CutFinder(self.mode, self.window_words), self.settler.judge)
                self._replies[piece.index] = Outgoing(Reply(piece.index), hold)
            self._replies[piece.index].add(piece)

    async def _advance(self) -> list[bytes]:
        frames: list[bytes] = []
        for outgoing in self._replies.values():
            if outgoing.settled:
                continue
            if outgoing.reply.finish:
                frames += await self._settle(outgoing)
            elif released := await outgoing.hold.advance():
                frames.append(self._write(outgoing, {"content": released}))
        return frames

    async def _settle(self, outgoing: Outgoing) -> list[bytes]:
        frames, settled = await self._conclude(outgoing)
        outgoing.settled = settled
        self.counter.count_reply(decision=settled.decision, mode=self.mode)
        return [*frames, self.letterhead.write_end(outgoing.reply.index, settled)]

    async def _conclude(self, outgoing: Outgoing) -> tuple[list[bytes], ReplyOutcome]:
        """All of a reply that may still leave, or as much as could have left before its end."""
        outgoing.close()
        verdict = await outgoing.hold.finish()
        settled = await self.settler.settle(outgoing.reply, verdict)
        rest = outgoing.hold.release_rest() if settled.shows_text else await outgoing.hold.advance()
        has_text = outgoing.hold.released > 0
        if has_text and not settled.shows_text:
            settled = settled.follow_text()
        deltas = [{"content": rest}] if rest else []
        deltas += write_deltas(settled, has_text=has_text)
        if not deltas and not outgoing.has_begun:  # clients learn whose words they are from the first delta
            deltas = [{"content": ""}]
        return [self._write(outgoing, delta) for delta in deltas], settled

    async def _end(self) -> list[bytes]:
        """What is left to say when the server says no more."""
        waiting = [outgoing for outgoing in self._replies.values() if not outgoing.settled]
        failure = self._find_failure(waiting)
        end = self._break_off if failure else self._settle
        frames = [each for outgoing in waiting for each in await end(outgoing)]
        if failure and not (waiting and all(outgoing.settled for outgoing in waiting)):
            return [*frames, frame_error(failure)]
        if self.wants_usage and self._usage:
            return [*frames, self.letterhead.write_usage(self._usage)]
        return frames

    def _find_failure(self, waiting: Sequence[Outgoing]) -> SaysoError | None:
        """What goes wrong after the last reply has ended is nobody's business."""
        if self._replies and not waiting:
            return None
        is_whole = self._is_done and bool(self._replies)
        return self.pump.failure or (None if is_whole else tell_broken_off())

    async def _break_off(self, outgoing: Outgoing) -> list[bytes]:
        """What came is judged like a whole reply, and shown without an end, or not at all.

        Tool calls are not complete, and so not passed.
        """
        outgoing.reply.calls.clear()
        frames, settled = await self._conclude(outgoing)
        if settled.decision == "shown":
            self.counter.count_reply(decision="broken_off", mode=self.mode)
            return frames
        outgoing.settled = settled
        self.counter.count_reply(decision=settled.decision, mode=self.mode)
        return [*frames, self.letterhead.write_end(outgoing.reply.index, settled)]

    def _write(self, outgoing: Outgoing, delta: dict[str, Any]) -> bytes:
        if not outgoing.has_begun:
            outgoing.has_begun = True
            self.counter.observe_first_text(self.clock() - self.started)
            delta = {"role": "assistant", **delta}
        return self.letterhead.write_chunk(outgoing.reply.index, delta)


async def keep_alive(frames: AsyncGenerator[bytes], *, every_s: float) -> AsyncGenerator[bytes]:
    """A comment whenever nothing was sent for so long: proxies cut what is silent."""
    upcoming: asyncio.Future[bytes | None] | None = None
    try:
        while True:
            upcoming = asyncio.ensure_future(anext(frames, None))
            while not (await asyncio.wait({upcoming}, timeout=every_s))[0]:
                yield WAITING
            following = upcoming.result()
            if following is None:
                return
            yield following
    finally:
        if upcoming and not upcoming.done():
            upcoming.cancel()
            await asyncio.wait({upcoming})
        await frames.aclose()


class GuardedResponse(StreamingResponse):
    """Closes its source as soon as the client has gone."""

    media_type = "text/event-stream"

    def __init__(self, frames: AsyncGenerator[bytes]) -> None:
        super().__init__(frames, headers={"X-Accel-Buffering": "no"})
        self._frames = frames

    async def stream_response(self, send: Send) -> None:
        async with aclosing(self._frames):
            await super().stream_response(send)
