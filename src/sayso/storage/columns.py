"""Column types that hold the same values in SQLite and in PostgreSQL."""

import re
from datetime import UTC, datetime

from sqlalchemy import BigInteger, Dialect, Integer, Text
from sqlalchemy.types import TypeDecorator

from sayso.core.json_text import format_moment

UNSAFE = re.compile("[\x00\\\\\ud800-\udfff]")
ESCAPED = re.compile(r"\\([0-9a-f]{4})")

WholeNumber = BigInteger().with_variant(Integer, "sqlite")
"""64 bits on both; SQLite makes only an `INTEGER PRIMARY KEY` its row number."""


def utc_now() -> datetime:
    return datetime.now(UTC)


def parse_moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def escape(text: str) -> str:
    """Any `str`, without the code points that one of the databases refuses (NUL, lone surrogates)."""
    return UNSAFE.sub(lambda found: f"\\{ord(found[0]):04x}", text)


def unescape(text: str) -> str:
    return ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "\\" in text else text


class AnyText(TypeDecorator[str]):
    """A short text that comes from outside, such as a name or an id."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002 (SQLAlchemy's signature)
        return None if value is None else escape(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        return None if value is None else unescape(value)


class Moment(TypeDecorator[datetime]):
    """A moment, kept as text: a database's own time type would round or shift it."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        return None if value is None else format_moment(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else parse_moment(value)
