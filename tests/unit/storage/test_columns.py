"""Values that look the same in both databases."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.storage.columns import escape, format_moment, parse_moment, unescape

moments = st.datetimes(timezones=st.just(UTC))
any_text = st.text(st.one_of(st.characters(), st.sampled_from("\x00\\\ud800\udfff0041")))


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("plain", "plain"),
        ("a\x00b", "a\\0000b"),
        ("\ud800", "\\d800"),
        ("\\0041", "\\005c0041"),
        ("é😀", "é😀"),
    ],
)
def test_only_what_a_database_refuses_is_escaped(text: str, escaped: str) -> None:
    assert escape(text) == escaped
    assert unescape(escaped) == text


@given(any_text)
def test_any_text_comes_back_from_its_escaped_form(text: str) -> None:
    escaped = escape(text)
    assert unescape(escaped) == text
    assert "\x00" not in escaped
    escaped.encode("utf-8")


@given(moments)
def test_any_moment_comes_back_from_its_text(moment: datetime) -> None:
    assert parse_moment(format_moment(moment)) == moment


@given(moments, moments)
def test_moments_sort_as_text(one: datetime, other: datetime) -> None:
    assert (format_moment(one) < format_moment(other)) == (one < other)


def test_a_moment_is_written_in_utc() -> None:
    at = datetime(2026, 3, 1, 1, 2, 3, tzinfo=timezone(timedelta(hours=2)))
    assert format_moment(at) == "2026-02-28T23:02:03.000000Z"
