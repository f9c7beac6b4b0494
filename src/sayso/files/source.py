"""A file's texts, one a line, on their way to scores; and which column holds them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sayso.core import Attribute, Evidence
from sayso.core.errors import BadFile, BadInput, UnknownName


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a line has no score: `cause` is counted at the end, `message` stands in the output."""

    cause: str
    message: str


EMPTY = Problem("empty", "The text is empty.")


@dataclass(frozen=True, slots=True)
class Line:
    """A text and the other columns it came with. A line with a problem is not scored, but still answered."""

    text: str = field(repr=False)
    problem: Problem | None = None
    columns: Mapping[str, object] = field(default_factory=dict[str, object], repr=False)


@dataclass(frozen=True, slots=True)
class Result:
    """A line with its scores, or with the problem that stood in their way."""

    line: Line
    scores: Mapping[Attribute, float]
    evidence: Evidence | None = None
    problem: Problem | None = None


def make_line(
    text: str, *, problem: Problem | None = None, columns: Mapping[str, object] | None = None
) -> Line:
    """A line whose text is checked for being empty; white space alone counts as empty."""
    return Line(text, problem or (None if text.strip() else EMPTY), columns or {})


InputFormat = Literal["lines", "csv", "jsonl", "parquet"]
INPUT_FORMATS: tuple[InputFormat, ...] = ("lines", "csv", "jsonl", "parquet")


@dataclass(frozen=True, slots=True)
class Source:
    """Lines in blocks, in order, read as they are asked for.

    `columns` are the names of all columns, none for plain lines; `schema` their Arrow types, if any.
    `total` and `position` count in the same unit, bytes or rows; without a total nobody knows how far it is.
    """

    name: str
    blocks: Iterator[list[Line]]
    columns: tuple[str, ...] = ()
    text_column: str | None = None
    schema: Any = None
    total: int | None = None
    position: Callable[[], int] = lambda: 0


USUAL_NAMES = (
    "text", "comment_text", "comment", "body", "content",
    "message", "post", "tweet", "sentence", "review", "test_case",
)  # fmt: skip
LONGEST_NAME = 30
MOST_NAMES = 20


def choose_column(names: Sequence[str], *, wanted: str | None, source: str) -> str:
    """The column asked for, or the first of the usual names that the table has, in any case."""
    twins = sorted({name for name in names if names.count(name) > 1})
    if twins:
        raise BadFile(
            f"{source} has two columns called {shorten_names(twins)[0]!r}.", hint="Rename one of them."
        )
    if wanted is not None:
        if wanted not in names:
            raise UnknownName("column", wanted, shorten_names(names))
        return wanted
    by_lower_case = {name.strip().lower(): name for name in reversed(names)}
    for usual in USUAL_NAMES:
        if usual in by_lower_case:
            return by_lower_case[usual]
    listed = ", ".join(shorten_names(names)) or "none"
    raise BadInput(
        f"No column of {source} has a usual name for the text. Columns: {listed}.",
        hint="Choose one: --column NAME",
    )


def shorten_names(names: Sequence[str]) -> list[str]:
    """Where a header is missing, the names are text: not more of them than helps."""
    cut = [
        name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…" for name in names[:MOST_NAMES]
    ]
    return [*cut, "…"] if len(names) > MOST_NAMES else cut
