"""What a part of Annex I is: columns, and the rows that must stand in it. `parts` has the eleven.

Titles are the Commission's, since reports are read by machines. A row is known by its key: category and scope
in parts 3 to 6, indicator and scope in parts 7 to 10, the indicator alone in parts 1 and 11.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

OTHER = "KEYWORD_OTHER"


class Kind(StrEnum):
    """What a cell holds."""

    KEY = "key"  # says what the row is
    SERVICE = "service"
    PERIOD = "period"
    DATE = "date"
    COUNT = "count"
    HOURS = "hours"
    SHARE = "share"
    TEXT = "text"  # must be written
    CONTEXT = "context"  # may be written


class Provider(StrEnum):
    """Who reports, from the fewest duties to the most."""

    INTERMEDIARY = "intermediary"
    HOSTING = "hosting"
    PLATFORM = "platform"
    VERY_LARGE = "very-large"


APPLICABILITY = {
    Provider.INTERMEDIARY: "All",
    Provider.HOSTING: "Only for providers of hosting services, including online platforms",
    Provider.PLATFORM: "Only for providers of online platforms",
    Provider.VERY_LARGE: "Only for VLOPs",
}


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Row:
    key: tuple[str, ...]
    kind: Kind = Kind.COUNT
    """What stands under `Value`, in the parts that have such a column."""
    owed_by: Provider = Provider.INTERMEDIARY
    section: str = ""

    def is_owed_by(self, provider: Provider) -> bool:
        return list(Provider).index(provider) >= list(Provider).index(self.owed_by)


@dataclass(frozen=True, slots=True)
class Part:
    number: int
    name: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    @property
    def key_columns(self) -> tuple[str, ...]:
        return tuple(column.title for column in self.columns if column.kind is Kind.KEY)

    @property
    def has_categories(self) -> bool:
        return 3 <= self.number <= 6

    def lay_out(self, service: str, begin: date, end: date, *, provider: Provider) -> Iterator[list[str]]:
        """The template with service and period filled in and every other cell left open."""
        yield [column.title for column in self.columns]
        for row in self.rows:
            if row.is_owed_by(provider):
                yield list(self._fill(row, service, f"{begin}/{end}"))

    def _fill(self, row: Row, service: str, period: str) -> Iterator[str]:
        keys = iter(row.key)
        for column in self.columns:
            if column.kind is Kind.KEY:
                yield next(keys)
            elif column.title == "Applicability":
                yield APPLICABILITY[row.owed_by]
            elif column.title == "Section":
                yield row.section
            else:
                yield {Kind.SERVICE: service, Kind.PERIOD: period}.get(column.kind, "")


def fold(title: str) -> str:
    """A title without what differs between copies of the template: spaces, case, quotes and dashes."""
    plain = title.replace("’", "'").replace("–", "-").replace("“", '"').replace("”", '"')
    return " ".join(plain.casefold().split())


@dataclass(frozen=True, slots=True)
class Category:
    key: str
    name: str
    kinds: Mapping[str, str]
    """Its sub-categories, keyword and name, in the order of part 2; `KEYWORD_OTHER` comes last."""


@cache
def load_categories() -> tuple[Category, ...]:
    text = (files("sayso.moderator.dsa") / "categories.yaml").read_text("utf-8")
    listed: list[dict[str, Any]] = yaml.safe_load(text)
    rest = {OTHER: "Not captured by any other sub-category"}
    return tuple(
        Category(one["key"], one["name"], {**one["kinds"], **rest} if one["kinds"] else {}) for one in listed
    )
