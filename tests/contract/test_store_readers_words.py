"""Word banks on each database: rulings that replace each other, undo, limits of size, words over time."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sayso.core import Ruling, Term
from sayso.core.errors import BadInput
from sayso.storage import Reader, Store
from sayso.testing.fake_clock import FakeClock


@pytest.fixture
def reader(store: Store) -> Reader:
    return store.readers.find_or_create("forum", "ana")


def show(terms: Sequence[Term]) -> list[tuple[str, Ruling, str | None]]:
    return [(term.text, term.ruling, term.conversation) for term in terms]


def rule(store: Store, reader: Reader, *rulings: tuple[str, Ruling] | tuple[str, Ruling, str]) -> list[Term]:
    terms = [Term(ruling[0], ruling[1], ruling[2] if len(ruling) > 2 else None) for ruling in rulings]
    return store.terms.rule(reader.id, terms)


def test_a_ruling_is_kept_with_its_origin_and_moment(store: Store, reader: Reader, clock: FakeClock) -> None:
    (kept,) = store.terms.rule(reader.id, [Term(" silly goose ", "permit", source="import")])
    assert kept == Term("silly goose", "permit", None, "import", kept.id, clock.now)
    assert store.terms.list(reader.id) == [kept]


def test_the_last_ruling_on_the_same_words_replaces_the_one_before(store: Store, reader: Reader) -> None:
    rule(store, reader, ("silly", "permit"), ("goose", "block"))
    rule(store, reader, ("Silly", "ask"))
    assert show(store.terms.list(reader.id)) == [("goose", "block", None), ("Silly", "ask", None)]


def test_of_the_same_words_given_at_once_the_last_counts(store: Store, reader: Reader) -> None:
    assert show(rule(store, reader, ("silly", "permit"), ("silly", "block"))) == [("silly", "block", None)]


def test_a_conversation_has_rulings_of_its_own(store: Store, reader: Reader) -> None:
    rule(store, reader, ("silly", "permit"), ("silly", "block", "c1"), ("silly", "ask", "c2"))
    good, first = ("silly", "permit", None), ("silly", "block", "c1")
    assert show(store.terms.list(reader.id)) == [good, first, ("silly", "ask", "c2")]
    assert show(store.terms.list(reader.id, conversation="c1")) == [good, first]
    assert show(store.terms.list(reader.id, conversation="c3")) == [good]


def test_a_conversation_with_a_very_long_name_is_found_again(store: Store, reader: Reader) -> None:
    name = "c" * 5000
    rule(store, reader, ("silly", "block", name))
    assert show(store.terms.list(reader.id, conversation=name)) == [("silly", "block", name)]


def test_the_same_ruling_once_more_changes_nothing(store: Store, reader: Reader) -> None:
    first = rule(store, reader, ("silly", "permit"))
    assert rule(store, reader, ("silly", "permit")) == first
    assert len(store.terms.over_time(reader.id)) == 1


def test_readers_have_their_words_to_themselves(store: Store, reader: Reader) -> None:
    other = store.readers.find_or_create("forum", "ben")
    kept = rule(store, reader, ("silly", "permit"))
    assert store.terms.list(other.id) == []
    assert store.terms.remove(other.id, [kept[0].id]) == []
    assert store.terms.remove(other.id, "all") == []
    assert store.terms.undo(other.id) is None
    assert store.terms.list(reader.id) == kept


def test_terms_are_removed_by_id_or_all(store: Store, reader: Reader) -> None:
    kept = rule(store, reader, ("silly", "permit"), ("goose", "block"), ("rubbish", "ask", "c1"))
    assert store.terms.remove(reader.id, [kept[1].id, "nothing", "\x00"]) == [kept[1].id]
    assert store.terms.list(reader.id) == [kept[0], kept[2]]
    assert store.terms.remove(reader.id, "all") == [kept[0].id, kept[2].id]
    assert store.terms.list(reader.id) == []


def test_undo_takes_back_change_after_change(store: Store, reader: Reader) -> None:
    states = [store.terms.list(reader.id)]
    rule(store, reader, ("silly", "permit"), ("goose", "block"))
    states.append(store.terms.list(reader.id))
    rule(store, reader, ("silly", "block"), ("rubbish", "permit", "c1"))
    states.append(store.terms.list(reader.id))
    store.terms.remove(reader.id, "all")
    states.append(store.terms.list(reader.id))
    rule(store, reader, ("silly", "ask"))
    acts: list[str] = []
    while states:
        undone = store.terms.undo(reader.id)
        assert undone is not None
        acts.append(undone.act)
        assert store.terms.list(reader.id) == states.pop()
    assert acts == ["ruled", "removed", "ruled", "ruled"]
    assert store.terms.undo(reader.id) is None


def test_undo_says_what_was_undone(store: Store, reader: Reader) -> None:
    kept = rule(store, reader, ("silly", "permit"))
    undone = store.terms.undo(reader.id)
    assert undone is not None
    assert undone.terms == tuple(kept)


def test_a_change_can_be_undone_for_thirty_days(store: Store, reader: Reader, clock: FakeClock) -> None:
    rule(store, reader, ("silly", "permit"))
    clock.advance(days=30)
    assert store.terms.undo(reader.id) is None
    assert len(store.terms.list(reader.id)) == 1


RULINGS: tuple[Ruling, ...] = ("permit", "block", "ask")
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("rule"), st.sampled_from(["a", "b"]), st.sampled_from(RULINGS), st.booleans()),
        st.tuples(st.just("remove"), st.sampled_from(["a", "b"]), st.just("ask"), st.booleans()),
    ),
    max_size=6,
)


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return Store.open(f"sqlite:///{tmp_path_factory.mktemp('lasting') / 'sayso.db'}")


def take_step(store: Store, reader_id: str, step: tuple[str, str, Ruling, bool], *, held: str | None) -> None:
    act, text, ruling, by_answer = step
    if act == "rule" and held and by_answer:
        store.terms.rule(reader_id, [Term(text, ruling, source="answer")], held_id=held)
    elif act == "rule":
        store.terms.rule(reader_id, [Term(text, ruling)])
    else:
        store.terms.remove(reader_id, [t.id for t in store.terms.list(reader_id) if t.text == text])


@given(steps=STEPS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_undoing_everything_leads_back_to_the_empty_bank(
    lasting: Store, steps: list[tuple[str, str, Ruling, bool]]
) -> None:
    reader = lasting.readers.find_or_create("forum", f"reader {time.monotonic_ns()}")
    states = [store_state(lasting, reader)]
    for step in steps:
        take_step(lasting, reader.id, step, held=None)
        if store_state(lasting, reader) != states[-1]:
            states.append(store_state(lasting, reader))
    while lasting.terms.undo(reader.id):
        states.pop()
        assert store_state(lasting, reader) == states[-1]
    assert states == [[]]


@given(steps=STEPS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_taking_back_an_answer_leaves_what_there_would_be_without_it(
    lasting: Store, steps: list[tuple[str, str, Ruling, bool]]
) -> None:
    """Rulings by hand before, between and after those of one answered reply stay in force."""
    held = f"{time.monotonic_ns():016x}"
    reader = lasting.readers.find_or_create("forum", f"reader {held}")
    without = lasting.readers.find_or_create("forum", f"without {held}")
    for step in steps:
        take_step(lasting, reader.id, step, held=held)
        if not (step[0] == "rule" and step[3]):
            take_step(lasting, without.id, step, held=None)
    lasting.terms.undo_answers(reader.id, held)
    rest = [step for step in steps if not (step[0] == "rule" and step[3])]
    assert store_state(lasting, reader) == store_state(lasting, without), rest
    assert lasting.terms.undo_answers(reader.id, held) == 0


def store_state(store: Store, reader: Reader) -> list[tuple[str, Ruling, str | None]]:
    return sorted(show(store.terms.list(reader.id)), key=str)


def test_words_over_time_tell_every_change(store: Store, reader: Reader, clock: FakeClock) -> None:
    first = rule(store, reader, ("silly", "permit"))
    clock.advance(minutes=1)
    second = store.terms.rule(reader.id, [Term("silly", "block", source="answer")], held_id="0" * 16)
    store.terms.remove(reader.id, "all")
    store.terms.undo(reader.id)
    told = [(change.act, change.terms, change.held_id) for change in store.terms.over_time(reader.id)]
    assert told == [
        ("ruled", tuple(first), None),
        ("ruled", tuple(second), "0" * 16),
        ("removed", tuple(second), None),
        ("undone", (), None),
    ]
    changes = store.terms.over_time(reader.id)
    assert changes[3].undoes == (changes[2].seq,)
    assert changes[1].at - changes[0].at == timedelta(minutes=1)


def test_the_ledger_counts_rulings_and_holds_no_words(store: Store, reader: Reader) -> None:
    rule(store, reader, ("silly goose", "permit"), ("rubbish", "block", "c1"))
    (entry,) = store.ledger.entries()
    assert (entry.kind, entry.actor, entry.subject) == ("reader.ruled", "reader", reader.id)
    assert {name: value for name, value in entry.body.items() if name != "texts"} == {
        "rulings": {"permit": 1, "block": 1},
        "scopes": {"always": 1, "conversation": 1},
        "sources": {"hand": 2},
        "how_many": 2,
    }
    assert "goose" not in repr(entry)
    assert store.ledger.verify().texts == 2
    assert "goose" not in repr(store.terms.list(reader.id)) + repr(store.terms.over_time(reader.id))


@pytest.mark.parametrize("text", ["", " ", "...", "x" * 201])
def test_what_is_no_word_is_refused_and_nothing_is_kept(store: Store, reader: Reader, text: str) -> None:
    with pytest.raises(BadInput):
        rule(store, reader, ("silly", "permit"), (text, "permit"))
    assert store.terms.list(reader.id) == []


def test_a_bank_of_ten_thousand_is_filled_at_once_and_one_more_is_refused(
    store: Store, reader: Reader
) -> None:
    many = [Term(f"word{number}", "permit", source="import") for number in range(10_000)]
    begun = time.monotonic()
    kept = store.terms.rule(reader.id, many)
    assert time.monotonic() - begun < 20
    assert [term.text for term in kept] == [term.text for term in many]
    assert store.terms.list(reader.id) == kept
    with pytest.raises(BadInput) as caught:
        rule(store, reader, ("onemore", "permit"))
    assert caught.value.message == ("A word bank holds at most 10,000 entries; this would make it 10,001.")
    assert show(rule(store, reader, ("word7", "block"))) == [("word7", "block", None)]
    assert show(rule(store, reader, ("onemore", "permit", "c1"))) == [("onemore", "permit", "c1")]
    assert store.terms.undo(reader.id) is not None
    assert store.terms.undo(reader.id) is not None
    assert store.terms.undo(reader.id) is not None
    assert store.terms.list(reader.id) == []


def test_all_conversations_together_have_an_end_too(
    store: Store, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sayso.storage.reader.terms.MOST_TERMS_IN_ALL", 3)
    rule(store, reader, ("silly", "permit"), ("silly", "block", "c1"), ("silly", "block", "c2"))
    with pytest.raises(BadInput) as caught:
        rule(store, reader, ("silly", "block", "c3"))
    assert caught.value.message == (
        "With those of all conversations, a word bank holds at most 3 entries; this would make it 4."
    )
    assert show(rule(store, reader, ("silly", "ask", "c2"))) == [("silly", "ask", "c2")]


def test_a_conversation_without_a_name_is_not_all_of_them(store: Store, reader: Reader) -> None:
    with pytest.raises(BadInput, match="its name is empty"):
        rule(store, reader, ("goose", "block"), ("silly", "permit", ""))
    assert store.terms.list(reader.id) == []


def test_the_version_changes_with_the_words_that_count(store: Store, reader: Reader) -> None:
    versions = [store.terms.version(reader.id)]
    rule(store, reader, ("silly", "permit"))
    versions.append(store.terms.version(reader.id))
    store.terms.undo(reader.id)
    versions.append(store.terms.version(reader.id))
    shared = store.shared_terms.propose(reader.id, Term("damn", "permit"))
    store.shared_terms.approve(shared.id)
    store.readers.set_joins_list(reader.id, True)
    versions.append(store.terms.version(reader.id))
    store.shared_terms.reject(shared.id)
    versions.append(store.terms.version(reader.id))
    assert len(set(versions)) == 5
    assert store.terms.version(reader.id) == versions[-1]
    assert store.terms.version("nobody") == (0, 0)


def test_words_that_no_longer_hold_are_forgotten_after_thirty_days(
    store: Store, reader: Reader, clock: FakeClock
) -> None:
    other = store.readers.find_or_create("forum", "ben")
    store.readers.agree(other.id, True)
    for one in (reader, other):
        rule(store, one, ("silly", "permit"), ("goose", "permit"))
        rule(store, one, ("silly", "block"))
    clock.advance(days=30)
    assert store.terms.forget() == 0
    clock.advance(seconds=1)
    assert store.terms.forget() == 1
    assert show(store.terms.list(reader.id)) == [("goose", "permit", None), ("silly", "block", None)]
    assert [len(change.terms) for change in store.terms.over_time(reader.id)] == [1, 1]
    assert [len(change.terms) for change in store.terms.over_time(other.id)] == [2, 1]
    verification = store.ledger.verify()
    assert (verification.problem, verification.erased) == (None, 1)


def test_much_is_forgotten_in_batches(
    store: Store, reader: Reader, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("reader.terms", "ledger.texts"):
        monkeypatch.setattr(f"sayso.storage.{module}.BATCH", 2)
    store.terms.rule(reader.id, [Term(f"word{number}", "permit") for number in range(5)])
    store.terms.remove(reader.id, "all")
    clock.advance(days=31)
    assert store.terms.forget() == 5
    assert store.ledger.verify().erased == 5


def test_rulings_from_many_threads_are_all_kept(store: Store, reader: Reader) -> None:
    def add(number: int) -> None:
        rule(store, reader, (f"word{number}", "permit"), ("same", "block"))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(16)))
    assert len(store.terms.list(reader.id)) == 17
    assert store.ledger.verify().problem is None


def test_shared_words_wait_for_approval_and_count_for_who_joins(store: Store, reader: Reader) -> None:
    ben = store.readers.find_or_create("forum", "ben")
    store.readers.set_joins_list(ben.id, True)
    shared = store.shared_terms.propose(reader.id, Term("Silly", "permit"))
    assert (shared.state, shared.text) == ("proposed", "Silly")
    assert store.terms.list(ben.id) == []
    approved = store.shared_terms.approve(shared.id, actor="moderator")
    assert (approved.state, approved.decided_by) == ("approved", "moderator")
    (term,) = store.terms.list(ben.id)
    assert (term.text, term.ruling, term.source, term.id) == ("Silly", "permit", "community", shared.id)
    assert store.terms.list(reader.id) == []  # proposed it, but does not join
    elsewhere = store.readers.find_or_create("chat", "ben")
    store.readers.set_joins_list(elsewhere.id, True)
    assert store.terms.list(elsewhere.id) == []


def test_ones_own_ruling_comes_before_the_communitys(store: Store, reader: Reader) -> None:
    shared = store.shared_terms.propose(reader.id, Term("silly", "permit"))
    store.shared_terms.approve(shared.id)
    store.readers.set_joins_list(reader.id, True)
    rule(store, reader, ("silly", "block"))
    assert show(store.terms.list(reader.id)) == [("silly", "block", None)]


def test_the_same_words_are_one_proposal(store: Store, reader: Reader) -> None:
    ben = store.readers.find_or_create("forum", "ben")
    first = store.shared_terms.propose(reader.id, Term("silly", "permit"))
    assert store.shared_terms.propose(ben.id, Term("SILLY", "permit")) == first
    other = store.shared_terms.propose(ben.id, Term("silly", "block"))
    assert store.shared_terms.list(community="forum") == [first, other]
    assert store.shared_terms.list(community="chat") == []
    assert store.shared_terms.list(state="approved") == []


def test_approving_the_opposite_rejects_what_held(store: Store, reader: Reader) -> None:
    store.readers.set_joins_list(reader.id, True)
    permit = store.shared_terms.propose(reader.id, Term("silly", "permit"))
    block = store.shared_terms.propose(reader.id, Term("silly", "block"))
    store.shared_terms.approve(permit.id)
    store.shared_terms.approve(block.id)
    assert [term.state for term in store.shared_terms.list()] == ["rejected", "approved"]
    assert show(store.terms.list(reader.id)) == [("silly", "block", None)]


def test_deciding_twice_changes_nothing_and_both_ways_are_open(store: Store, reader: Reader) -> None:
    shared = store.shared_terms.propose(reader.id, Term("silly", "permit"))
    for act in (store.shared_terms.approve, store.shared_terms.reject):
        assert act(shared.id) == act(shared.id)
    assert [entry.kind for entry in store.ledger.entries()] == [
        "words.proposed",
        "words.approved",
        "words.rejected",
    ]
    assert store.shared_terms.approve(shared.id).state == "approved"


@pytest.mark.parametrize("shared_id", ["", "nothing", "0" * 16, "\x00"])
def test_an_unknown_proposal_is_told(store: Store, shared_id: str) -> None:
    for act in (store.shared_terms.approve, store.shared_terms.reject):
        with pytest.raises(BadInput, match="There is no proposal"):
            act(shared_id)


def test_words_to_be_asked_about_are_not_shared(store: Store, reader: Reader) -> None:
    with pytest.raises(BadInput, match="permitted or blocked"):
        store.shared_terms.propose(reader.id, Term("silly", "ask"))
