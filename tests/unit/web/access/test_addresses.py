import pytest

from sayso.core.errors import LimitReached
from sayso.web.access.addresses import AddressLimiter, name_address

MINUTE_START = 29_913_840 * 60.0


class Clock:
    def __init__(self) -> None:
        self.now = MINUTE_START

    def __call__(self) -> float:
        return self.now


def count(limiter: AddressLimiter, address: str, *, times: int = 1, per_minute: int = 2) -> list[bool]:
    """Which of the requests were let through."""
    return [limiter.charge(address, per_minute=per_minute).refused is None for _ in range(times)]


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("testclient", "unknown"),
        (None, "unknown"),
    ],
)
def test_an_address_is_counted_with_those_its_owner_could_take(host: str | None, name: str) -> None:
    assert name_address(host) == name


def test_a_new_minute_starts_afresh() -> None:
    clock = Clock()
    limiter = AddressLimiter(clock=clock)
    assert count(limiter, "a", times=3) == [True, True, False]
    clock.now += 59
    assert count(limiter, "a") == [False]
    clock.now += 1
    assert count(limiter, "a") == [True]


def test_a_refusal_says_when_to_come_back() -> None:
    clock = Clock()
    limiter = AddressLimiter(clock=clock)
    count(limiter, "a", times=2)
    clock.now += 43
    allowance = limiter.charge("a", per_minute=2)
    assert isinstance(allowance.refused, LimitReached)
    assert allowance.refused.hint == "Try again in 17 seconds, or send a key."
    assert allowance.refused.retry_after_s == 17
    assert dict(allowance.headers) == {
        "X-RateLimit-Limit": "2",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": "17",
    }


def test_what_is_refused_does_not_count_on() -> None:
    limiter = AddressLimiter(clock=Clock())
    count(limiter, "a", times=100)
    assert count(limiter, "a", times=2, per_minute=3) == [True, False]


def test_of_too_many_addresses_the_one_silent_longest_is_forgotten() -> None:
    limiter = AddressLimiter(clock=Clock(), size=2)
    count(limiter, "busy", times=2)
    count(limiter, "silent", times=2)
    assert count(limiter, "busy") == [False]
    count(limiter, "new")
    assert count(limiter, "busy") == [False]
    assert count(limiter, "silent") == [True]
