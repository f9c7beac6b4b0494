"""The guard for a reader it knows: held replies and their links, words and limits, the context, records."""

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

import pytest
from starlette.testclient import TestClient
from tests.hostile_upstream import HostileUpstream, Script, delta_event, run_upstream, stream_bytes
from tests.reader_actor import arrive

from sayso.core import Attribute, Policy, Term
from sayso.core.errors import StoreBusy
from sayso.core.policy import Method
from sayso.deciding.held_replies import View
from sayso.deciding.word_bank import WordBank
from sayso.reader.guard import judging
from sayso.reader.guard.notices import find_notice
from sayso.storage import FilteredReply, Reader
from sayso.testing import FakeScorer
from sayso.web.service import Service

MakeClient = Callable[..., TestClient]
PATH = "/v1/chat/completions"
HELD = "What a silly old goose you are."


@dataclass(frozen=True, slots=True)
class Chat:
    """A reader called ann who talks to the model through a platform's back end."""

    client: TestClient
    upstream: HostileUpstream
    headers: dict[str, str]

    @property
    def service(self) -> Service:
        return cast("Any", self.client.app).state.service

    @property
    def ann(self) -> Reader:
        return self.service.store.readers.find_or_create("default", "ann")

    def ask(self, *messages: str, reader: str = "ann", headers: Any = None, **more: Any) -> dict[str, Any]:
        """Messages alternate: the reader's, the model's, the reader's."""
        turns = [{"role": ("user", "assistant")[at % 2], "content": text} for at, text in enumerate(messages)]
        body = {"model": "m", "messages": turns, "user": reader, **more}
        answer = self.client.post(PATH, json=body, headers={**self.headers, **(headers or {})})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def stream(self, *messages: str, **more: Any) -> list[dict[str, Any]]:
        turns = [{"role": ("user", "assistant")[at % 2], "content": text} for at, text in enumerate(messages)]
        body = {"model": "m", "messages": turns, "user": "ann", "stream": True, **more}
        answer = self.client.post(PATH, json=body, headers=self.headers)
        frames = answer.text.removesuffix("data: [DONE]\n\n").split("\n\n")
        return [json.loads(frame.removeprefix("data: ")) for frame in frames if frame.startswith("data: ")]


@pytest.fixture
def chat(make_client: MakeClient) -> Iterator[Chat]:
    with run_upstream() as upstream:
        client = make_client(upstream=upstream.url, auth="keys", public_url="https://sayso.example")
        service: Service = cast("Any", client.app).state.service
        _, secret = service.store.keys.create("site")
        yield Chat(client, upstream, {"Authorization": f"Bearer {secret}"})


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        (HELD, " And you are an idiot."),
        (HELD, " A purple elephant."),
        (f"{HELD} A purple", "elephant."),
        ("I think you are an idi", "ot."),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
def test_a_refusal_beside_a_text_is_judged_with_it(chat: Chat, text: str, refusal: str, stream: bool) -> None:
    chat.service.store.terms.rule(chat.ann.id, [Term("purple elephant", "block")])
    pieces = delta_event({"content": text}) + delta_event({"refusal": refusal}, finish="stop")
    if stream:
        chat.upstream.play(Script([pieces]))
        note = chat.stream("Hello?")[-1]["sayso"]
    else:
        chat.upstream.reply(text, refusal=refusal)
        note = chat.ask("Hello?")["sayso"]
    assert note["decision"] == "replaced"
    assert [kept.content for kept in chat.service.store.held.list(chat.ann.id)] == [None]


def test_what_is_kept_of_a_text_and_its_refusal_is_what_was_judged(chat: Chat) -> None:
    chat.upstream.reply("The garden.", refusal=f" {HELD}")
    note = chat.ask("Hello?")["sayso"]
    kept = chat.service.store.held.get(chat.ann.id, note["held"]["id"])
    assert kept is not None
    assert kept.content == f"The garden. {HELD}"
    chat.service.store.readers.agree(chat.ann.id, True)
    chat.upstream.reply("The garden.", refusal=" Rather not.")
    assert chat.ask("Hello?")["sayso"]["decision"] == "shown"
    assert list(chat.service.store.conversations.rows())[-1].content == "The garden. Rather not."


@pytest.mark.parametrize(("name", "kept"), [("org/m:8b", "org/m:8b"), ("m" * 201, ""), ("you idiot", "")])
def test_a_models_name_is_kept_only_if_it_is_one(chat: Chat, name: str, kept: str) -> None:
    chat.upstream.reply(HELD)
    assert chat.ask("Hello?", model=name)["model"] == name
    assert [held.upstream_model for held in chat.service.store.held.list(chat.ann.id)] == [kept]


def test_of_many_notices_only_the_newest_are_looked_up(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def note(_reader_id: str, held_ids: Iterable[str]) -> list[FilteredReply]:
        asked.append(sorted(held_ids))
        return []

    monkeypatch.setattr(chat.service.store.held, "get_many", note)
    chat.upstream.reply("Hello.")
    notices = [f"[Sayso] Not shown. (note {at:016x})" for at in range(300)]
    chat.ask(*(text for notice in notices for text in ("Well?", notice)), "And?")
    assert asked == [[f"{at:016x}" for at in range(200, 300)]]


def test_words_to_do_without_are_compiled_off_the_event_loop(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_loop: list[bool] = []

    def compile_bank(terms: Sequence[Term], **more: Any) -> WordBank:
        with suppress(RuntimeError):
            on_loop.append(asyncio.get_running_loop().is_running())
        return WordBank(terms, **more)

    monkeypatch.setattr(judging, "WordBank", compile_bank)
    chat.upstream.reply("A garden.")
    assert chat.ask("Hello?", sayso={"without": ["garden"]})["sayso"]["cause"] == "blocked"
    assert on_loop == []


def content_of(answer: dict[str, Any]) -> str:
    return answer["choices"][0]["message"]["content"]


def test_a_reply_between_the_limits_is_held_with_a_link_for_its_reader(chat: Chat) -> None:
    chat.upstream.reply(HELD)
    answer = chat.ask("Hello?")
    note = answer["sayso"]
    held = note["held"]
    assert (note["decision"], note["cause"], note["score"]) == ("held", "between", 0.4)
    assert len(held["terms"]) == 2
    assert "silly" in held["terms"][0]
    assert held["categories"][0]["score"] == 0.4
    assert len(held["categories"]) == 3
    assert held["url"].startswith("https://sayso.example/held/")
    assert answer["choices"][0]["finish_reason"] == "content_filter"
    assert held["url"] in content_of(answer)
    assert HELD not in json.dumps(answer)
    link = chat.service.readers.tokens.read_link(held["url"].rpartition("/")[2])
    assert (link.reader_id, link.held_id) == (chat.ann.id, held["id"])
    kept = chat.service.store.held.get(chat.ann.id, held["id"])
    assert kept is not None
    assert (kept.content, kept.model, kept.upstream_model) == (HELD, "fake.v1", "m")


def test_a_replaced_reply_is_kept_as_a_fact_without_its_words(chat: Chat) -> None:
    chat.upstream.reply("You idiot.")
    note = chat.ask("Hello?")["sayso"]
    (kept,) = chat.service.store.held.list(chat.ann.id)
    assert note["filtered"] == {"id": kept.id}
    assert (kept.outcome, kept.cause, kept.content) == ("replaced", "over", None)
    assert "held" not in note


def test_a_shown_reply_is_not_kept(chat: Chat) -> None:
    chat.upstream.reply("The garden looks lovely.")
    assert set(chat.ask("Hello?")["sayso"]) == {"decision", "score", "cause", "message", "model", "policy"}
    assert chat.service.store.held.list(chat.ann.id) == []
    assert list(chat.service.store.conversations.rows()) == []


def test_a_stream_that_is_held_ends_with_the_same_object(chat: Chat) -> None:
    start = "The garden looks lovely today. "
    chat.upstream.stream(start, "What a sil", "ly old goose. ", "Well.")
    events = chat.stream("Hello?")
    assert events[0]["choices"][0]["delta"] == {"role": "assistant", "content": start}
    end = events[-1]
    assert end["choices"][0]["finish_reason"] == "content_filter"
    assert (end["sayso"]["decision"], end["sayso"]["cause"]) == ("held", "between")
    kept = chat.service.store.held.get(chat.ann.id, end["sayso"]["held"]["id"])
    assert kept is not None
    assert kept.content == f"{start}What a silly old goose. Well."
    assert events[-2]["choices"][0]["delta"]["content"].startswith("\n\n[Sayso] ")


def test_a_word_ruled_on_now_counts_for_the_next_reply(chat: Chat) -> None:
    chat.upstream.reply(HELD)
    assert chat.ask("Hello?")["sayso"]["decision"] == "held"
    chat.service.store.terms.rule(chat.ann.id, [Term("silly", "permit")])
    assert chat.ask("Hello?")["sayso"]["cause"] == "permitted"
    chat.service.store.terms.rule(chat.ann.id, [Term("goose", "block")])
    answer = chat.ask("Hello?")
    assert (answer["sayso"]["decision"], answer["sayso"]["cause"]) == ("replaced", "blocked")
    assert "words that you blocked" in content_of(answer)
    assert "goose" not in json.dumps(answer)
    assert chat.ask("Hello?", reader="bo")["sayso"]["decision"] == "held"


def test_a_name_without_a_real_key_is_nobody(make_client: MakeClient, chat: Chat) -> None:
    client = make_client(upstream=chat.upstream.url)
    chat.upstream.reply(HELD)
    answer = client.post(PATH, json={"messages": [{"role": "user", "content": "Hi"}], "user": "ann"}).json()
    assert (answer["sayso"]["decision"], answer["sayso"]["cause"]) == ("replaced", "between")
    assert "does not say who reads it" in content_of(answer)


def test_a_readers_token_names_the_reader(chat: Chat) -> None:
    bo = chat.service.store.readers.find_or_create("default", "bo")
    token, _ = chat.service.readers.tokens.sign_reader(bo.id)
    chat.upstream.reply(HELD)
    note = chat.ask("Hello?", headers={"X-Sayso-Reader": token})["sayso"]
    assert chat.service.store.held.get(bo.id, note["held"]["id"]) is not None
    bad = chat.client.post(
        PATH, json={"messages": [{"role": "user"}]}, headers={**chat.headers, "X-Sayso-Reader": "x"}
    )
    assert bad.status_code == 401


def test_a_conversation_is_named_or_derived(chat: Chat) -> None:
    chat.upstream.reply(HELD)
    chat.ask("Hello?")
    chat.ask("Hello?", "Well.", "And?")
    chat.ask("Something else?")
    chat.ask("Hello?", headers={"X-Sayso-Conversation": "thread 7"})
    names = [held.conversation for held in reversed(chat.service.store.held.list(chat.ann.id))]
    assert names[0] == names[1]
    assert names[3] == "thread 7"
    assert len(set(names)) == 3
    headers = {**chat.headers, "X-Sayso-Conversation": "x" * 201}
    body = {"messages": [{"role": "user", "content": "Hi"}], "user": "ann"}
    assert chat.client.post(PATH, json=body, headers=headers).status_code == 400


def test_notices_do_not_reach_the_model(chat: Chat) -> None:
    chat.upstream.reply("You idiot.")
    notice = content_of(chat.ask("One?"))
    assert find_notice(notice)
    chat.ask("One?", notice, "Two?")
    assert chat.upstream.asked[-1]["messages"] == [{"role": "user", "content": "One?\n\nTwo?"}]


def test_a_held_reply_that_was_seen_comes_back_into_the_context(chat: Chat) -> None:
    chat.upstream.reply(HELD)
    answer = chat.ask("One?")
    chat.ask("One?", content_of(answer), "Two?")
    assert chat.upstream.asked[-1]["messages"] == [{"role": "user", "content": "One?\n\nTwo?"}]
    chat.service.store.held.advance(chat.ann.id, answer["sayso"]["held"]["id"], View(True))
    chat.ask("One?", content_of(answer), "Two?")
    assert chat.upstream.asked[-1]["messages"][1] == {"role": "assistant", "content": HELD}
    chat.ask("One?", content_of(answer), "Two?", reader="bo")
    assert chat.upstream.asked[-1]["messages"] == [{"role": "user", "content": "One?\n\nTwo?"}]


def test_a_reply_without_a_word_is_asked_for_and_checked(chat: Chat) -> None:
    chat.upstream.reply("Two gardens full of geese.")
    answer = chat.ask("Hello?", sayso={"without": ["garden"]})
    assert (answer["sayso"]["decision"], answer["sayso"]["cause"]) == ("replaced", "blocked")
    asked = chat.upstream.asked[-1]
    assert "sayso" not in asked
    assert asked["messages"][0] == {
        "role": "system",
        "content": 'Do not use these words, nor other forms of them: "garden".',
    }
    assert chat.service.store.terms.list(chat.ann.id) == []


def test_a_held_reply_is_said_again_without_a_word(chat: Chat) -> None:
    chat.upstream.reply(HELD)
    held_id = chat.ask("Hello?")["sayso"]["held"]["id"]
    chat.upstream.reply("What a garden.")
    answer = chat.ask("Hello?", sayso={"without": ["silly"], "reply_to": held_id})
    assert answer["sayso"]["decision"] == "shown"
    assert [message["content"] for message in chat.upstream.asked[-1]["messages"]][:2] == ["Hello?", HELD]
    chat.ask("Hello?", reader="bo", sayso={"without": ["silly"], "reply_to": held_id})
    assert HELD not in json.dumps(chat.upstream.asked[-1])


def test_with_agreement_both_sides_are_recorded(chat: Chat) -> None:
    chat.service.store.readers.agree(chat.ann.id, True)
    chat.upstream.reply("The garden.", "You idiot.")
    chat.ask("Hello?", n=2)
    chat.upstream.play(Script([stream_bytes(HELD)]))
    chat.stream("Hello?", "The garden.", "And?")
    rows = list(chat.service.store.conversations.rows(reader_id=chat.ann.id))
    assert [(row.side, row.content, row.outcome) for row in rows] == [
        ("reader", "Hello?", None),
        ("model", "The garden.", "shown"),
        ("model", "You idiot.", "replaced"),
        ("reader", "And?", None),
        ("model", HELD, "held"),
    ]
    assert (rows[1].model, rows[1].upstream_model, rows[1].scores["TOXICITY"]) == ("fake.v1", "m", 0.02)
    assert rows[4].held_id == chat.service.store.held.list(chat.ann.id)[0].id
    assert len({row.conversation for row in rows}) == 1


def test_a_reply_that_cannot_be_kept_is_not_held(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: Any, **_named: Any) -> None:
        raise StoreBusy("The database is busy.")

    monkeypatch.setattr(chat.service.store.held, "add", fail)
    monkeypatch.setattr(chat.service.store.conversations, "add_messages", fail)
    chat.service.store.readers.agree(chat.ann.id, True)
    chat.upstream.reply(HELD)
    answer = chat.ask("Hello?")
    assert answer["sayso"]["decision"] == "replaced"
    assert "could not be kept" in content_of(answer)
    assert "silly" not in json.dumps(answer)


def test_the_policy_of_the_readers_community_holds(chat: Chat) -> None:
    chat.service.store.policies.set(Policy(community="forum", soft_limit=0.5, streaming="whole"))
    reader = chat.service.store.readers.find_or_create("forum", "ann")
    token, _ = chat.service.readers.tokens.sign_reader(reader.id)
    _, secret = chat.service.store.keys.create("forum", community="forum")
    chat.upstream.reply(HELD)
    headers = {"Authorization": f"Bearer {secret}", "X-Sayso-Reader": token}
    assert chat.ask("Hello?", headers=headers)["sayso"]["decision"] == "shown"


def test_the_fixed_method_asks_nobody(chat: Chat) -> None:
    chat.service.store.policies.set(Policy(method="fixed"))
    chat.upstream.reply(HELD)
    note = chat.ask("Hello?")["sayso"]
    assert (note["decision"], note["cause"]) == ("replaced", "over")


def test_a_fixed_limit_is_not_softened_by_a_readers_limit_or_words(chat: Chat) -> None:
    chat.service.store.policies.set(Policy(method="fixed"))
    chat.service.store.readers.set_limits(chat.ann.id, {Attribute.TOXICITY: 0.9})
    chat.service.store.terms.rule(chat.ann.id, [Term("silly", "permit")])
    chat.upstream.reply(HELD)
    assert chat.ask("Hello?")["sayso"]["decision"] == "replaced"


@pytest.mark.parametrize("method", ["dynamic", "fixed"])
def test_the_communitys_own_message_is_what_a_page_shows(chat: Chat, method: Method) -> None:
    chat.upstream.reply("You idiot.")
    chat.service.store.policies.set(Policy(method=method))
    assert "the model takes" in chat.ask("Hello?")["sayso"]["message"]
    chat.service.store.policies.set(Policy(method=method, default_message="I don't know."))
    assert chat.ask("Hello?")["sayso"]["message"] == "I don't know."


def test_a_reply_replaced_as_a_whole_tells_the_score_that_replaced_it(
    make_client: MakeClient, upstream: HostileUpstream
) -> None:
    client = make_client(FakeScorer({"stars. pigs": 0.93}), upstream=upstream.url)
    upstream.reply("I like stars. Pigs are pink.")
    body = {"model": "m", "messages": [{"role": "user", "content": "Hello?"}]}
    note = client.post(PATH, json=body).json()["sayso"]
    assert (note["cause"], note["score"]) == ("whole_over", 0.93)


def test_one_answer_about_a_word_does_for_its_other_forms(
    make_client: MakeClient, upstream: HostileUpstream
) -> None:
    client = make_client(FakeScorer({"geese": 0.5, "goose": 0.5, "g00se": 0.5}), upstream=upstream.url)
    ana = arrive(client)

    def hear(reply: str) -> dict[str, Any]:
        upstream.reply(reply)
        body = {"model": "m", "messages": [{"role": "user", "content": "Hello?"}]}
        return client.post(PATH, json=body, headers=ana.headers).json()["sayso"]

    later = ("A goose.", "My g00se sings.", "All the geese.", "That goose's hat.")
    held = hear("The old geese sing.")["held"]
    assert (held["passages"][0], held["words"][0]) == ("old geese", "geese")
    assert {hear(reply)["decision"] for reply in later} == {"held"}
    ana.post(f"/held/{held['id']}/view", {"view": True})
    ana.post(f"/held/{held['id']}/future", {"future": "permit", "scope": "always"})
    assert {hear(reply)["decision"] for reply in later} == {"shown"}


def test_another_reply_to_the_same_question_is_no_new_interaction(chat: Chat) -> None:
    chat.service.store.readers.agree(chat.ann.id, True)
    chat.upstream.reply("The garden.")
    headers = {"X-Sayso-Conversation": "talk"}
    for _ in range(3):
        chat.ask("Why?", headers=headers)
    for _ in range(2):
        chat.ask("Why?", "The garden.", "Why?", headers=headers)  # put once more, then another reply to that
    rows = list(chat.service.store.conversations.rows(reader_id=chat.ann.id))
    assert [row.side for row in rows] == ["reader", *["model"] * 3, "reader", *["model"] * 2]
