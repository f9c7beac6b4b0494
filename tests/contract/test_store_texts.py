"""What people wrote: kept exactly, erased for good, found again by nobody else."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from sayso.core import Say
from sayso.core.errors import BadInput
from sayso.storage import Entry, KeptText, NewText, RetentionRun, Store, Transaction, tables
from sayso.storage.ledger.texts import BATCH
from sayso.testing.fake_clock import FakeClock


def keep(store: Store, content: str, *, person: str = "", community: str = "default") -> Entry:
    with store.transaction() as transaction:
        say = Say("test.done", community=community)
        return store.ledger.append(transaction, say, texts=[NewText(content, person=person, reference="ref")])


def read(store: Store, entry: Entry) -> KeptText:
    text_id = entry.body["texts"][0]["id"]
    return store.texts.get([text_id])[text_id]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "plain",
        "nul \x00 inside",
        "lone \ud83d and \udc00",
        "\N{GRINNING FACE} \u202eright to left",
        "x" * 20_000,
    ],
    ids=["empty", "plain", "nul", "lone surrogates", "emoji", "long"],
)
def test_any_text_comes_back_exactly(store: Store, content: str) -> None:
    text = read(store, keep(store, content, person=content[:10]))
    assert text.content == content
    assert text.person == content[:10]
    assert store.ledger.verify().problem is None


def test_the_ledger_holds_neither_the_text_nor_whose_it_is(store: Store) -> None:
    entry = keep(store, "a secret remark", person="session 77")
    text = read(store, entry)
    assert entry.body == {"texts": [{"id": text.id, "commitment": text.commitment}]}
    assert "secret" not in repr(entry)
    assert "session 77" not in repr(entry)


def test_the_same_text_twice_has_two_commitments(store: Store) -> None:
    first, second = (read(store, keep(store, "same")) for _ in range(2))
    assert first.commitment != second.commitment


def test_the_text_is_not_in_its_representation(store: Store) -> None:
    text = read(store, keep(store, "a secret remark", person="session 77"))
    assert "secret" not in repr(text)
    assert "session 77" not in repr(text)


def test_erasing_a_person_takes_all_their_texts_and_nobody_elses(store: Store, clock: FakeClock) -> None:
    mine = [keep(store, f"mine {n}", person="me") for n in range(3)]
    other = keep(store, "theirs", person="you")
    clock.advance(days=1)
    assert store.texts.count(person="me") == 3
    assert store.texts.erase_person("me").body == {"erased": 3}
    for entry in mine:
        text = read(store, entry)
        assert (text.content, text.salt, text.person, text.reference) == (None, None, "", "")
        assert text.erased_at == clock.now
    assert read(store, other).content == "theirs"
    assert store.texts.count(person="me") == 0


def test_the_ledger_verifies_after_erasing_and_says_what_was_done(store: Store) -> None:
    entry = keep(store, "mine", person="me")
    returned = store.texts.erase_person("me", actor="cli")
    erased, told = list(store.ledger.entries())[1:]
    assert told == returned
    assert (erased.kind, erased.subject, erased.actor) == ("text.erased", entry.body["texts"][0]["id"], "cli")
    assert erased.body == {"reason": "person"}
    assert (told.kind, told.body) == ("person.erased", {"erased": 1})
    verification = store.ledger.verify()
    assert (verification.texts, verification.erased, verification.problem) == (1, 1, None)


def test_erasing_can_be_limited_to_a_community(store: Store) -> None:
    here, there = (
        keep(store, "here", person="me", community="a"),
        keep(store, "there", person="me", community="b"),
    )
    assert store.texts.count(person="me", community="a") == 1
    assert store.texts.erase_person("me", community="a").body == {"erased": 1}
    assert read(store, here).content is None
    assert read(store, there).content == "there"


def test_a_person_with_more_texts_than_one_batch_is_erased_whole(store: Store) -> None:
    with store.transaction() as transaction:
        texts = [NewText(f"text {n}", person="me") for n in range(1203)]
        store.ledger.append(transaction, Say("test.done"), texts=texts)
    assert store.texts.erase_person("me").body == {"erased": 1203}
    assert store.ledger.verify().erased == 1203


@pytest.mark.parametrize("count", [2, BATCH, BATCH + 1])
def test_the_entry_about_a_person_is_written_with_the_last_erasures(
    store: Store, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store.transaction() as transaction:
        texts = [NewText(f"text {n}", person="me") for n in range(count)]
        store.ledger.append(transaction, Say("test.done"), texts=texts)
    finish, last_kinds = Transaction.finish, list[str]()

    def note(transaction: Transaction) -> None:
        finish(transaction)
        query = select(tables.ledger.c.kind).order_by(tables.ledger.c.seq.desc()).limit(1)
        last_kinds.append(transaction.connection.execute(query).scalar_one())

    monkeypatch.setattr(Transaction, "finish", note)
    store.texts.erase_person("me")
    assert last_kinds == ["text.erased"] * (count // BATCH) + ["person.erased"]


@pytest.mark.parametrize("person", ["p" * 5000, "\x00\ud800\\"], ids=["very long", "odd"])
def test_a_person_with_an_unusual_id_is_found_again(store: Store, person: str) -> None:
    entry = keep(store, "mine", person=person)
    assert store.texts.erase_person(person).body == {"erased": 1}
    assert read(store, entry).content is None


def test_nobody_in_particular_cannot_be_erased(store: Store) -> None:
    keep(store, "anonymous")
    with pytest.raises(BadInput, match="empty"):
        store.texts.erase_person("")


def test_an_erased_text_is_in_no_file_any_more(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        keep(store, "needle" * 3000, person="me")
        keep(store, "hay", person="you")
        files = Path(sqlite_url.removeprefix("sqlite:///")).parent
        assert any(b"needleneedle" in content for content in contents(files))
        store.texts.erase_person("me")
        assert not any(b"needleneedle" in content for content in contents(files))


def contents(folder: Path) -> Iterator[bytes]:
    return (path.read_bytes() for path in folder.iterdir())


def test_retention_erases_only_texts_that_are_older(store: Store, clock: FakeClock) -> None:
    old = keep(store, "old", community="forum")
    elsewhere = keep(store, "old too", community="chat")
    clock.advance(days=5)
    fresh = keep(store, "new", community="forum")
    store.communities.set_retention("forum", 7)
    clock.advance(days=2)
    assert store.retention.apply() == [RetentionRun("forum", 7, 0)]  # seven days to the second: not older yet
    clock.advance(seconds=1)
    assert store.retention.apply() == [RetentionRun("forum", 7, 1)]
    contents = [read(store, entry).content for entry in (old, elsewhere, fresh)]
    assert contents == [None, "old too", "new"]
    assert [entry.body for entry in store.ledger.entries(kinds=["text.erased"])] == [{"reason": "retention"}]
    assert store.ledger.verify().problem is None


def test_without_a_retention_texts_stay(store: Store, clock: FakeClock) -> None:
    entry = keep(store, "old")
    clock.advance(days=10_000)
    assert store.retention.apply() == []
    store.communities.set_retention("default", 1)
    store.communities.set_retention("default", None)
    assert store.retention.apply() == []
    assert read(store, entry).content == "old"
