"""Policies, readers and secrets, on each database."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from sayso.core import Attribute, Policy
from sayso.core.errors import BadInput, StalePolicy, UnknownName
from sayso.storage import PolicyChange, Reader, Store
from sayso.testing.fake_clock import FakeClock

TOXICITY, INSULT = Attribute.TOXICITY, Attribute.INSULT


def test_a_community_without_a_policy_has_the_defaults(store: Store) -> None:
    assert store.policies.current("forum") == Policy(community="forum", version=0)
    assert store.policies.history("forum") == []
    assert store.policies.communities() == []


def test_a_policy_holds_from_when_it_is_set_and_its_history_stays(store: Store, clock: FakeClock) -> None:
    first = store.policies.set(Policy("forum", soft_limit=0.2, default_message="Not here."), actor="ana")
    begun = clock.now
    clock.advance(days=1)
    second = store.policies.set(replace(first, strict=False, attributes=(TOXICITY, INSULT)), actor="ben")
    store.policies.set(Policy("chat"))
    assert (first.version, second.version) == (1, 2)
    assert store.policies.current("forum") == second
    assert store.policies.history("forum") == [
        PolicyChange(1, begun, "ana", first),
        PolicyChange(2, clock.now, "ben", second),
    ]
    assert store.policies.communities() == ["chat", "forum"]


def test_the_ledger_holds_the_whole_policy(store: Store) -> None:
    store.policies.set(Policy("forum", default_message="Not here."), actor="ana")
    (entry,) = store.ledger.entries(kinds=["policy.set"])
    assert (entry.community, entry.actor, entry.subject) == ("forum", "ana", "forum")
    assert entry.body == {
        "community": "forum",
        "version": 1,
        "attributes": ["TOXICITY"],
        "soft_limit": 0.35,
        "hard_limit": 0.9,
        "last_limit": 0.97,
        "scale": "sayso",
        "answers_about": "word",
        "flag_limit": 0.5,
        "default_message": "Not here.",
        "strict": True,
        "method": "dynamic",
        "streaming": "sentence",
        "judges_prompts": False,
        "shows_unjudged": False,
    }


def test_setting_what_holds_already_changes_nothing(store: Store) -> None:
    first = store.policies.set(Policy("forum"))
    assert first.version == 1
    assert store.policies.set(Policy("forum")) == first
    assert len(store.policies.history("forum")) == 1


@pytest.mark.parametrize("expected", [0, 2, 7])
def test_a_policy_that_changed_meanwhile_is_not_overwritten(store: Store, expected: int) -> None:
    held = store.policies.set(Policy("forum"))
    with pytest.raises(StalePolicy) as caught:
        store.policies.set(Policy("forum", strict=False), expected_version=expected)
    assert caught.value.message == (
        f"The policy of 'forum' is at version 1, not {expected}: somebody changed it meanwhile."
    )
    assert store.policies.current("forum") == held
    assert store.policies.set(Policy("forum", strict=False), expected_version=1).version == 2


def test_of_many_who_set_at_once_with_one_version_one_succeeds(store: Store) -> None:
    def set_limit(number: int) -> Exception | None:
        try:
            store.policies.set(Policy("forum", soft_limit=number / 10), expected_version=0)
        except StalePolicy as error:
            return error
        return None

    with ThreadPoolExecutor(4) as pool:
        failures = list(pool.map(set_limit, range(4)))
    assert failures.count(None) == 1
    assert store.policies.current("forum").version == 1


@pytest.mark.parametrize("community", ["", " ", "x" * 201])
def test_a_policy_needs_a_community(store: Store, community: str) -> None:
    with pytest.raises(BadInput, match="1 to 200 characters"):
        store.policies.set(Policy(community))
    assert store.policies.current(community).version == 0


def test_the_same_name_in_a_community_is_the_same_reader(store: Store, clock: FakeClock) -> None:
    ana = store.readers.find_or_create("forum", "ana")
    assert ana == Reader(ana.id, "forum", "ana", None, clock.now)
    assert store.readers.find_or_create("forum", "ana") == ana
    assert store.readers.get(ana.id) == ana
    other = store.readers.find_or_create("chat", "ana")
    assert other.id != ana.id
    assert store.readers.find("ana") == [ana, other] or store.readers.find("ana") == [other, ana]
    assert store.readers.find("ana", community="chat") == [other]
    assert store.readers.list(community="forum") == [ana]
    assert len(store.readers.list()) == 2


def test_a_reader_asked_for_by_many_at_once_is_made_once(store: Store) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(store.readers.find_or_create, ["forum"] * 16, ["ana"] * 16))
    assert len({reader.id for reader in found}) == 1


@pytest.mark.parametrize("name", ["nul \x00", "lone \ud83d", "x" * 5000, "\\", "é" * 200])
def test_any_name_is_found_again(store: Store, name: str) -> None:
    reader = store.readers.find_or_create("forum", name)
    assert store.readers.find_or_create("forum", name) == reader
    assert store.readers.find(name) == [reader]
    assert len(reader.name) <= 200


def test_a_name_is_neither_in_the_ledger_nor_in_the_representation(store: Store) -> None:
    reader = store.readers.find_or_create("forum", "ana@example.org")
    store.readers.set_limits(reader.id, {TOXICITY: 0.1})
    store.readers.agree(reader.id, True)
    store.readers.set_joins_list(reader.id, True)
    store.readers.delete(reader.id)
    assert "example.org" not in repr(list(store.ledger.entries())) + repr(reader)


def test_a_reader_needs_a_name_and_a_community(store: Store) -> None:
    with pytest.raises(BadInput, match="name of the reader is empty"):
        store.readers.find_or_create("forum", " ")
    with pytest.raises(BadInput, match="1 to 200 characters"):
        store.readers.find_or_create("", "ana")


@pytest.mark.parametrize("reader_id", ["", "nobody", "0" * 16, "\x00", "\ud800", "x" * 10_000])
def test_an_unknown_reader_is_told(store: Store, reader_id: str) -> None:
    assert store.readers.get(reader_id) is None
    assert store.readers.limits(reader_id) == {}
    for act in (
        lambda: store.readers.set_limits(reader_id, {TOXICITY: 0.1}),
        lambda: store.readers.agree(reader_id, True),
        lambda: store.readers.set_joins_list(reader_id, True),
        lambda: store.readers.delete(reader_id),
    ):
        with pytest.raises(BadInput, match="There is no reader"):
            act()


def test_limits_are_set_one_by_one_and_taken_back(store: Store) -> None:
    reader = store.readers.find_or_create("forum", "ana")
    assert store.readers.limits(reader.id) == {}
    assert store.readers.set_limits(reader.id, {TOXICITY: 0.7, INSULT: 0}) == {TOXICITY: 0.7, INSULT: 0.0}
    assert store.readers.set_limits(reader.id, {TOXICITY: None}) == {INSULT: 0.0}
    assert store.readers.limits(reader.id) == {INSULT: 0.0}
    assert [entry.body for entry in store.ledger.entries(kinds=["reader.limits"])] == [
        {"limits": {"TOXICITY": 0.7, "INSULT": 0.0}},
        {"limits": {"INSULT": 0.0}},
    ]


def test_a_limit_that_holds_already_is_no_change(store: Store) -> None:
    reader = store.readers.find_or_create("forum", "ana")
    for _ in range(2):
        store.readers.set_limits(reader.id, {TOXICITY: 0.5})
    assert len(list(store.ledger.entries(kinds=["reader.limits"]))) == 1


@pytest.mark.parametrize("limit", [-0.01, 0.91, 1, float("nan"), float("inf")])
def test_a_limit_outside_what_the_community_allows_is_refused_whole(store: Store, limit: float) -> None:
    reader = store.readers.find_or_create("forum", "ana")
    with pytest.raises(BadInput) as caught:
        store.readers.set_limits(reader.id, {INSULT: 0.2, TOXICITY: limit})
    assert caught.value.message == f"A limit of {limit:g} for TOXICITY is not possible here."
    assert caught.value.hint == "Choose from 0 to 0.9, the highest this community allows."
    assert store.readers.limits(reader.id) == {}


def test_the_highest_limit_is_the_policys(store: Store) -> None:
    reader = store.readers.find_or_create("forum", "ana")
    store.policies.set(Policy("forum", hard_limit=0.9))
    assert store.readers.set_limits(reader.id, {TOXICITY: 0.9}) == {TOXICITY: 0.9}


def test_an_unknown_attribute_has_no_limit(store: Store) -> None:
    reader = store.readers.find_or_create("forum", "ana")
    with pytest.raises(UnknownName, match="Did you mean 'TOXICITY'"):
        store.readers.set_limits(reader.id, {"TOXICITI": 0.5})  # pyright: ignore[reportArgumentType] (as a request may)


def test_an_agreement_is_kept_with_its_moment_and_can_be_taken_back(store: Store, clock: FakeClock) -> None:
    reader = store.readers.find_or_create("forum", "ana")
    clock.advance(days=1)
    for _ in range(2):
        assert store.readers.agree(reader.id, True).agreed_at == clock.now
    clock.advance(days=1)
    assert store.readers.agree(reader.id, False).agreed_at is None
    told = [entry.body for entry in store.ledger.entries(kinds=["reader.agreed"])]
    assert told == [{"records": True}, {"records": False}]


def test_a_secret_is_the_same_for_all_processes_and_for_its_name_alone(
    store: Store, database_url: str
) -> None:
    def ask(one: Store) -> bytes:
        return one.secrets.get_or_create("reader-links")

    with Store.open(database_url) as other, ThreadPoolExecutor(8) as pool:
        found = set(pool.map(ask, [store, other] * 8))
    assert len(found) == 1
    (secret,) = found
    assert len(secret) == 32
    assert store.secrets.get_or_create("something-else") != secret
