"""
title: Sayso
author: The Sayso authors
version: 1.0.0
license: Apache-2.0
description: Lets readers set their own limits for replies, inside the limits of whoever runs the service.
required_open_webui_version: 0.5.17
requirements: httpx
"""

# Paste this file into Open WebUI under Admin Panel > Functions, set the valves, and make it global or attach
# it to models. It asks Sayso's /api/v1/guard/judge; docs/how-to/guard-a-chatbot.md says more.

import json
import logging
import math
import re
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx
from pydantic import BaseModel, Field

READERS_MAY_TURN_IT_OFF = False
"""With True a chip appears under the text box, and whoever takes it away reads replies unfiltered."""

NOT_CHECKED = (
    "This reply was not shown, because it could not be checked. You can ask again in a moment. "
    "If this keeps happening, tell whoever runs this service."
)
WRONG_CONNECTION = (
    "This reply was not shown, because Sayso cannot check replies of this kind of connection. "
    "Whoever runs this service can set its API type to Chat Completions."
)
NOT_ASKED = (
    "Your message was not sent, because it could not be checked. You can try again in a moment. "
    "If this keeps happening, tell whoever runs this service."
)
FAILED = "The model behind this service failed. You can ask again in a moment."
ASK_AFTER = 240
"""Characters: a sentence that is longer is asked about before its end."""

_JUDGE = "/api/v1/guard/judge"
_CONTEXT = "/api/v1/guard/context"
_log = logging.getLogger(__name__)

_NEXT_SENTENCE = re.compile(r"""(?:[.!?…]["')\]”’]*\s|\n)\s*\S+\s|[。！？]\S""")
"""That another sentence has begun shows that the last one is over: worth asking Sayso."""

JUDGED = frozenset({"sources", "citations", "selected_model_id"})
"""Beside a reply's text: passed on whole if all words in them may be shown. All else that a server sends,
such as a model's reasoning, is not judged, and so not shown."""

COUNTS = frozenset({"prompt_tokens", "completion_tokens", "total_tokens", "input_tokens", "output_tokens"})
FINISHES = frozenset({"stop", "length", "tool_calls", "content_filter"})
MOST_CALLS = 128
MOST_REPLIES = 1000


@dataclass
class Reply:
    """A reply on its way: what was asked, what came, what of it was shown, up to where Sayso was asked.

    `owner` is what names it; holding it keeps its name from being given to another.
    """

    owner: Any = None
    prompt: str | None = None
    text: str = ""
    shown: str = ""
    asked: int = 0
    is_over: bool = False
    is_readable: bool = True
    calls: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Names and arguments of tool calls, by their number, as far as they have come."""

    event_id: str = field(default_factory=lambda: f"chatcmpl-{uuid4().hex}")

    def add_calls(self, pieces: Any) -> None:
        for at, piece in enumerate(pieces if isinstance(pieces, list) else []):
            called = piece.get("function") if isinstance(piece, dict) else None
            if not isinstance(called, dict):
                continue
            number = piece.get("index", at)
            if type(number) is not int or not 0 <= number < MOST_CALLS:
                continue
            name, arguments = self.calls.get(number, ("", ""))
            given = called.get("arguments") or ""
            given = given if isinstance(given, str) else json.dumps(given)
            self.calls[number] = (name + str(called.get("name") or ""), arguments + given)

    def begin_again(self) -> None:
        """After a tool was called, the model goes on in a reply of its own."""
        self.text, self.shown, self.asked, self.is_over = "", "", 0, False


class Filter:
    class Valves(BaseModel):
        """For whoever runs Open WebUI."""

        priority: int = Field(
            default=100, description="Filters run from low to high; this one should be last."
        )
        sayso_url: str = Field(default="http://127.0.0.1:8700", description="Address of the Sayso service.")
        sayso_key: str = Field(default="", description="A service key, made with: sayso key create")
        timeout_s: float = Field(default=10.0, gt=0, description="How long to wait for Sayso, in seconds.")
        show_unchecked: bool = Field(
            default=False, description="Show replies unchecked while Sayso cannot be reached."
        )
        pass_unchecked: bool = Field(
            default=False, description="Pass prompts on unchecked while Sayso cannot be reached."
        )

    class UserValves(BaseModel):
        """For each reader."""

        limit: float | None = Field(
            default=None,
            ge=0,
            le=1,
            description="Your own limit for hurtful words, from 0 (strictest) to 1. It counts up to the "
            "highest that is allowed here. Empty: as you set it on Sayso's pages, or as it is for everyone.",
        )

    def __init__(self) -> None:
        self.valves = self.Valves()
        self.toggle = READERS_MAY_TURN_IT_OFF
        self._replies: OrderedDict[str, Reply] = OrderedDict()

    async def inlet(
        self,
        body: dict[str, Any],
        __user__: dict[str, Any] | None = None,
        __metadata__: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Before the model is asked: our notices leave the conversation; a prompt may have to be refused."""
        messages = body.get("messages") or []
        name = _name_reply(__metadata__, None)
        self._replies.pop(name, None)
        self._find(name, __metadata__).prompt = _find_prompt(messages)
        asked = self._describe(__user__, __metadata__) | {"messages": messages}
        answer = await self._ask(_CONTEXT, asked)
        if answer is None and not self.valves.pass_unchecked:
            raise ValueError(NOT_ASKED)
        if answer is None:
            return body
        if answer["refused"]:
            raise ValueError(answer["refused"])
        return {**body, "messages": answer["messages"]}

    async def stream(
        self,
        event: dict[str, Any],
        __user__: dict[str, Any] | None = None,
        __metadata__: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """For each piece of a reply: passes on what Sayso has judged, and keeps the rest back."""
        reply = self._find(_name_reply(__metadata__, event.get("id")), __metadata__)
        if str(event.get("type", "")).startswith("response."):
            reply.is_readable = False
            return {}
        about = self._describe(__user__, __metadata__) | self._choose_limit(__user__)
        built = _begin_event(event, reply)
        if event.get("error") is not None:
            said = "\n".join(_walk(event["error"], with_keys=False))
            built["error"] = {"message": FAILED if not said or await self._find_notice(said, about) else said}
        for name in JUDGED & event.keys():
            value = await self._judge_field(event[name], about)
            built |= {name: value} if value else {}
        choices = event.get("choices")
        for choice in choices if isinstance(choices, list) else []:
            if isinstance(choice, dict) and choice.get("index", 0) == 0:
                built.setdefault("choices", []).append(await self._pass_on(choice, reply, about))
        return built

    async def outlet(
        self,
        body: dict[str, Any],
        __user__: dict[str, Any] | None = None,
        __metadata__: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """When a reply is complete: judges what did not come in pieces, and what was still kept back."""
        reply = self._replies.pop(_name_reply(__metadata__, body.get("id")), None) or Reply()
        message = _find_last_reply(body)
        if message is None:
            return body
        content = _join_content(message.get("content"))
        about = self._describe(__user__, __metadata__) | self._choose_limit(__user__)
        for name in (JUDGED | {"error", "tool_calls"}) & message.keys():
            judged = await self._judge_field(message[name], about)
            message[name] = judged if judged or not message[name] else type(message[name])()
        if reply.is_over and isinstance(message.get("content"), str):
            return body
        if not reply.is_readable:
            message["content"] = WRONG_CONNECTION
        elif reply.text or content:
            message["content"] = await self._complete(reply, content, about)
        return body

    async def _complete(self, reply: Reply, content: str, about: dict[str, Any]) -> str:
        """A reply whose end did not come in pieces: `content` is as much of it as is shown by now."""
        came_in_pieces = bool(reply.text)
        reply.text = reply.text or content
        reply.is_over = True
        left = self._let_go(reply, await self._finish(reply, about))
        return content + left if came_in_pieces else left

    async def _pass_on(self, choice: dict[str, Any], reply: Reply, about: dict[str, Any]) -> dict[str, Any]:
        """A choice with what may be shown now, and nothing else."""
        given = choice.get("delta")
        delta = given if isinstance(given, dict) else {}
        finish = _read_finish(choice.get("finish_reason"))
        passed: dict[str, Any] = {"role": "assistant"} if delta.get("role") else {}
        came = _join_content(delta.get("content"))
        reply.add_calls(delta.get("tool_calls"))
        if came:
            if reply.is_over:
                reply.begin_again()
            reply.text += came
        if came or finish:
            passed["content"] = await self._release(reply, about, is_last=finish is not None)
        if finish and reply.calls:
            calls, notice = await self._judge_calls(reply, about)
            passed |= {"tool_calls": calls} if calls else {}
            passed["content"] += notice
            finish = finish if calls else "stop"
        return {"index": 0, "delta": passed, "finish_reason": finish}

    async def _judge_calls(self, reply: Reply, about: dict[str, Any]) -> tuple[list[dict[str, Any]], str]:
        """The tool calls of a reply once they are whole, built anew; or a notice instead of all of them."""
        calls = [_write_call(at, *reply.calls[at]) for at in sorted(reply.calls)]
        reply.calls.clear()
        texts: list[str] = []
        for called in (call["function"] for call in calls):
            texts += [called["name"], *_walk(_parse(called["arguments"]))]
        notice = await self._find_notice("\n".join(texts), about)
        return ([], f"\n\n{notice}") if notice else (calls, "")

    async def _find_notice(self, text: str, about: dict[str, Any]) -> str:
        """What stands in place of a text that may not be shown; nothing if it may."""
        if not text.strip():
            return ""
        answer = await self._ask(_JUDGE, about | {"reply": text})
        if answer is None:
            return "" if self.valves.show_unchecked else NOT_CHECKED
        return "" if (answer.get("sayso") or {}).get("decision") == "shown" else answer["text"]

    async def _judge_field(self, value: Any, about: dict[str, Any]) -> Any:
        """A value all of whose words may be shown; else nothing."""
        words = "\n".join(_walk(value))
        return None if await self._find_notice(words, about) else value

    async def _release(self, reply: Reply, about: dict[str, Any], *, is_last: bool) -> str:
        if not is_last:
            return await self._advance(reply, about)
        is_first_end = not reply.is_over
        reply.is_over = True
        return self._let_go(reply, await self._finish(reply, about)) if reply.text and is_first_end else ""

    async def _advance(self, reply: Reply, about: dict[str, Any]) -> str:
        found = [match.end() for match in _NEXT_SENTENCE.finditer(reply.text, reply.asked)]
        if not found and len(reply.text) - reply.asked < ASK_AFTER:
            return ""
        reply.asked = found[-1] - 1 if found else len(reply.text)
        answer = await self._ask(_JUDGE, about | {"reply": reply.text, "final": False})
        return self._let_go(reply, answer["text"]) if answer else ""

    async def _finish(self, reply: Reply, about: dict[str, Any]) -> str:
        answer = await self._ask(_JUDGE, about | {"reply": reply.text, "prompt": reply.prompt})
        if answer is None:
            return reply.text if self.valves.show_unchecked else NOT_CHECKED
        return answer["text"]

    def _let_go(self, reply: Reply, text: str) -> str:
        """What of `text` has not been shown. What was shown cannot be called back, so it only ever grows."""
        if text.startswith(reply.shown):
            left = text[len(reply.shown) :]
        elif reply.is_over:
            left = f"\n\n{text}"
        else:
            left = ""
        reply.shown += left
        return left

    def _describe(self, user: dict[str, Any] | None, metadata: dict[str, Any] | None) -> dict[str, Any]:
        """Who reads, and where. Without a key a name counts for nothing, and is not sent."""
        reader = (user or {}).get("id") if self.valves.sayso_key else None
        return {"reader": reader, "conversation": (metadata or {}).get("chat_id") or ""}

    def _choose_limit(self, user: dict[str, Any] | None) -> dict[str, Any]:
        valves = (user or {}).get("valves")
        limit = valves.get("limit") if isinstance(valves, dict) else getattr(valves, "limit", None)
        return {} if limit is None else {"limits": {"TOXICITY": float(limit)}}

    def _find(self, name: str, owner: Any) -> Reply:
        reply = self._replies.setdefault(name, Reply(owner))
        while len(self._replies) > MOST_REPLIES:
            self._replies.popitem(last=False)
        return reply

    async def _ask(self, path: str, content: dict[str, Any]) -> dict[str, Any] | None:
        """Sayso's answer; None if there is none."""
        headers = {"Authorization": f"Bearer {self.valves.sayso_key}"} if self.valves.sayso_key else {}
        try:
            async with httpx.AsyncClient(timeout=self.valves.timeout_s, headers=headers) as client:
                response = await client.post(self.valves.sayso_url.rstrip("/") + path, json=content)
                answer = response.json()
        except (httpx.HTTPError, ValueError) as error:
            _log.warning("Sayso did not answer: %s", type(error).__name__)
            return None
        if not response.is_success:
            _log.warning("Sayso refused: %s %s", answer.get("message"), answer.get("hint"))
            return None
        return answer


def _name_reply(metadata: dict[str, Any] | None, event_id: Any) -> str:
    """The message that is being written; where nobody names it, the request: its parts share an object."""
    if metadata is None:
        return str(event_id or "")
    return str(metadata.get("message_id") or f"request {id(metadata)}")


def _find_prompt(messages: list[dict[str, Any]]) -> str | None:
    asked = [_join_content(message.get("content")) for message in messages if message.get("role") == "user"]
    return (asked[-1] or None) if asked else None


def _find_last_reply(body: dict[str, Any]) -> dict[str, Any] | None:
    messages = body.get("messages") or []
    return messages[-1] if messages and messages[-1].get("role") == "assistant" else None


def _begin_event(event: dict[str, Any], reply: Reply) -> dict[str, Any]:
    """What an event has beside words, built anew: a name, an address or a count can be an insult as well."""
    built: dict[str, Any] = {"id": reply.event_id, "object": "chat.completion.chunk"}
    if type(event.get("created")) is int:
        built["created"] = event["created"]
    usage = event.get("usage")
    if isinstance(usage, dict):
        built["usage"] = {name: usage[name] for name in COUNTS & usage.keys() if type(usage[name]) is int}
    if isinstance(event.get("choices"), list):
        built["choices"] = []
    return built


def _write_call(number: int, name: str, arguments: str) -> dict[str, Any]:
    """As it is judged: of a key that comes twice only the one that counts; no numbers that JSON has not."""
    value = _parse(arguments)
    written = json.dumps(value, ensure_ascii=False) if arguments.strip() else arguments
    function = {"name": name, "arguments": written}
    return {"index": number, "id": f"call_{uuid4().hex}", "type": "function", "function": function}


def _parse(arguments: str) -> Any:
    """Half a JSON text can spell what no look at it finds: it is one string then, and leaves as one."""
    try:
        return json.loads(arguments, parse_constant=lambda _name: None, parse_float=_read_finite)
    except (ValueError, RecursionError):
        return arguments


def _read_finite(number: str) -> float | None:
    return float(number) if math.isfinite(float(number)) else None


def _read_finish(value: Any) -> str | None:
    if value in (None, "", "null"):
        return None
    return value if isinstance(value, str) and value in FINISHES else "stop"


def _join_content(value: Any) -> str:
    """The text of a message: a string, or the text parts of a list."""
    if isinstance(value, str):
        return value
    parts = [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []
    return "".join(part["text"] for part in parts if isinstance(part.get("text"), str))


def _walk(value: Any, *, with_keys: bool = True) -> Iterator[str]:
    """Every string in a JSON value, in order; without recursion, which a deep value would exhaust."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            for key in reversed(item):
                waiting.extend([item[key], str(key)] if with_keys else [item[key]])
        elif isinstance(item, list):
            waiting.extend(reversed(item))
