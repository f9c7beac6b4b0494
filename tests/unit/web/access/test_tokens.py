from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.web.access.tokens import LONGEST, BadToken, ExpiredToken, Tokens

KEY = b"k" * 32
DAY = timedelta(days=1)


def make_tokens(key: bytes = KEY, *, later: timedelta = timedelta(0)) -> Tokens:
    """Signs now; reads as if it were `later`."""
    clock = lambda: datetime.now(UTC) + later  # noqa: E731  # one line says it
    return Tokens(key, token_life=90 * DAY, link_life=DAY, clock=clock)


def test_a_token_names_its_reader_and_says_until_when() -> None:
    token, expires_at = make_tokens().sign_reader("0123456789abcdef")
    read = make_tokens().read_reader(token)
    assert read.reader_id == "0123456789abcdef"
    assert abs(read.expires_at - expires_at) < timedelta(seconds=2)
    assert abs(expires_at - datetime.now(UTC) - 90 * DAY) < timedelta(seconds=2)


def test_a_link_names_reader_and_reply() -> None:
    link = make_tokens().read_link(make_tokens().sign_link("reader", "reply"))
    assert (link.reader_id, link.held_id) == ("reader", "reply")


def test_tokens_are_safe_in_headers_and_addresses() -> None:
    token, _ = make_tokens().sign_reader("f" * 16)
    link = make_tokens().sign_link("f" * 16, "e" * 16)
    assert all(letter.isalnum() or letter in "-_." for letter in token + link)
    assert max(len(token), len(link)) < 130


@pytest.mark.parametrize("days", [89, 91])
def test_a_token_expires_and_says_when(days: int) -> None:
    token, expires_at = make_tokens().sign_reader("reader")
    later = make_tokens(later=days * DAY)
    if days < 90:
        assert later.read_reader(token).reader_id == "reader"
        return
    with pytest.raises(ExpiredToken) as caught:
        later.read_reader(token)
    assert abs(caught.value.expired_at - expires_at) < timedelta(seconds=2)


def test_a_clock_that_is_a_little_behind_takes_a_token_from_one_that_is_ahead() -> None:
    token, _ = make_tokens().sign_reader("reader")
    assert make_tokens(later=-timedelta(seconds=30)).read_reader(token).reader_id == "reader"


def test_a_link_is_no_token_and_a_token_no_link() -> None:
    tokens = make_tokens()
    with pytest.raises(BadToken):
        tokens.read_reader(tokens.sign_link("reader", "reply"))
    with pytest.raises(BadToken):
        tokens.read_link(tokens.sign_reader("reader")[0])


def test_another_installation_has_another_key() -> None:
    token, _ = make_tokens(b"other" * 8).sign_reader("reader")
    with pytest.raises(BadToken):
        make_tokens().read_reader(token)


@given(place=st.integers(min_value=0), letter=st.sampled_from("abcXYZ019-_.é\x00"))
def test_a_token_with_one_letter_changed_is_refused(place: int, letter: str) -> None:
    token, _ = make_tokens().sign_reader("0123456789abcdef")
    place %= len(token) - 1  # the last letter of base64 has bits that say nothing
    changed = token[:place] + letter + token[place + 1 :]
    if changed == token:
        return
    with pytest.raises(BadToken):
        make_tokens().read_reader(changed)


@given(st.text())
def test_whatever_is_sent_as_a_token_is_refused_and_nothing_breaks(token: str) -> None:
    with pytest.raises(BadToken):
        make_tokens().read_reader(token)


def test_what_is_very_long_is_not_looked_at() -> None:
    with pytest.raises(BadToken):
        make_tokens().read_link("a" * (LONGEST + 1))
