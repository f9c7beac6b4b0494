"""Held replies and the two questions about them, on each database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest

from sayso.core import Attribute, Term
from sayso.core.errors import AlreadyAnswered, BadInput, QuestionExpired
from sayso.reader.answers import answer_future, answer_view, take_back
from sayso.storage import Held, NewHeld, Reader, Store
from sayso.testing.fake_clock import FakeClock

REPLY = "you are a silly goose, and damn proud of it"


@pytest.fixture
def reader(store: Store) -> Reader:
    return store.readers.find_or_create("forum", "ana")


def hold(store: Store, reader: Reader, *, lasts: timedelta = timedelta(hours=24), **more: Any) -> Held:
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
    return store.held.add(NewHeld(reader.id, "forum", **(values | more)), lasts=lasts)


def find(store: Store, held: Held) -> Held:
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
    held = hold(store, reader)
    assert held == Held(
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
        created_at=clock.now,
        expires_at=clock.now + timedelta(hours=24),
        state="waiting",
        view=None,
        future=None,
        scope=None,
        answered_at=None,
        content=REPLY,
        named=("silly goose", "damn proud"),
    )
    assert find(store, held) == held
    assert held.reply is None


def test_a_restart_loses_no_question(
    store: Store, reader: Reader, database_url: str, clock: FakeClock
) -> None:
    held = hold(store, reader)
    store.close()
    with Store.open(database_url, clock=clock) as again:
        assert find(again, held) == held
        assert answer_view(again, reader.id, held.id, view=True).reply == REPLY


def test_nobody_else_finds_it(store: Store, reader: Reader) -> None:
    held = hold(store, reader)
    other = store.readers.find_or_create("forum", "ben")
    assert store.held.get(other.id, held.id) is None
    assert store.held.list(other.id, "c1") == []
    for act in (
        lambda: answer_view(store, other.id, held.id, view=True),
        lambda: answer_future(store, other.id, held.id, future="permit"),
        lambda: take_back(store, other.id, held.id),
    ):
        with pytest.raises(BadInput, match="There is no held reply"):
            act()


@pytest.mark.parametrize("held_id", ["", "nothing", "0" * 16, "\x00", "\ud800"])
def test_nothing_is_found_under_another_id(store: Store, reader: Reader, held_id: str) -> None:
    assert store.held.get(reader.id, held_id) is None
    with pytest.raises(BadInput, match="There is no held reply"):
        answer_view(store, reader.id, held_id, view=True)


def test_everything_filtered_is_listed_newest_first(store: Store, reader: Reader) -> None:
    first, second = hold(store, reader), hold(store, reader, outcome="replaced", cause="over", score=0.9)
    elsewhere = hold(store, reader, conversation="c2")
    assert store.held.list(reader.id, "c1") == [second, first]
    assert store.held.list(reader.id) == [elsewhere, second, first]
    assert (second.state, second.cause, second.named) == ("none", "over", ("silly goose", "damn proud"))


def test_what_was_filtered_is_read_page_by_page(store: Store, reader: Reader) -> None:
    ids = [hold(store, reader).id for _ in range(3)][::-1]
    hold(store, reader, conversation="c2")
    pages = [store.held.list(reader.id, "c1", limit=2, offset=offset) for offset in (0, 2)]
    assert [[held.id for held in page] for page in pages] == [ids[:2], ids[2:]]
    assert [store.held.count(reader.id, place) for place in ("c1", "c2", "c3", None)] == [3, 1, 0, 4]


def test_a_reply_of_no_conversation_has_one_of_its_own(store: Store, reader: Reader) -> None:
    first, second = hold(store, reader, conversation=""), hold(store, reader, conversation="")
    assert first.conversation != second.conversation
    answer_view(store, reader.id, first.id, view=False)
    assert rulings(store, reader) == blocked_in(first.conversation)
    assert store.terms.list(reader.id, conversation=second.conversation) == []


def test_a_reply_that_has_grown_takes_the_place_of_its_beginning(store: Store, reader: Reader) -> None:
    begun = hold(store, reader, content=REPLY[:20], named=("silly goose",))
    new = NewHeld(reader.id, "forum", "c1", "held", "between", REPLY, 0.6, "m.v1", 0, named=("damn proud",))
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
        answer_view(store, reader.id, begun.id, view=True)
    content = "a silly thing" if case == "another text" else REPLY
    new = NewHeld(reader.id, "forum", "c1", "held", "between", content, 0.6, "m.v1", 0)
    added = store.held.add(new, instead_of="0123456789abcdef" if case == "unknown" else begun.id)
    assert added.id not in (begun.id, "0123456789abcdef")
    assert find(store, begun).content == REPLY[:20]


def test_what_a_replaced_reply_says_is_not_kept(store: Store, reader: Reader) -> None:
    hold(store, reader, outcome="replaced", cause="over", named=())
    assert store.ledger.verify().texts == 0


def test_with_agreement_it_is_kept_but_never_handed_out(store: Store, reader: Reader) -> None:
    store.readers.agree(reader.id, True)
    replaced = hold(store, reader, outcome="replaced", cause="over", named=())
    assert store.ledger.verify().texts == 1
    assert (replaced.content, replaced.reply) == (None, None)
    with pytest.raises(BadInput, match="cannot be shown"):
        answer_view(store, reader.id, replaced.id, view=True)


def test_seeing_it_brings_the_reply_and_changes_no_words(store: Store, reader: Reader) -> None:
    held = hold(store, reader)
    viewed = answer_view(store, reader.id, held.id, view=True)
    assert (viewed.state, viewed.view, viewed.reply) == ("viewed", True, REPLY)
    assert rulings(store, reader) == []


def test_not_wanting_to_see_it_blocks_its_words_in_this_conversation(store: Store, reader: Reader) -> None:
    held = hold(store, reader)
    declined = answer_view(store, reader.id, held.id, view=False)
    assert (declined.state, declined.view, declined.reply) == ("declined", False, None)
    assert rulings(store, reader) == blocked_in("c1")
    assert {term.source for term in store.terms.list(reader.id)} == {"answer"}


@pytest.mark.parametrize("future", ["permit", "block", "ask"])
@pytest.mark.parametrize(("scope", "where"), [("conversation", "c1"), ("always", None)])
def test_the_second_answer_rules_on_both_named_terms(
    store: Store, reader: Reader, future: Any, scope: Any, where: str | None
) -> None:
    held = hold(store, reader)
    answer_view(store, reader.id, held.id, view=True)
    answered = answer_future(store, reader.id, held.id, future=future, scope=scope)
    assert (answered.state, answered.future, answered.scope) == ("answered", future, scope)
    assert answered.reply == REPLY
    assert rulings(store, reader) == [("silly goose", future, where), ("damn proud", future, where)]


def test_the_second_question_comes_after_seeing_it(store: Store, reader: Reader) -> None:
    held = hold(store, reader)
    with pytest.raises(BadInput, match="first question is not answered yet"):
        answer_future(store, reader.id, held.id, future="permit")
    answer_view(store, reader.id, held.id, view=False)
    with pytest.raises(AlreadyAnswered, match="not see it"):
        answer_future(store, reader.id, held.id, future="permit")


def test_the_same_answer_twice_is_one(store: Store, reader: Reader) -> None:
    held = hold(store, reader)
    first = answer_view(store, reader.id, held.id, view=True)
    assert answer_view(store, reader.id, held.id, view=True) == first
    second = answer_future(store, reader.id, held.id, future="block")
    assert answer_future(store, reader.id, held.id, future="block") == second
    kinds = [entry.kind for entry in store.ledger.entries()]
    assert kinds == ["reply.held", "reader.answered", "reader.answered", "reader.ruled"]


def test_another_answer_in_another_tab_is_refused_and_changes_nothing(store: Store, reader: Reader) -> None:
    held = hold(store, reader)
    answer_view(store, reader.id, held.id, view=True)
    with pytest.raises(AlreadyAnswered) as caught:
        answer_view(store, reader.id, held.id, view=False)
    assert caught.value.message == "This question was answered before: see it."
    answer_future(store, reader.id, held.id, future="permit")
    with pytest.raises(AlreadyAnswered, match=r"permit \(conversation\)"):
        answer_future(store, reader.id, held.id, future="block")
    with pytest.raises(AlreadyAnswered, match=r"permit \(conversation\)"):
        answer_future(store, reader.id, held.id, future="permit", scope="always")
    assert {ruling for _, ruling, _ in rulings(store, reader)} == {"permit"}


def attempt(act: Callable[[], Held]) -> Held | Exception:
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
                lambda s=one, view=view, held=held: answer_view(s, reader.id, held.id, view=view)
                for one in (store, other)
                for view in (True, False) * 2
            ]
            results = list(pool.map(attempt, acts))
            won = find(store, held).view
            refused = [isinstance(result, AlreadyAnswered) for result in results]
            assert refused == [view != won for _ in range(2) for view in (True, False) * 2]
            expected = [] if won else blocked_in("c1")
            assert rulings(store, reader) == expected
            take_back(store, reader.id, held.id)
    assert store.ledger.verify().problem is None


def test_taking_back_opens_the_question_again(store: Store, reader: Reader, clock: FakeClock) -> None:
    held = hold(store, reader)
    answer_view(store, reader.id, held.id, view=True)
    answer_future(store, reader.id, held.id, future="block", scope="always")
    clock.advance(minutes=9)
    again = take_back(store, reader.id, held.id)
    assert again == held
    assert rulings(store, reader) == []
    assert answer_view(store, reader.id, held.id, view=False).state == "declined"
    assert take_back(store, reader.id, held.id) == held
    assert take_back(store, reader.id, held.id) == held  # nothing left to take back
    assert rulings(store, reader) == []


def test_taking_back_brings_the_ruling_before_back(store: Store, reader: Reader) -> None:
    store.terms.rule(reader.id, [Term("silly goose", "permit")])
    held = hold(store, reader)
    answer_view(store, reader.id, held.id, view=True)
    answer_future(store, reader.id, held.id, future="block", scope="always")
    assert rulings(store, reader) == blocked_in(None)
    take_back(store, reader.id, held.id)
    assert rulings(store, reader) == [("silly goose", "permit", None)]


def test_taking_back_leaves_what_was_ruled_since(store: Store, reader: Reader) -> None:
    held = hold(store, reader)
    answer_view(store, reader.id, held.id, view=False)
    store.terms.rule(reader.id, [Term("silly goose", "permit", "c1"), Term("rubbish", "block")])
    take_back(store, reader.id, held.id)
    assert rulings(store, reader) == [("silly goose", "permit", "c1"), ("rubbish", "block", None)]


def test_an_answer_can_be_taken_back_after_the_reply_is_gone(
    store: Store, reader: Reader, clock: FakeClock
) -> None:
    held = hold(store, reader)
    answer_view(store, reader.id, held.id, view=False)
    clock.advance(days=40)
    gone = take_back(store, reader.id, held.id)
    assert (gone.state, gone.view, rulings(store, reader)) == ("expired", None, [])


def test_an_unanswered_reply_is_erased_when_its_time_is_over(
    store: Store, reader: Reader, clock: FakeClock
) -> None:
    held = hold(store, reader, lasts=timedelta(hours=1))
    clock.advance(minutes=59)
    assert store.held.expire() == 0
    assert find(store, held).content == REPLY
    clock.advance(minutes=1)
    gone = find(store, held)
    assert (gone.state, gone.content, gone.named, gone.score) == ("expired", None, (), 0.5)
    assert store.held.list(reader.id, "c1") == [gone]
    verification = store.ledger.verify()
    assert (verification.texts, verification.erased, verification.problem) == (3, 3, None)
    with pytest.raises(QuestionExpired) as caught:
        answer_view(store, reader.id, held.id, view=True)
    assert caught.value.message == (
        "This question was open until 2026-03-01 13:00 UTC, and the reply is gone."
    )


def test_a_question_ends_on_time_even_if_nobody_cleaned_up(
    store: Store, reader: Reader, clock: FakeClock
) -> None:
    held = hold(store, reader)
    clock.advance(hours=24)
    with pytest.raises(QuestionExpired):
        answer_view(store, reader.id, held.id, view=True)


@pytest.mark.parametrize("view", [True, False])
def test_an_answered_reply_is_kept_for_as_long_as_one_may_change_ones_mind(
    store: Store, reader: Reader, clock: FakeClock, view: bool
) -> None:
    held = hold(store, reader)
    answer_view(store, reader.id, held.id, view=view)
    if view:
        clock.advance(hours=1)
        assert find(store, held).content == REPLY  # seen, but the second question is still open
        answer_future(store, reader.id, held.id, future="block")
    clock.advance(minutes=9, seconds=59)
    assert find(store, held).content == REPLY
    clock.advance(seconds=1)
    gone = find(store, held)
    assert (gone.content, gone.reply, gone.view) == (None, None, view)
    assert gone.state == ("answered" if view else "declined")
    assert len(rulings(store, reader)) == 2


def test_both_times_can_be_chosen_and_undo_never_makes_a_reply_last_longer(
    store: Store, reader: Reader, clock: FakeClock, database_url: str
) -> None:
    held = hold(store, reader, lasts=timedelta(minutes=5))
    answered = answer_view(store, reader.id, held.id, view=False)
    assert answered.expires_at == held.expires_at
    with Store.open(
        database_url, clock=clock, held_for=timedelta(hours=2), undo_for=timedelta(minutes=1)
    ) as other:
        new = NewHeld(reader.id, "forum", "c1", "held", "between", REPLY, 0.5, "m.v1", 0)
        short = other.held.add(new)
        assert short.expires_at == clock.now + timedelta(hours=2)
        answered = answer_view(other, reader.id, short.id, view=False)
    assert answered.expires_at == clock.now + timedelta(minutes=1)


def test_with_agreement_nothing_is_erased_and_undo_waits_anew(
    store: Store, reader: Reader, clock: FakeClock
) -> None:
    store.readers.agree(reader.id, True)
    held = hold(store, reader)
    answer_view(store, reader.id, held.id, view=True)
    answer_future(store, reader.id, held.id, future="permit")
    clock.advance(days=2)
    assert store.held.expire() == 0
    kept = find(store, held)
    assert (kept.state, kept.reply) == ("answered", REPLY)
    again = take_back(store, reader.id, held.id)
    assert (again.state, again.expires_at) == ("waiting", clock.now + timedelta(hours=24))


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


def test_many_replies_expire_in_batches(
    store: Store, reader: Reader, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("reader.held", "ledger.texts", "reader.held_reply"):
        monkeypatch.setattr(f"sayso.storage.{module}.BATCH", 2)
    for _ in range(5):
        hold(store, reader)
    clock.advance(days=1)
    assert store.held.expire() == 15
    assert {held.state for held in store.held.list(reader.id)} == {"expired"}


def test_an_explicit_moment_may_be_given(store: Store, reader: Reader, clock: FakeClock) -> None:
    hold(store, reader)
    assert store.held.expire(clock.now + timedelta(hours=23)) == 0
    assert store.held.expire(clock.now + timedelta(hours=24)) == 3


def test_words_that_cannot_be_ruled_on_do_not_stop_an_answer(store: Store, reader: Reader) -> None:
    held = hold(store, reader, named=("x" * 300, "silly goose"))
    answer_view(store, reader.id, held.id, view=False)
    assert rulings(store, reader) == [("silly goose", "block", "c1")]
    nameless = hold(store, reader, named=(), conversation="c2")
    assert answer_view(store, reader.id, nameless.id, view=False).state == "declined"


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
    answer_view(store, reader.id, held.id, view=True)
    answer_future(store, reader.id, held.id, future="block")
    take_back(store, reader.id, held.id)
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
    told = repr(entries) + repr(held) + repr(NewHeld(reader.id, "f", "c", "held", "between", REPLY, 0, "", 0))
    assert not [word for word in ("silly", "goose", "damn", "ana") if word in told]


def test_a_reply_for_a_reader_who_is_gone_is_not_kept(store: Store, reader: Reader) -> None:
    store.readers.delete(reader.id)
    with pytest.raises(BadInput, match="There is no reader"):
        hold(store, reader)


def test_looking_does_not_wait_for_somebody_who_writes(
    store: Store, reader: Reader, clock: FakeClock, database_url: str
) -> None:
    held = hold(store, reader)
    clock.advance(days=1)
    with Store.open(database_url, clock=clock, patience_s=0.1) as other, store.transaction():
        found = other.held.get(reader.id, held.id)
    assert found is not None
    assert found.state == "expired"
