"""Held replies and the two questions about them, on each database."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Engine, event

from sayso.core import Attribute, Term
from sayso.core.errors import AlreadyAnswered, BadInput
from sayso.deciding.held_replies import Act, Future, Question, Undo, View
from sayso.reader.answers import give_answer
from sayso.storage import FilteredReply, NewFilteredReply, Reader, Store
from sayso.testing.fake_clock import FakeClock

YES, NO = View(True), View(False)
REPLY = "you are a silly goose, and damn proud of it"


@pytest.fixture
def reader(store: Store) -> Reader:
    return store.readers.find_or_create("forum", "ana")


def hold(
    store: Store, reader: Reader, *, lasts: timedelta = timedelta(hours=24), **more: Any
) -> FilteredReply:
    values: dict[str, Any] = {
        "conversation": "c1",
        "outcome": "held",
        "cause": "between",
        "content": REPLY,
        "score": 0.5,
        "model": "linear.v1",
        "policy_version": 2,
        "named": ("silly goose", "damn proud"),
        "categories": ((Attribute.TOXICITY, 0.5), (Attribute.INSULT, 0.25)),
        "upstream_model": "small",
    }
    return store.held.add(NewFilteredReply(reader.id, "forum", **(values | more)), lasts=lasts)


def find(store: Store, held: FilteredReply) -> FilteredReply:
    found = store.held.get(held.reader_id, held.id)
    assert found is not None
    return found


def rulings(store: Store, reader: Reader) -> list[tuple[str, str, str | None]]:
    return [(term.text, term.ruling, term.conversation) for term in store.terms.list(reader.id)]


def blocked_in(conversation: str | None) -> list[tuple[str, str, str | None]]:
    return [("silly goose", "block", conversation), ("damn proud", "block", conversation)]


def test_a_held_reply_waits_with_all_that_is_known_of_it(
    store: Store, reader: Reader, clock: FakeClock
) -> None:
    held, later = hold(store, reader), clock.now + timedelta(hours=24)
    assert held == FilteredReply(
        id=held.id,
        reader_id=reader.id,
        community="forum",
        conversation="c1",
        outcome="held",
        cause="between",
        score=0.5,
        categories=((Attribute.TOXICITY, 0.5), (Attribute.INSULT, 0.25)),
        model="linear.v1",
        policy_version=2,
        upstream_model="small",
        question=Question(True, clock.now, later, later),
        state="waiting",
        content=REPLY,
        named=("silly goose", "damn proud"),
        passages=("silly goose", "damn proud"),
        words=(),
    )
    assert find(store, held) == held
    assert held.reply is None


def test_an_answer_is_about_the_first_word_or_the_one_chosen(store: Store, reader: Reader) -> None:
    words: dict[str, Any] = {
        "passages": ("silly old goose", "damn proud"),
        "words": ("goose", "silly", "proud"),
    }
    held = hold(store, reader, **words)
    assert (held.passages, held.words) == (words["passages"], words["words"])
    give_answer(store, reader.id, held.id, YES)
    with pytest.raises(BadInput, match="“duck” is not a word that this question is about") as refused:
        give_answer(store, reader.id, held.id, Future("permit", word="duck"))
    assert refused.value.hint == "Choose one of “goose”, “silly”, “proud”."
    answered = give_answer(store, reader.id, held.id, Future("permit", word="Proud"))
    assert answered.words == find(store, held).words == ("proud", "silly", "goose")
    assert rulings(store, reader) == [("proud", "permit", "c1")]
    assert give_answer(store, reader.id, held.id, Future("permit", word="proud")) == find(store, held)
    with pytest.raises(AlreadyAnswered, match="about “proud”"):
        give_answer(store, reader.id, held.id, Future("permit", word="goose"))
    left = hold(store, reader, **words)
    give_answer(store, reader.id, left.id, NO)
    assert ("goose", "block", "c1") in rulings(store, reader)


def test_a_restart_loses_no_question(
    store: Store, reader: Reader, database_url: str, clock: FakeClock
) -> None:
    held = hold(store, reader)
    store.close()
    with Store.open(database_url, clock=clock) as again:
        assert find(again, held) == held
        assert give_answer(again, reader.id, held.id, YES).reply == REPLY


def test_nobody_else_finds_it(store: Store, reader: Reader) -> None:
    held = hold(store, reader)
    other = store.readers.find_or_create("forum", "ben")
    assert store.held.get(other.id, held.id) is None
    assert store.held.list(other.id, "c1") == []
    with pytest.raises(BadInput, match="There is no held reply"):
        give_answer(store, other.id, held.id, YES)


def test_nothing_is_found_under_another_id(store: Store, reader: Reader) -> None:
    for held_id in ("", "nothing", "0" * 16, "\x00", "\ud800"):
        assert store.held.get(reader.id, held_id) is None
        with pytest.raises(BadInput, match="There is no held reply"):
            give_answer(store, reader.id, held_id, YES)


def test_a_reply_of_no_conversation_has_one_of_its_own(store: Store, reader: Reader) -> None:
    first, second = hold(store, reader, conversation=""), hold(store, reader, conversation="")
    assert first.conversation != second.conversation
    give_answer(store, reader.id, first.id, NO)
    assert rulings(store, reader) == blocked_in(first.conversation)
    assert store.terms.list(reader.id, conversation=second.conversation) == []


def test_a_reply_that_has_grown_takes_the_place_of_its_beginning(store: Store, reader: Reader) -> None:
    begun = hold(store, reader, content=REPLY[:20], named=("silly goose",))
    new = NewFilteredReply(
        reader.id, "forum", "c1", "held", "between", REPLY, 0.6, "m.v1", 0, named=("damn proud",)
    )
    grown = store.held.add(new, instead_of=begun.id)
    assert (grown.id, grown.content, grown.named, grown.score) == (begun.id, REPLY, ("damn proud",), 0.6)
    assert store.held.list(reader.id) == [grown]
    verification = store.ledger.verify()
    assert (verification.texts, verification.erased, verification.problem) == (4, 2, None)


@pytest.mark.parametrize("case", ["answered", "another text", "another reader", "unknown"])
def test_only_an_open_beginning_of_the_same_reply_gives_way(store: Store, reader: Reader, case: str) -> None:
    other = store.readers.find_or_create("forum", "ben")
    begun = hold(store, other if case == "another reader" else reader, content=REPLY[:20])
    if case == "answered":
        give_answer(store, reader.id, begun.id, YES)
    content = "a silly thing" if case == "another text" else REPLY
    new = NewFilteredReply(reader.id, "forum", "c1", "held", "between", content, 0.6, "m.v1", 0)
    added = store.held.add(new, instead_of="0123456789abcdef" if case == "unknown" else begun.id)
    assert added.id not in (begun.id, "0123456789abcdef")
    assert find(store, begun).content == REPLY[:20]


def test_everything_filtered_is_listed_newest_first_page_by_page(store: Store, reader: Reader) -> None:
    first, second = hold(store, reader), hold(store, reader, outcome="replaced", cause="over", score=0.9)
    elsewhere, third = hold(store, reader, conversation="c2"), hold(store, reader)
    assert store.held.list(reader.id) == [third, elsewhere, second, first]
    pages = [store.held.list(reader.id, "c1", limit=2, offset=offset) for offset in (0, 2)]
    assert pages == [[third, second], [first]]
    assert [store.held.count(reader.id, place) for place in ("c1", "c2", "c3", None)] == [3, 1, 0, 4]
    assert (second.state, second.cause, second.named) == ("none", "over", ("silly goose", "damn proud"))


def test_what_a_replaced_reply_says_is_kept_only_with_agreement_and_never_handed_out(
    store: Store, reader: Reader
) -> None:
    hold(store, reader, outcome="replaced", cause="over", named=())
    assert store.ledger.verify().texts == 0
    store.readers.agree(reader.id, True)
    replaced = hold(store, reader, outcome="replaced", cause="over", named=())
    assert store.ledger.verify().texts == 1
    assert (replaced.content, replaced.reply) == (None, None)
    with pytest.raises(BadInput, match="cannot be shown"):
        give_answer(store, reader.id, replaced.id, YES)


def test_answers_are_kept_with_what_they_do_to_the_named_words(store: Store, reader: Reader) -> None:
    held = hold(store, reader)
    viewed = give_answer(store, reader.id, held.id, YES)
    assert viewed == give_answer(store, reader.id, held.id, YES) == find(store, held)
    assert (viewed.state, viewed.reply, rulings(store, reader)) == ("viewed", REPLY, [])
    answered = give_answer(store, reader.id, held.id, Future("block", "always"))
    assert answered == give_answer(store, reader.id, held.id, Future("block", "always"))
    assert find(store, held) == answered
    assert (answered.state, answered.reply) == ("answered", REPLY)
    assert rulings(store, reader) == blocked_in(None)
    kinds = [entry.kind for entry in store.ledger.entries()]  # the same answer twice is one
    assert kinds == ["reply.held", "reader.answered", "reader.answered", "reader.ruled"]
    declined = give_answer(store, reader.id, hold(store, reader).id, NO)
    assert (declined.state, declined.reply) == ("declined", None)
    assert find(store, declined) == declined
    assert rulings(store, reader) == [*blocked_in(None), *blocked_in("c1")]
    assert {term.source for term in store.terms.list(reader.id)} == {"answer"}


def test_taking_back_brings_what_was_before_and_leaves_what_was_ruled_since(
    store: Store, reader: Reader, clock: FakeClock
) -> None:
    store.terms.rule(reader.id, [Term("silly goose", "permit")])
    held = hold(store, reader)
    give_answer(store, reader.id, held.id, YES)
    give_answer(store, reader.id, held.id, Future("block", "always"))
    assert rulings(store, reader) == blocked_in(None)
    clock.advance(minutes=9)
    assert give_answer(store, reader.id, held.id, Undo()) == held == find(store, held)
    assert give_answer(store, reader.id, held.id, Undo()) == held  # nothing left to take back
    assert rulings(store, reader) == [("silly goose", "permit", None)]
    give_answer(store, reader.id, held.id, NO)
    store.terms.rule(reader.id, [Term("silly goose", "ask", "c1"), Term("rubbish", "block")])
    clock.advance(days=40)  # the reply is gone, and the answer can be taken back all the same
    assert give_answer(store, reader.id, held.id, Undo()).state == "expired"
    kept = [("silly goose", "permit", None), ("silly goose", "ask", "c1"), ("rubbish", "block", None)]
    assert rulings(store, reader) == kept


@pytest.mark.parametrize(
    ("answers", "state"),
    [((), "expired"), ((YES,), "expired"), ((NO,), "declined"), ((YES, Future("permit")), "answered")],
)
def test_what_is_over_cannot_be_read_before_it_is_erased_nor_after(
    store: Store, reader: Reader, clock: FakeClock, answers: Sequence[Act], state: str
) -> None:
    held = hold(store, reader, lasts=timedelta(minutes=5))
    for act in answers:
        give_answer(store, reader.id, held.id, act)
    clock.advance(minutes=4, seconds=59)
    assert store.held.expire() == 0
    assert find(store, held).content == REPLY
    clock.advance(seconds=1)
    gone = find(store, held)
    assert (gone.state, gone.content, gone.reply, gone.named, gone.score) == (state, None, None, (), 0.5)
    assert store.held.list(reader.id, "c1") == [gone]
    store.readers.agree(reader.id, True)  # too late for this one
    assert find(store, held).content is None
    assert store.held.expire() == 3
    assert (find(store, held).state, find(store, held).named) == (state, ())
    assert store.ledger.verify().problem is None


def test_reading_writes_nothing_and_does_not_wait_for_somebody_who_writes(
    store: Store, reader: Reader, clock: FakeClock, database_url: str
) -> None:
    held = hold(store, reader)
    hold(store, reader, outcome="replaced", cause="over")
    clock.advance(days=1)
    said: list[str] = []

    def note(*arguments: Any) -> None:
        said.append(arguments[2].split()[0].upper())

    with Store.open(database_url, clock=clock, patience_s=0.1) as other, store.transaction():
        event.listen(Engine, "before_cursor_execute", note)
        try:
            found, listed = other.held.get(reader.id, held.id), other.held.list(reader.id)
        finally:
            event.remove(Engine, "before_cursor_execute", note)
    assert found is not None
    assert [(one.state, one.content, one.named) for one in (*listed, found)] == [
        ("none", None, ()),
        ("expired", None, ()),
        ("expired", None, ()),
    ]
    assert [word for word in said if word in ("SELECT", "INSERT", "UPDATE", "DELETE")] == ["SELECT"] * 4
    verification = store.ledger.verify()
    assert (verification.texts, verification.erased) == (5, 0)


def attempt(act: Callable[[], FilteredReply]) -> FilteredReply | Exception:
    try:
        return act()
    except AlreadyAnswered as error:
        return error


def test_of_two_who_answer_at_once_one_counts(
    store: Store, reader: Reader, database_url: str, clock: FakeClock
) -> None:
    """Two processes, each with tabs of its own."""
    with Store.open(database_url, clock=clock) as other, ThreadPoolExecutor(8) as pool:
        for _ in range(4):
            held = hold(store, reader)
            acts = [
                lambda s=one, view=view, held=held: give_answer(s, reader.id, held.id, View(view))
                for one in (store, other)
                for view in (True, False) * 2
            ]
            results = list(pool.map(attempt, acts))
            won = find(store, held).question.view
            refused = [isinstance(result, AlreadyAnswered) for result in results]
            assert refused == [view != won for _ in range(2) for view in (True, False) * 2]
            expected = [] if won else blocked_in("c1")
            assert rulings(store, reader) == expected
            give_answer(store, reader.id, held.id, Undo())
    assert store.ledger.verify().problem is None


def test_with_agreement_nothing_is_erased_and_undo_waits_anew(
    store: Store, reader: Reader, clock: FakeClock
) -> None:
    store.readers.agree(reader.id, True)
    held = hold(store, reader)
    give_answer(store, reader.id, held.id, YES)
    give_answer(store, reader.id, held.id, Future("permit"))
    clock.advance(days=2)
    assert store.held.expire() == 0
    kept = find(store, held)
    assert (kept.state, kept.reply) == ("answered", REPLY)
    again = give_answer(store, reader.id, held.id, Undo())
    assert (again.state, again.question.expires_at) == ("waiting", clock.now + timedelta(hours=24))


def test_an_agreement_taken_back_erases_what_is_over_and_leaves_open_questions(
    store: Store, reader: Reader, clock: FakeClock
) -> None:
    store.readers.agree(reader.id, True)
    over = hold(store, reader, lasts=timedelta(hours=1))
    replaced = hold(store, reader, outcome="replaced", cause="over", named=())
    clock.advance(hours=2)
    store.held.expire()
    waiting = hold(store, reader)
    assert find(store, over).content == REPLY
    store.readers.agree(reader.id, False)
    assert find(store, over).content is None
    assert find(store, replaced).content is None
    assert find(store, waiting).content == REPLY
    verification = store.ledger.verify()
    assert (verification.texts, verification.erased, verification.problem) == (7, 4, None)


def test_an_agreement_taken_back_erases_what_is_over_although_nobody_noticed_yet(
    store: Store, reader: Reader, clock: FakeClock
) -> None:
    store.readers.agree(reader.id, True)
    over = hold(store, reader, lasts=timedelta(hours=1))
    clock.advance(hours=2)
    assert find(store, over).content == REPLY
    store.readers.agree(reader.id, False)
    assert store.ledger.verify().erased == 3
    assert find(store, over).content is None


def test_many_replies_expire_in_batches(
    store: Store, reader: Reader, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("reader.filtered_replies", "ledger.texts", "reader.filtered_reply"):
        monkeypatch.setattr(f"sayso.storage.{module}.BATCH", 2)
    for _ in range(5):
        hold(store, reader)
    assert store.held.expire(clock.now + timedelta(hours=23)) == 0
    assert store.held.expire(clock.now + timedelta(hours=24)) == 15
    clock.advance(days=1)
    assert {held.state for held in store.held.list(reader.id)} == {"expired"}


def test_words_that_cannot_be_ruled_on_do_not_stop_an_answer(store: Store, reader: Reader) -> None:
    held = hold(store, reader, named=("x" * 300, "silly goose"))
    give_answer(store, reader.id, held.id, NO)
    assert rulings(store, reader) == [("silly goose", "block", "c1")]
    nameless = hold(store, reader, named=(), conversation="c2")
    assert give_answer(store, reader.id, nameless.id, NO).state == "declined"


@pytest.mark.parametrize("content", ["nul \x00", "lone \ud83d", "\N{GRINNING FACE} \u202e"])
def test_any_reply_comes_back_exactly(store: Store, reader: Reader, content: str) -> None:
    held = hold(
        store, reader, content=content, conversation=content, upstream_model=content, named=(content,)
    )
    assert (held.content, held.conversation, held.named) == (content, content, (content,))
    assert store.held.list(reader.id, content) == [held]
    assert store.ledger.verify().problem is None


def test_the_ledger_holds_what_was_decided_and_no_word_of_it(store: Store, reader: Reader) -> None:
    held = hold(store, reader)
    give_answer(store, reader.id, held.id, YES)
    give_answer(store, reader.id, held.id, Future("block"))
    give_answer(store, reader.id, held.id, Undo())
    entries = list(store.ledger.entries())
    assert [entry.kind for entry in entries] == [
        "reply.held",
        "reader.answered",
        "reader.answered",
        "reader.ruled",
        "reader.undone",
        "reader.undone",
    ]
    assert {name: value for name, value in entries[0].body.items() if name != "texts"} == {
        "cause": "between",
        "score": 0.5,
        "categories": [["TOXICITY", 0.5], ["INSULT", 0.25]],
        "model": "linear.v1",
        "policy": 2,
    }
    assert entries[1].body == {"held": held.id, "view": True}
    assert entries[2].body == {"held": held.id, "future": "block", "scope": "conversation"}
    assert entries[4].body == {"held": held.id, "view": True, "future": "block"}
    told = (
        repr(entries)
        + repr(held)
        + repr(NewFilteredReply(reader.id, "f", "c", "held", "between", REPLY, 0, "", 0))
    )
    assert not [word for word in ("silly", "goose", "damn", "ana") if word in told]


def test_a_reply_for_a_reader_who_is_gone_is_not_kept(store: Store, reader: Reader) -> None:
    store.readers.delete(reader.id)
    with pytest.raises(BadInput, match="There is no reader"):
        hold(store, reader)
