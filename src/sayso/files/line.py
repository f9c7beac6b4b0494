"""One text on its way through `sayso score`: what came in, what comes out."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sayso.core import Attribute, Evidence


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
