"""What a finished reply turns into: itself, or a notice, with what was decided kept first."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sayso.core import Decision, Outcome
from sayso.core.sizes import MAX_LENGTH
from sayso.deciding.wording import explain
from sayso.reader.guard.judging import ReaderContext, ReplyJudge
from sayso.reader.guard.keeping import Keeper
from sayso.reader.guard.notices import (
    NOBODY,
    NOT_KEPT,
    tell_rest,
    word_call,
    word_held,
    word_replaced,
    write_notice,
)
from sayso.reader.guard.replies import Finish, Reply, ToolCall
from sayso.reader.guard.tool_calls import MOST_STRINGS, is_readable, list_texts
from sayso.storage import Store

MOST_CHARACTERS = 2 * MAX_LENGTH
"""In all strings of a tool call, which are judged one by one and together."""

_RANKS: Mapping[Outcome, int] = {"shown": 0, "held": 1, "replaced": 2}
MakeLink = Callable[[str], str]
"""The page for a held reply, by its id."""


@dataclass(frozen=True, slots=True)
class ReplyOutcome:
    """The end of a reply. Of `text` and `refusal` nothing may be seen unless `shows_text`."""

    decision: Outcome
    finish: Finish
    note: dict[str, Any]
    notice: str = ""
    text: str = field(default="", repr=False)
    refusal: str = field(default="", repr=False)
    calls: tuple[ToolCall, ...] = field(default=(), repr=False)
    logprobs: Any = field(default=None, repr=False)
    shows_text: bool = False

    def follow_text(self) -> "ReplyOutcome":
        """The same where the reply's beginning has left already."""
        note = {**self.note, "message": tell_rest(self.note["message"])}
        return replace(self, note=note, notice=tell_rest(self.notice))


@dataclass(slots=True)
class OutcomeMaker:
    """For one request: under what its replies are judged, and where they are kept.

    `prompt` is what the reader asked; with it, both sides' messages are recorded if the reader agreed.
    """

    guard: ReplyJudge
    store: Store
    standing: ReaderContext
    make_link: MakeLink
    upstream_model: str = ""
    prompt: str | None = field(default=None, repr=False)
    keeper: Keeper = field(init=False)

    def __post_init__(self) -> None:
        self.keeper = Keeper(
            self.store,
            self.standing,
            lasts=self.guard.held_for,
            upstream_model=self.upstream_model,
            prompt=self.prompt,
        )

    async def judge(self, text: str) -> Decision:
        return await self.guard.judge(text, standing=self.standing)

    async def settle(self, reply: Reply, verdict: Decision) -> ReplyOutcome:
        """`verdict` is on the whole text of the reply."""
        reply.close()
        said = f"{reply.text}{reply.refusal}"
        if reply.refusal:
            verdict = max([verdict, *await self._judge_refusal(reply)], key=_weigh)
        if verdict.outcome != "shown":
            return await self._hold_back(said, verdict)
        calls = tuple(reply.calls[place] for place in sorted(reply.calls))
        unfit = await self._judge_calls(calls)
        if unfit:
            return await self._leave_out(reply, unfit)
        await self.keeper.record("shown", verdict, said, note_id=None)
        return ReplyOutcome(
            "shown",
            finish=reply.finish or "stop",
            note=self._describe("shown", verdict, self._explain(verdict)),
            text=reply.text,
            refusal=reply.refusal,
            calls=calls,
            logprobs=reply.logprobs,
            shows_text=True,
        )

    async def _judge_calls(self, calls: Sequence[ToolCall]) -> Decision | None:
        """The first verdict that is a no. Of too many strings none is looked at."""
        texts = list_texts(calls)
        unjudged = self.guard.give_up(self.standing)
        if len(texts) > MOST_STRINGS or sum(map(len, texts)) > MOST_CHARACTERS:
            verdicts = [unjudged]
        else:
            verdicts = await self.guard.judge_all(texts, standing=self.standing)
            verdicts += [] if all(map(is_readable, calls)) else [unjudged]
        return next((verdict for verdict in verdicts if verdict.outcome != "shown"), None)

    async def _judge_refusal(self, reply: Reply) -> list[Decision]:
        """Alone and with the text before it: clients show both, one after the other."""
        texts = [reply.refusal, f"{reply.text}{reply.refusal}", f"{reply.text} {reply.refusal}"]
        return await self.guard.judge_all(list(dict.fromkeys(texts)), standing=self.standing)

    async def _hold_back(self, content: str, verdict: Decision) -> ReplyOutcome:
        is_asked = verdict.outcome == "held" and bool(self.standing.reader_id)
        note_id = await self.keeper.keep(verdict, content)
        decision: Outcome = "held" if is_asked and note_id else "replaced"
        await self.keeper.record(decision, verdict, content, note_id=note_id)
        if decision == "held" and note_id:
            return self._ask(verdict, note_id)
        if verdict.outcome == "held":
            return self._replace(verdict, NOT_KEPT if is_asked else NOBODY, note_id=None)
        settled = self._replace(verdict, word_replaced(verdict, self.standing), note_id=note_id)
        return replace(settled, note={**settled.note, "message": self._explain(verdict)})

    async def _leave_out(self, reply: Reply, verdict: Decision) -> ReplyOutcome:
        """A tool call is nothing to be read: nobody is asked about it."""
        refused = replace(verdict, outcome="replaced")
        content = "\n".join(f"{call.name} {call.arguments}" for call in reply.calls.values())
        note_id = await self.keeper.keep(refused, content)
        await self.keeper.record("replaced", refused, f"{reply.text}\n{content}".strip(), note_id=note_id)
        settled = self._replace(refused, word_call(refused), note_id=note_id)
        return replace(settled, text=reply.text, refusal=reply.refusal, shows_text=True)

    def _ask(self, verdict: Decision, note_id: str) -> ReplyOutcome:
        url = self.make_link(note_id)
        held = {
            "id": note_id,
            "terms": [ngram.text for ngram in verdict.named],
            "categories": [{"attribute": name, "score": score} for name, score in verdict.categories],
            "url": url,
        }
        note = {**self._describe("held", verdict, self._explain(verdict)), "held": held}
        notice = write_notice(word_held(verdict, self.standing, url=url), note_id=note_id)
        return ReplyOutcome("held", "content_filter", note, notice)

    def _replace(self, verdict: Decision, message: str, *, note_id: str | None) -> ReplyOutcome:
        note = self._describe("replaced", verdict, message)
        filtered = {"filtered": {"id": note_id}} if note_id else {}
        notice = write_notice(message, note_id=note_id or secrets.token_hex(8))
        return ReplyOutcome("replaced", "content_filter", {**note, **filtered}, notice)

    def _explain(self, verdict: Decision) -> str:
        return explain(verdict, self.standing.policy, self.standing.tolerance)

    def _describe(self, decision: Outcome, verdict: Decision, message: str) -> dict[str, Any]:
        return {
            "decision": decision,
            "score": None if verdict.cause == "unjudged" else verdict.score,
            "cause": verdict.cause,
            "message": message,
            "model": verdict.model,
            "policy": verdict.policy_version,
        }


def _weigh(verdict: Decision) -> tuple[int, float]:
    return _RANKS[verdict.outcome], verdict.score
