"""Keys, usage, feedback, shadows, pins and communities on each database."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import text

from sayso.core import Say
from sayso.core.errors import BadInput, UnknownName
from sayso.storage import Community, Store, SuggestedScore, Window
from sayso.testing.fake_clock import FakeClock


def test_a_key_is_found_by_its_secret(store: Store, clock: FakeClock) -> None:
    key, secret = store.keys.create(
        "my site", role="admin", community="forum", scale="sayso", per_minute=60, per_day=5000
    )
    assert secret.startswith(f"sayso_{key.id}_")
    assert store.keys.find(secret) == key
    assert (key.name, key.role, key.community, key.scale) == ("my site", "admin", "forum", "sayso")
    assert (key.per_minute, key.per_day, key.created_at, key.revoked_at) == (60, 5000, clock.now, None)


def test_a_key_without_wishes_is_a_service_key_without_limits(store: Store) -> None:
    key, _ = store.keys.create("plain")
    assert (key.role, key.community, key.scale, key.per_minute, key.per_day) == (
        "service",
        "default",
        None,
        None,
        None,
    )


def test_nothing_but_the_whole_secret_finds_a_key(store: Store) -> None:
    key, secret = store.keys.create("a")
    _, other = store.keys.create("b")
    wrong = [secret[:-1], secret + "a", secret.upper(), "", "x", f"sayso_{key.id}_", "\ud800", "sayso_\x00"]
    wrong.append(f"sayso_{key.id}_{other.split('_')[2]}")
    wrong.append(f"sayso_{'0' * 12}_{secret.split('_')[2]}")
    assert [store.keys.find(secret) for secret in wrong] == [None] * len(wrong)


def test_the_secret_is_kept_nowhere(store: Store) -> None:
    _, secret = store.keys.create("a")
    with store.transaction() as transaction:
        rows = [tuple(row) for row in transaction.connection.execute(text("SELECT * FROM keys"))]
        rows += [tuple(row) for row in transaction.connection.execute(text("SELECT * FROM ledger"))]
    assert secret.split("_")[2] not in repr(rows)


def test_a_revoked_key_is_not_found_but_still_listed(store: Store, clock: FakeClock) -> None:
    key, secret = store.keys.create("a")
    clock.advance(hours=1)
    revoked = store.keys.revoke(key.id)
    assert revoked.revoked_at == clock.now
    assert store.keys.find(secret) is None
    assert store.keys.list() == [revoked]


def test_revoking_twice_is_recorded_once(store: Store, clock: FakeClock) -> None:
    key, _ = store.keys.create("a")
    first = store.keys.revoke(key.id)
    clock.advance(hours=1)
    assert store.keys.revoke(key.id) == first
    kinds = [(entry.kind, entry.subject, entry.actor) for entry in store.ledger.entries()]
    assert kinds == [("key.created", key.id, "cli"), ("key.revoked", key.id, "cli")]


def test_keys_are_listed_oldest_first(store: Store, clock: FakeClock) -> None:
    for name in ("one", "two", "three"):
        store.keys.create(name)
        clock.advance(seconds=1)
    assert [key.name for key in store.keys.list()] == ["one", "two", "three"]


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"name": " "}, "needs a name"),
        ({"name": "a", "community": ""}, "needs a name and a community"),
        ({"name": "a", "role": "owner"}, "Unknown role 'owner'. Known: admin, service."),
        ({"name": "a", "scale": "percent"}, "Unknown scale 'percent'. Known: perspective, sayso."),
        ({"name": "a", "per_minute": 0}, "A limit of 0 requests"),
        ({"name": "a", "per_day": -1}, "A limit of -1 requests"),
    ],
)
def test_a_key_that_makes_no_sense_is_refused(store: Store, wishes: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        store.keys.create(**wishes)
    assert store.keys.list() == []


def test_revoking_an_unknown_key_names_the_nearest(store: Store) -> None:
    key, _ = store.keys.create("a")
    typo = key.id[:-1] + ("0" if key.id[-1] != "0" else "1")
    with pytest.raises(UnknownName, match=f"Did you mean '{key.id}'"):
        store.keys.revoke(typo)


def test_usage_adds_up_per_key_and_window(store: Store, clock: FakeClock) -> None:
    midnight = clock.now = datetime(2026, 3, 1, tzinfo=UTC)
    minute, day = Window.minute(midnight), Window.day(midnight)
    for count in (2, 3):
        with store.transaction() as transaction:
            store.usage.add(transaction, {("a", minute): count, ("a", day): 10 * count, ("b", day): 1})
    # The minute and the day begin at the same moment and are counted apart.
    assert store.usage.totals("a", [minute, day]) == {minute: 5, day: 50}
    assert store.usage.totals("b", [minute, day]) == {minute: 0, day: 2}
    assert store.usage.totals("nobody", [day]) == {day: 0}


def test_adding_no_usage_changes_nothing(store: Store) -> None:
    with store.transaction() as transaction:
        store.usage.add(transaction, {})
    assert store.ledger.head().seq == 0


def test_a_window_is_named_by_its_beginning_in_utc() -> None:
    at = datetime.fromisoformat("2026-03-01T00:30:45.5+02:00")
    assert Window.minute(at).start == datetime(2026, 2, 28, 22, 30, tzinfo=UTC)
    assert Window.day(at).start == datetime(2026, 2, 28, tzinfo=UTC)


def test_past_minutes_are_forgotten_and_days_are_not(store: Store, clock: FakeClock) -> None:
    minute, day = Window.minute(clock.now), Window.day(clock.now)
    with store.transaction() as transaction:
        store.usage.add(transaction, {("a", minute): 1, ("a", day): 1})
    clock.advance(hours=2)
    with store.transaction() as transaction:
        store.usage.add(transaction, {("a", Window.minute(clock.now)): 1})
    assert store.usage.totals("a", [minute, day]) == {minute: 0, day: 1}


def test_feedback_is_kept_with_its_text(store: Store, clock: FakeClock) -> None:
    with store.transaction() as transaction:
        entry = store.suggested_scores.add(
            transaction,
            community="forum",
            content="you silly goose",
            scores={"TOXICITY": 0.25},
            language="en",
            client_token="comment 5",
            session="session 1",
            model="linear.v1",
            actor="key 1",
        )
    assert (entry.seq, entry.kind) == (1, "feedback.added")
    assert list(store.suggested_scores.rows()) == [
        SuggestedScore(
            1,
            clock.now,
            "forum",
            "key 1",
            {"TOXICITY": 0.25},
            "en",
            "linear.v1",
            "you silly goose",
            "comment 5",
            "session 1",
        )
    ]
    assert list(store.suggested_scores.rows(community="other")) == []


def test_feedback_outlives_the_erasure_of_its_text(store: Store) -> None:
    with store.transaction() as transaction:
        store.suggested_scores.add(
            transaction, community="c", content="x", scores={"INSULT": 1}, session="me", client_token="t"
        )
    store.texts.erase_person("me")
    (row,) = store.suggested_scores.rows()
    assert (row.scores, row.content, row.client_token, row.session) == ({"INSULT": 1.0}, None, "", "")


def test_shadows_keep_both_scores(store: Store, clock: FakeClock) -> None:
    for hour, content in enumerate(["a remark", None]):
        with store.transaction() as transaction:
            store.shadows.add(
                transaction,
                community="forum",
                content=content,
                ours={"TOXICITY": 0.5},
                theirs={"TOXICITY": 0.25 * hour},
                model="linear.v1",
            )
        clock.advance(hours=1)
    rows = list(store.shadows.rows())
    assert [(row.ours, row.theirs, row.model) for row in rows] == [
        ({"TOXICITY": 0.5}, {"TOXICITY": 0.0}, "linear.v1"),
        ({"TOXICITY": 0.5}, {"TOXICITY": 0.25}, "linear.v1"),
    ]
    assert [row.seq for row in store.shadows.rows(since=rows[1].at)] == [2]
    assert list(store.shadows.rows(community="other")) == []
    assert store.ledger.verify().texts == 1


def test_a_pin_holds_until_the_next_one(store: Store) -> None:
    store.pins.set("linear", "linear.v1")
    store.pins.set("linear", "linear.v2")
    store.pins.set("embedded", "embedded.v1")
    assert store.pins.current() == {"linear": "linear.v2", "embedded": "embedded.v1"}


def test_pins_are_rolled_back_one_by_one(store: Store) -> None:
    for version in ("linear.v1", "linear.v2", "linear.v3"):
        store.pins.set("linear", version)
    seen = [store.pins.roll_back("linear").versioned for _ in range(3)]
    assert seen == ["linear.v2", "linear.v1", None]
    assert store.pins.current() == {}
    with pytest.raises(BadInput, match=r"'linear' is not pinned\.") as caught:
        store.pins.roll_back("linear")
    assert caught.value.hint == "Pinned: nothing. To pin a version: sayso models pin NAME.vN"


def test_a_roll_back_of_nothing_in_the_ledger_changes_nothing(store: Store) -> None:
    store.pins.set("linear", "linear.v1")
    with store.transaction() as transaction:
        for _ in range(2):
            say = Say("pin.rolled_back", actor="cli", subject="linear", body={"versioned": None})
            store.ledger.append(transaction, say)
    assert store.pins.current() == {}
    store.pins.set("linear", "linear.v2")
    assert store.pins.current() == {"linear": "linear.v2"}


def test_of_two_roll_backs_at_once_the_second_sees_the_first(store: Store) -> None:
    store.pins.set("linear", "linear.v1")
    with ThreadPoolExecutor(1) as pool:
        with store.transaction() as transaction:
            say = Say("pin.rolled_back", actor="cli", subject="linear", body={"versioned": None})
            store.ledger.append(transaction, say)
            second = pool.submit(store.pins.roll_back, "linear")
            time.sleep(0.2)  # it is waiting for our transaction by now
        with pytest.raises(BadInput, match="is not pinned"):
            second.result(timeout=30)
    assert [pin.rolled_back for pin in store.pins.history()] == [False, True]


def test_a_pin_after_a_roll_back_is_undone_first(store: Store) -> None:
    store.pins.set("linear", "linear.v1")
    store.pins.set("linear", "linear.v2")
    store.pins.roll_back("linear")
    store.pins.set("linear", "linear.v3")
    assert store.pins.roll_back("linear").versioned == "linear.v1"


def test_the_history_of_pins_names_who_and_when(store: Store, clock: FakeClock) -> None:
    store.pins.set("linear", "linear.v1", actor="key 1")
    store.pins.roll_back("linear")
    history = store.pins.history()
    assert [(pin.actor, pin.versioned, pin.rolled_back) for pin in history] == [
        ("key 1", "linear.v1", False),
        ("cli", None, True),
    ]
    assert [pin.at for pin in history] == [clock.now, clock.now]


@pytest.mark.parametrize(
    ("name", "versioned"), [("linear", "embedded.v1"), ("linear", "linear"), ("", ".v1")]
)
def test_only_a_version_of_the_same_model_can_be_pinned(store: Store, name: str, versioned: str) -> None:
    with pytest.raises(BadInput, match="is not a version of"):
        store.pins.set(name, versioned)


def test_the_retention_of_a_community_is_set_and_recorded(store: Store) -> None:
    store.communities.set_retention("forum", 30)
    store.communities.set_retention("forum", 90)
    assert store.communities.list() == [Community("forum", 90)]
    assert store.communities.get("forum") == Community("forum", 90)
    assert store.communities.get("unheard of") == Community("unheard of", None)
    entries = [(entry.kind, entry.community, entry.body) for entry in store.ledger.entries()]
    assert entries == [("retention.set", "forum", {"days": 30}), ("retention.set", "forum", {"days": 90})]


@pytest.mark.parametrize(("name", "days"), [("forum", 0), ("forum", -1), ("forum", 36_501), (" ", 5)])
def test_a_retention_that_makes_no_sense_is_refused(store: Store, name: str, days: int) -> None:
    with pytest.raises(BadInput):
        store.communities.set_retention(name, days)
    assert store.communities.list() == []
