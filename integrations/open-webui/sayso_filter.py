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

import logging
import re
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

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
ASK_AFTER = 240
"""Characters: a sentence that is longer is asked about before its end."""

_JUDGE = "/api/v1/guard/judge"
_CONTEXT = "/api/v1/guard/context"
_log = logging.getLogger(__name__)

_NEXT_SENTENCE = re.compile(r"""(?:[.!?…]["')\]”’]*\s|\n)\s*\S+\s|[。！？]\S""")
"""That another sentence has begun shows that the last one is over: worth asking Sayso."""

PASSED_ON = frozenset({"role", "tool_calls"})
"""Of a piece of a reply, beside its text. A model's reasoning is not judged, and so not shown."""

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
        for choice in event.get("choices") or []:
            await self._pass_on(choice, reply, about)
        return event

    async def outlet(
        self,
        body: dict[str, Any],
        __user__: dict[str, Any] | None = None,
        __metadata__: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """When a reply is complete: judges what did not come in pieces, and what was still kept back."""
        reply = self._replies.pop(_name_reply(__metadata__, body.get("id")), None) or Reply()
        message = _find_last_reply(body)
        if message is None or reply.is_over:
            return body
        content = message.get("content")
        if not reply.is_readable:
            message["content"] = WRONG_CONNECTION
        elif reply.text or (isinstance(content, str) and content):
            about = self._describe(__user__, __metadata__) | self._choose_limit(__user__)
            message["content"] = await self._complete(reply, content or "", about)
        return body

    async def _complete(self, reply: Reply, content: str, about: dict[str, Any]) -> str:
        """A reply whose end did not come in pieces: `content` is as much of it as is shown by now."""
        came_in_pieces = bool(reply.text)
        reply.text = reply.text or content
        reply.is_over = True
        left = self._let_go(reply, await self._finish(reply, about))
        return content + left if came_in_pieces else left

    async def _pass_on(self, choice: dict[str, Any], reply: Reply, about: dict[str, Any]) -> None:
        """Puts into a choice what may be shown now, and nothing else."""
        delta = choice.pop("delta", None) or {}
        finish = choice.get("finish_reason")
        came = delta.get("content")
        for field in choice.keys() - {"index", "finish_reason"}:
            del choice[field]
        choice["delta"] = {name: value for name, value in delta.items() if name in PASSED_ON}
        if choice.get("index", 0) != 0 or not (came or finish):
            return
        if isinstance(came, str) and came:
            if reply.is_over:
                reply.begin_again()
            reply.text += came
        choice["delta"]["content"] = await self._release(reply, about, is_last=finish is not None)

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
    asked = [message.get("content") for message in messages if message.get("role") == "user"]
    return asked[-1] if asked and isinstance(asked[-1], str) else None


def _find_last_reply(body: dict[str, Any]) -> dict[str, Any] | None:
    messages = body.get("messages") or []
    return messages[-1] if messages and messages[-1].get("role") == "assistant" else None
