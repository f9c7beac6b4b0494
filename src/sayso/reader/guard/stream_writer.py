"""Lets a streamed reply out as far as it is judged, and ends it so that every client understands."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Protocol

import structlog

from sayso.core import Streaming
from sayso.core.errors import SaysoError
from sayso.core.traces import describe_error
from sayso.reader.guard.completions import DONE, CompletionHeader, write_deltas
from sayso.reader.guard.outcome import OutcomeMaker, ReplyOutcome
from sayso.reader.guard.parts import Part, ReplyPiece
from sayso.reader.guard.release import CutFinder, ReleaseBuffer
from sayso.reader.guard.replies import Reply
from sayso.reader.guard.upstream_failures import tell_broken_off

LAST_WORDS_S = 1.0
"""How long a server may take to close a stream whose replies have all ended."""

FrameError = Callable[[Exception], bytes]
"""A failure after the answer has begun, as an event that clients raise."""

_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.web")


class ReplyCounter(Protocol):
    def count_reply(self, *, decision: str, mode: str) -> None: ...

    def observe_first_text(self, seconds: float) -> None: ...


@dataclass(slots=True)
class OutgoingReply:
    """One choice on its way out. `buffer` has its text, and says how much of it may leave."""

    reply: Reply
    buffer: ReleaseBuffer
    outcome: ReplyOutcome | None = None
    has_begun: bool = False

    async def end(self, outcome_maker: OutcomeMaker) -> tuple[list[Mapping[str, Any]], ReplyOutcome]:
        """The rules of an end: what is still to be sent of this reply, and what it turned into.

        - The whole text is judged once more, with the refusal and the tool calls.
        - If it may be shown, all that has not left yet leaves, then the refusal and the tool calls.
        - If not, as much leaves as could have left before the end, however the text came; a notice follows,
          which speaks of the rest of the reply if its beginning has left.
        - A tool call that may not pass is left out, and a notice follows the text, which is shown.
        - A reply without a word still has one delta, because the first says whose words they are.
        """
        self.close()
        outcome = await outcome_maker.make(self.reply, await self.buffer.finish())
        rest = self.buffer.release_rest() if outcome.shows_text else await self.buffer.advance()
        has_text = self.buffer.released > 0
        if has_text and not outcome.shows_text:
            outcome = outcome.follow_text()
        deltas: list[Mapping[str, Any]] = [{"content": rest}] if rest else []
        deltas += write_deltas(outcome, has_text=has_text)
        if not deltas and not self.has_begun:
            deltas = [{"content": ""}]
        return deltas, outcome

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
        self.buffer.add(self.reply.text[len(self.buffer.text) :])


@dataclass(slots=True)
class StreamWriter:
    """One streamed answer. `choices` is how many replies were asked for, `started` when, by `clock`."""

    stream: "ReplyStream"
    outcome_maker: OutcomeMaker
    header: CompletionHeader
    mode: Streaming
    window_words: int
    choices: int
    wants_usage: bool
    counter: ReplyCounter
    frame_error: FrameError
    started: float
    clock: Callable[[], float] = time.monotonic
    _replies: dict[int, OutgoingReply] = field(default_factory=dict[int, OutgoingReply])
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
            yield self.frame_error(error)
            yield DONE
        finally:
            self.stream.stop()

    async def _run(self) -> AsyncGenerator[bytes]:
        while not self._is_over() and (parts := await self.stream.take()):
            for part in parts:
                self._add(part)
            for each in await self._advance():
                yield each
        for each in await self._end():
            yield each
        yield DONE
        await self.stream.drain(LAST_WORDS_S)

    def _is_over(self) -> bool:
        """A usage that was asked for comes after the last reply."""
        replies = self._replies.values()
        have_ended = len(replies) >= self.choices and all(outgoing.outcome for outgoing in replies)
        return have_ended and not self.wants_usage

    def _add(self, part: Part) -> None:
        self._usage = part.usage or self._usage
        self._is_done = self._is_done or part.is_last
        for piece in part.pieces:
            if piece.index not in self._replies:
                buffer = ReleaseBuffer(CutFinder(self.mode, self.window_words), self.outcome_maker.judge)
                self._replies[piece.index] = OutgoingReply(Reply(piece.index), buffer)
            self._replies[piece.index].add(piece)

    async def _advance(self) -> list[bytes]:
        frames: list[bytes] = []
        for outgoing in self._replies.values():
            if outgoing.outcome:
                continue
            if outgoing.reply.finish:
                frames += await self._finish(outgoing)
            elif released := await outgoing.buffer.advance():
                frames.append(self._write(outgoing, {"content": released}))
        return frames

    async def _finish(self, outgoing: OutgoingReply) -> list[bytes]:
        deltas, outgoing.outcome = await outgoing.end(self.outcome_maker)
        return self._write_end(outgoing, deltas, outgoing.outcome)

    async def _end(self) -> list[bytes]:
        """What is left to say when the server says no more.

        A failure is told unless it cut off nothing but replies that end with a notice: those have an end.
        """
        waiting = [outgoing for outgoing in self._replies.values() if not outgoing.outcome]
        failure = self._find_failure(waiting)
        end = self._break_off if failure else self._finish
        frames = [each for outgoing in waiting for each in await end(outgoing)]
        if failure and not (waiting and all(outgoing.outcome for outgoing in waiting)):
            return [*frames, self.frame_error(failure)]
        if self.wants_usage and self._usage:
            return [*frames, self.header.write_usage(self._usage)]
        return frames

    def _find_failure(self, waiting: Sequence[OutgoingReply]) -> SaysoError | None:
        """What goes wrong after the last reply has ended is nobody's business."""
        if self._replies and not waiting:
            return None
        is_whole = self._is_done and bool(self._replies)
        return self.stream.failure or (None if is_whole else tell_broken_off())

    async def _break_off(self, outgoing: OutgoingReply) -> list[bytes]:
        """What came is judged like a whole reply, and shown without an end, or not at all.

        Tool calls are not complete, and so not passed.
        """
        outgoing.reply.calls.clear()
        deltas, outcome = await outgoing.end(self.outcome_maker)
        if outcome.outcome == "shown":
            self.counter.count_reply(decision="broken_off", mode=self.mode)
            return [self._write(outgoing, delta) for delta in deltas]
        outgoing.outcome = outcome
        return self._write_end(outgoing, deltas, outcome)

    def _write_end(
        self, outgoing: OutgoingReply, deltas: Sequence[Mapping[str, Any]], outcome: ReplyOutcome
    ) -> list[bytes]:
        self.counter.count_reply(decision=outcome.outcome, mode=self.mode)
        frames = [self._write(outgoing, delta) for delta in deltas]
        return [*frames, self.header.write_end(outgoing.reply.index, outcome)]

    def _write(self, outgoing: OutgoingReply, delta: Mapping[str, Any]) -> bytes:
        if not outgoing.has_begun:
            outgoing.has_begun = True
            self.counter.observe_first_text(self.clock() - self.started)
            delta = {"role": "assistant", **delta}
        return self.header.write_chunk(outgoing.reply.index, delta)


class ReplyStream:
    """Reads a server's stream to its end in a task of its own: judging slows no reading, and waiting can be
    cut short. `take` gives what has come since; `failure` says, once it has ended, why it ended too early."""

    def __init__(self, parts: AsyncGenerator[Part]) -> None:
        self._parts = parts
        self._waiting: list[Part] = []
        self._news = asyncio.Event()
        self._task = asyncio.create_task(self._run())
        self.failure: SaysoError | None = None
        self.is_done = False

    async def wait_start(self, patience_s: float) -> bool:
        """Whether something came within this time, or the end did."""
        try:
            await asyncio.wait_for(self._news.wait(), patience_s)
        except TimeoutError:
            return False
        return True

    @property
    def early_failure(self) -> SaysoError | None:
        """Why it ended before anything came; None while it has not, or if something did."""
        if not self.is_done or self._waiting:
            return None
        return self.failure or tell_broken_off()

    async def take(self) -> list[Part]:
        """All that waits; nothing at all means the end."""
        await self._news.wait()
        parts, self._waiting = self._waiting, []
        if not self.is_done:
            self._news.clear()
        return parts

    async def drain(self, patience_s: float) -> None:
        """Lets the server finish, so that the connection can be used again."""
        await asyncio.wait({self._task}, timeout=patience_s)

    def stop(self) -> None:
        """Ends the call to the server as well."""
        self._task.cancel()

    async def _run(self) -> None:
        try:
            async with aclosing(self._parts) as parts:
                async for part in parts:
                    self._waiting.append(part)
                    self._news.set()
        except SaysoError as error:
            self.failure = error
        except Exception as error:  # noqa: BLE001  # whoever waits for the reply must hear of its end
            _log.error("stream not read", **describe_error(error))
            self.failure = tell_broken_off()
        finally:
            self.is_done = True
            self._news.set()
