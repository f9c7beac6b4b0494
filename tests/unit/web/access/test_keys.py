from datetime import UTC, datetime

import pytest

from sayso.storage import Key
from sayso.web.access.callers import KeyHolder
from sayso.web.access.keys import KEY_MEMORY_S, KeyRing, read_secret

NOW = datetime(2026, 11, 15, tzinfo=UTC)
OURS = f"sayso_0123456789ab_{'a2' * 26}"


class Lookup:
    """A key store that a test can change, and that counts how often it is asked."""

    def __init__(self, **keys: Key) -> None:
        self.keys = dict(keys)
        self.asked = 0

    def __call__(self, secret: str) -> Key | None:
        self.asked += 1
        return self.keys.get(secret)


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def make_key(*, revoked_at: datetime | None = None) -> Key:
    return Key("k1", "site", "admin", "forum", "sayso", 60, 1000, NOW, revoked_at)


@pytest.mark.anyio
async def test_a_key_says_who_is_calling() -> None:
    ring = KeyRing(Lookup(secret=make_key()))
    assert await ring.holder("secret") == KeyHolder("k1", "admin", "forum", "sayso", 60, 1000)


@pytest.mark.anyio
async def test_a_known_key_is_looked_up_once_in_a_while() -> None:
    lookup, clock = Lookup(secret=make_key()), Clock()
    ring = KeyRing(lookup, clock=clock)
    await ring.holder("secret")
    clock.now += KEY_MEMORY_S - 0.01
    await ring.holder("secret")
    assert lookup.asked == 1


@pytest.mark.anyio
@pytest.mark.parametrize("after", [None, make_key(revoked_at=NOW)])
async def test_a_revoked_key_is_refused_within_five_seconds(after: Key | None) -> None:
    lookup, clock = Lookup(secret=make_key()), Clock()
    ring = KeyRing(lookup, clock=clock)
    assert await ring.holder("secret")
    lookup.keys = {} if after is None else {"secret": after}
    clock.now += 5
    assert await ring.holder("secret") is None


@pytest.mark.anyio
async def test_an_absurdly_long_key_is_not_even_looked_up() -> None:
    lookup = Lookup()
    assert await KeyRing(lookup).holder("x" * 201) is None
    assert lookup.asked == 0


@pytest.mark.anyio
async def test_a_flood_of_wrong_keys_does_not_fill_the_memory() -> None:
    lookup = Lookup()
    ring = KeyRing(lookup, memory_size=2)
    for secret in ("a", "b", "c", "c"):
        await ring.holder(secret)
    assert lookup.asked == 3


@pytest.mark.parametrize(
    ("headers", "query", "secret"),
    [
        ({"authorization": "Bearer one"}, {}, "one"),
        ({"authorization": "bearer  one "}, {}, "one"),
        ({"x-api-key": "two"}, {}, "two"),
        ({}, {"key": "three"}, "three"),
        ({"authorization": "Bearer one", "x-api-key": "two"}, {"key": "three"}, "one"),
        ({"authorization": "Basic abc", "x-api-key": "two"}, {}, "two"),
        ({"authorization": "Bearer theirs", "x-api-key": OURS}, {}, OURS),
        ({"authorization": f"Bearer {OURS}", "x-api-key": "theirs"}, {}, OURS),
        ({"authorization": "Bearer theirs"}, {"key": OURS}, OURS),
        ({"authorization": "Bearer "}, {"key": "three"}, "three"),
        ({}, {}, None),
        ({"x-api-key": "  "}, {"key": ""}, None),
    ],
)
def test_the_key_is_found_wherever_clients_put_it(
    headers: dict[str, str], query: dict[str, str], secret: str | None
) -> None:
    assert read_secret(headers, query) == secret
