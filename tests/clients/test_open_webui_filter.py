"""The filter for Open WebUI, called as its documentation says filters are, against a Sayso on a socket.

Open WebUI itself is not installed here: it pins half the world. Scores of the fake: idiot 0.95, stupid 0.92,
silly 0.4, all else 0.02.
"""

import asyncio
import importlib.util
import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sayso.storage import FilteredReply
from sayso.testing import FakeScorer
from sayso.web.service import Service

FILE = Path(__file__).parents[2] / "integrations" / "open-webui" / "sayso_filter.py"
MakeLive = Callable[..., Any]


@pytest.fixture(scope="module")
def module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("sayso_filter", FILE)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


@dataclass
class WebUi:
    """As much of Open WebUI as a filter meets: it fills in those of a handler's parameters that it has."""

    module: ModuleType
    filter: Any
    service: Service
    user: dict[str, Any] = field(default_factory=lambda: {"id": "ann", "name": "Ann", "role": "user"})
    metadata: dict[str, Any] = field(default_factory=lambda: {"chat_id": "chat-1", "message_id": "message-1"})

    async def call(self, kind: str, form: dict[str, Any], *, limit: float | None = None) -> dict[str, Any]:
        handler = getattr(self.filter, kind)
        valves = self.module.Filter.UserValves(limit=limit)
        known = {
            "__user__": {**self.user, "valves": valves},
            "__metadata__": self.metadata,
            "__id__": "sayso",
        }
        known |= {"event" if kind == "stream" else "body": form}
        wanted = inspect.signature(handler).parameters
        return await handler(**{name: value for name, value in known.items() if name in wanted})

    def stream(self, pieces: Sequence[str], *, finish: bool = True, **more: Any) -> list[str]:
        """What the browser is sent, piece by piece, of a reply that comes so."""
        events = [{"id": "c-1", "choices": [{"index": 0, "delta": {"content": piece}}]} for piece in pieces]
        end: dict[str, Any] = {"id": "c-1", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
        return self.send([*events, end] if finish else events, **more)

    def send(self, events: Sequence[dict[str, Any]], **more: Any) -> list[str]:
        async def run() -> list[str]:
            answers = [await self.call("stream", event, **more) for event in events]
            choices = [choice for answer in answers for choice in answer.get("choices", [])]
            return [choice["delta"].get("content", "") for choice in choices]

        return asyncio.run(run())

    def ask(self, *messages: tuple[str, str]) -> list[dict[str, Any]]:
        body = {"model": "m", "messages": [{"role": role, "content": content} for role, content in messages]}
        return asyncio.run(self.call("inlet", body))["messages"]

    def end(self, content: str) -> str:
        """What is kept, and shown from then on."""
        body = {"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": content}]}
        return asyncio.run(self.call("outlet", body))["messages"][-1]["content"]

    def list_held(self) -> list[FilteredReply]:
        store = self.service.store
        return [held for reader in store.readers.list() for held in store.held.list(reader.id)]

    def set_policy(self, **values: Any) -> None:
        policies = self.service.store.policies
        policies.set(replace(policies.current("default"), **values), actor="test")


@pytest.fixture
def make_webui(make_live: MakeLive, module: ModuleType) -> Callable[..., WebUi]:
    def make(scorer: FakeScorer | None = None) -> WebUi:
        live = make_live(scorer, auth="keys")
        made = module.Filter()
        secret = live.service.store.keys.create("open-webui")[1]
        made.valves = module.Filter.Valves(sayso_url=live.url, sayso_key=secret)
        return WebUi(module, made, live.service)

    return make


@pytest.fixture
def webui(make_webui: Callable[..., WebUi]) -> WebUi:
    return make_webui()


def cut(text: str, size: int = 5) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


NICE = "The goose went to town today. It met a kind duck there. They went home."
SILLY = NICE.replace("kind", "silly")
STUPID = NICE.replace("kind", "stupid")


def test_its_heading_says_what_open_webui_asks_for() -> None:
    heading = FILE.read_text().split('"""')[1]
    fields = dict(re.findall(r"^(\w+): (.+)$", heading, flags=re.MULTILINE))
    assert {"title", "author", "version", "license", "required_open_webui_version"} <= fields.keys()


def test_readers_cannot_turn_it_off_by_themselves(module: ModuleType) -> None:
    assert module.Filter().toggle is False


def test_a_reply_appears_sentence_by_sentence(webui: WebUi) -> None:
    pieces = webui.stream(cut(NICE))
    assert "".join(pieces) == NICE
    assert [piece for piece in pieces if piece] == [
        "The goose went to town today. ",
        "It met a kind duck there. ",
        "They went home.",
    ]
    assert webui.end(NICE) == NICE
    assert webui.list_held() == []


def test_a_held_reply_ends_in_a_notice_with_a_link(webui: WebUi) -> None:
    shown = "".join(webui.stream(cut(SILLY)))
    assert shown.startswith("The goose went to town today. \n\n[Sayso] ")
    assert "/held/" in shown
    assert "duck there" not in shown
    (held,) = webui.list_held()
    assert (held.outcome, held.content, held.conversation) == ("held", SILLY, "chat-1")
    assert webui.end(shown) == shown
    assert len(webui.list_held()) == 1


def test_a_reply_over_the_limit_ends_in_the_default_message(webui: WebUi) -> None:
    shown = "".join(webui.stream(cut(STUPID)))
    assert "stupid" not in shown
    assert webui.service.store.policies.current("default").default_message in shown


@pytest.mark.parametrize(("limit", "is_shown"), [(None, False), (0.5, True), (0.2, False)])
def test_the_readers_own_limit_counts(webui: WebUi, limit: float | None, is_shown: bool) -> None:
    assert ("".join(webui.stream(cut(SILLY), limit=limit)) == SILLY) is is_shown


def test_the_readers_own_limit_counts_only_up_to_the_hard_one(webui: WebUi) -> None:
    assert "stupid" not in "".join(webui.stream(cut(STUPID), limit=1.0))


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_nothing_unjudged_is_passed_on_however_it_is_cut(webui: WebUi, size: int) -> None:
    for piece in webui.stream(cut(f"{NICE} {STUPID}", size)):
        assert "stup" not in piece


def test_reasoning_and_other_choices_are_not_passed_on(webui: WebUi) -> None:
    delta = {"role": "assistant", "reasoning_content": "you idiot", "thinking": "idiot", "content": "Hm"}
    event: dict[str, Any] = {
        "id": "c-1",
        "choices": [
            {"index": 0, "delta": delta, "logprobs": {"content": [{"token": "idiot"}]}, "text": "idiot"},
            {"index": 1, "delta": {"content": "idiot"}},
        ],
    }
    answer = asyncio.run(webui.call("stream", event))
    assert "idiot" not in str(answer)
    assert answer["choices"][0]["delta"]["role"] == "assistant"


def test_what_does_not_come_in_pieces_is_exchanged_at_the_end(webui: WebUi) -> None:
    assert webui.end(NICE) == NICE
    assert webui.end(SILLY).startswith("[Sayso] ")


def test_a_reply_that_breaks_off_is_judged_at_the_end(webui: WebUi) -> None:
    shown = "".join(webui.stream(cut(NICE), finish=False))
    assert shown == "The goose went to town today. It met a kind duck there. "
    assert webui.end(shown) == NICE
    shown = "".join(webui.stream(cut(SILLY), finish=False))
    assert webui.end(shown).startswith("The goose went to town today. \n\n[Sayso] ")


def test_after_a_tool_was_called_the_reply_goes_on(webui: WebUi) -> None:
    call = {"index": 0, "function": {"name": "look_up", "arguments": "{}"}}
    events: list[dict[str, Any]] = [
        {"id": "c-1", "choices": [{"index": 0, "delta": {"content": "Let me look that up."}}]},
        {"id": "c-1", "choices": [{"index": 0, "delta": {"tool_calls": [call]}}]},
        {"id": "c-1", "choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]},
        {"id": "c-2", "choices": [{"index": 0, "delta": {"content": "It is a nice day."}}]},
        {"id": "c-2", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
        {"id": "c-2", "choices": [], "usage": {"total_tokens": 7}},
    ]
    assert [piece for piece in webui.send(events) if piece] == ["Let me look that up.", "It is a nice day."]


def test_a_call_of_the_api_has_no_message_and_ids_that_change(webui: WebUi) -> None:
    webui.metadata = {"chat_id": "", "message_id": None}
    webui.ask(("user", "Hi"))
    events = [
        {"id": f"c-{at}", "choices": [{"index": 0, "delta": {"content": piece}}]}
        for at, piece in enumerate(cut(NICE))
    ]
    end: dict[str, Any] = {"id": "c-end", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
    assert "".join(webui.send([*events, end])) == NICE


def test_two_replies_at_once_do_not_mix(webui: WebUi) -> None:
    other = replace(webui, metadata={"chat_id": "chat-2", "message_id": "message-2"})

    async def run() -> str:
        said = ""
        for piece in cut(NICE):
            await other.call("stream", {"choices": [{"index": 0, "delta": {"content": "stupid stupid. "}}]})
            answer = await webui.call("stream", {"choices": [{"index": 0, "delta": {"content": piece}}]})
            said += answer["choices"][0]["delta"]["content"]
        return said

    assert NICE.startswith(asyncio.run(run()))


def test_a_reply_asked_for_again_begins_afresh(webui: WebUi) -> None:
    """Stopped half-way, and asked for again under the same name."""
    webui.stream(cut("You are a stupid, stupid "), finish=False)
    webui.ask(("user", "Again, please."))
    assert "".join(webui.stream(cut(NICE))) == NICE


def test_events_of_the_responses_api_are_not_passed_on(webui: WebUi) -> None:
    event = {"type": "response.output_text.delta", "delta": "idiot"}
    assert asyncio.run(webui.call("stream", event)) == {}
    assert webui.end("") == webui.module.WRONG_CONNECTION


def test_notices_are_taken_out_of_the_conversation(webui: WebUi) -> None:
    notice = "".join(webui.stream(cut(STUPID, 1000)))
    messages = webui.ask(("user", "Who?"), ("assistant", notice), ("user", "Why?"))
    assert messages[1] == {"role": "assistant", "content": "The goose went to town today."}
    assert len(messages) == 3


def test_prompts_are_refused_only_if_the_policy_says_so(webui: WebUi) -> None:
    assert webui.ask(("user", "you idiot")) == [{"role": "user", "content": "you idiot"}]
    webui.set_policy(judges_prompts=True)
    with pytest.raises(ValueError, match="You can ask in other words"):
        webui.ask(("user", "you idiot"))


def test_with_agreement_both_sides_are_recorded(webui: WebUi) -> None:
    store = webui.service.store
    ann = store.readers.find_or_create("default", "ann")
    store.readers.agree(ann.id, True)
    webui.ask(("user", "Tell me a story."))
    webui.stream(cut(NICE))
    assert [row.content for row in store.conversations.rows(reader_id=ann.id)] == ["Tell me a story.", NICE]


@pytest.mark.parametrize(("show_unchecked", "shown"), [(False, "could not be checked"), (True, NICE)])
def test_while_sayso_is_gone_nothing_is_shown_unless_its_valve_says_so(
    webui: WebUi, show_unchecked: bool, shown: str, caplog: pytest.LogCaptureFixture
) -> None:
    webui.filter.valves.sayso_url = "http://127.0.0.1:9"
    webui.filter.valves.show_unchecked = show_unchecked
    assert shown in "".join(webui.stream(cut(NICE)))
    assert "ConnectError" in caplog.text
    assert "goose" not in caplog.text


def test_a_wrong_key_is_told_in_the_log(webui: WebUi, caplog: pytest.LogCaptureFixture) -> None:
    webui.filter.valves.sayso_key = "sayso_wrong"
    assert "could not be checked" in "".join(webui.stream(cut(NICE)))
    assert "This API key is not known here" in caplog.text


def test_without_a_key_replies_are_judged_by_the_policy_alone(
    make_live: MakeLive, module: ModuleType
) -> None:
    live = make_live()
    made = module.Filter()
    made.valves = module.Filter.Valves(sayso_url=live.url)
    webui = WebUi(module, made, live.service)
    assert "".join(webui.stream(cut(NICE))) == NICE
    assert "does not say who reads it" in "".join(webui.stream(cut(SILLY)))


def test_while_sayso_is_gone_prompts_pass_only_if_their_valve_says_so(webui: WebUi) -> None:
    webui.filter.valves.sayso_url = "http://127.0.0.1:9"
    with pytest.raises(ValueError, match="could not be checked"):
        webui.ask(("user", "Hi"))
    webui.filter.valves.pass_unchecked = True
    assert webui.ask(("user", "Hi")) == [{"role": "user", "content": "Hi"}]


def pass_event(webui: WebUi, **event: Any) -> dict[str, Any]:
    return asyncio.run(webui.call("stream", event))


def test_an_event_is_built_anew_from_what_is_known(webui: WebUi) -> None:
    answer = pass_event(
        webui,
        id="you idiot",
        object="idiot",
        model="you-idiot",
        created=7,
        system_fingerprint="idiot",
        usage={"total_tokens": 7, "idiot": 1, "prompt_tokens": "idiot"},
        choices=[
            {"index": 0, "delta": {"role": "idiot", "name": "idiot"}, "finish_reason": "idiot"},
            "idiot",
        ],
    )
    assert "idiot" not in str(answer)
    assert (answer["created"], answer["usage"]) == (7, {"total_tokens": 7})
    assert answer["choices"] == [
        {"index": 0, "delta": {"role": "assistant", "content": ""}, "finish_reason": "stop"}
    ]


@pytest.mark.parametrize("name", ["sources", "citations", "selected_model_id"])
def test_fields_with_words_pass_only_if_these_may_be_shown(webui: WebUi, name: str) -> None:
    def make(word: str) -> Any:
        return word if name == "selected_model_id" else [{"document": ["A", word], "metadata": [{"a": 1}]}]

    assert pass_event(webui, **{name: make("goose")})[name] == make("goose")
    assert "idiot" not in str(pass_event(webui, **{name: make("idiot")}))
    assert "idiot" not in str(pass_event(webui, **{name: [{"idiot": 1}]}))


def test_an_error_is_told_in_words_that_may_be_shown(webui: WebUi) -> None:
    assert pass_event(webui, error={"message": "No such model."})["error"] == {"message": "No such model."}
    assert pass_event(webui, error={"message": "you idiot"})["error"] == {"message": webui.module.FAILED}
    assert pass_event(webui, error="you idiot")["error"] == {"message": webui.module.FAILED}


def send_call(webui: WebUi, name: str, *arguments: str) -> list[dict[str, Any]]:
    pieces: list[dict[str, Any]] = [{"index": 0, "id": "idiot", "type": "idiot", "function": {"name": name}}]
    pieces += [{"index": 0, "function": {"arguments": piece}} for piece in arguments]
    deltas: list[dict[str, Any]] = [{"tool_calls": [piece]} for piece in pieces]
    events = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
    end: dict[str, Any] = {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}
    return [pass_event(webui, **event)["choices"][0] for event in [*events, end]]


def test_a_tool_call_leaves_once_it_is_whole_and_judged(webui: WebUi) -> None:
    *before, end = send_call(webui, "look_up", '{"a": "go', 'ose", "b": NaN}')
    assert not any("tool_calls" in choice["delta"] for choice in before)
    (call,) = end["delta"]["tool_calls"]
    assert call["function"] == {"name": "look_up", "arguments": '{"a": "goose", "b": null}'}
    assert "idiot" not in str(end)
    assert end["finish_reason"] == "tool_calls"


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        ("idiot", ["{}"]),
        ("say", ['{"a": "idi', 'ot"}']),
        ("say", ['{"a": "\\u0069diot"}']),
        ("say", ["idiot"]),
    ],
)
def test_a_tool_call_that_may_not_pass_is_left_out_with_a_notice(
    webui: WebUi, name: str, pieces: list[str]
) -> None:
    sent = send_call(webui, name, *pieces)
    assert "idi" not in str(sent)
    assert not any("tool_calls" in choice["delta"] for choice in sent)
    assert "[Sayso] " in sent[-1]["delta"]["content"]
    assert sent[-1]["finish_reason"] == "stop"


def test_a_reply_in_parts_is_judged_at_the_end(webui: WebUi) -> None:
    def end(*texts: str) -> Any:
        parts = [{"type": "text", "text": text} for text in texts]
        body = {"messages": [{"role": "assistant", "content": parts, "sources": [{"a": texts[0]}]}]}
        return asyncio.run(webui.call("outlet", body))["messages"][-1]

    assert end("A kind ", "duck.")["content"] == "A kind duck."
    assert end("A stu", "pid duck.")["content"].startswith("[Sayso] ")
    assert end("An idiot.")["sources"] == []
