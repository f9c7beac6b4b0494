"""Which column of a table holds the text."""

from collections.abc import Sequence

from sayso.core.errors import BadFile, BadInput, UnknownName

USUAL_NAMES = (
    "text", "comment_text", "comment", "body", "content",
    "message", "post", "tweet", "sentence", "review", "test_case",
)  # fmt: skip
LONGEST_NAME = 40
MOST_NAMES = 20


def choose_column(names: Sequence[str], *, wanted: str | None, source: str) -> str:
    """The column asked for, or the first of the usual names that the table has, in any case."""
    _refuse_twins(names, source=source)
    if wanted is not None:
        if wanted not in names:
            raise UnknownName("column", wanted, _shorten(names))
        return wanted
    by_lower_case = {name.strip().lower(): name for name in reversed(names)}
    for usual in USUAL_NAMES:
        if usual in by_lower_case:
            return by_lower_case[usual]
    listed = ", ".join(_shorten(names)) or "none"
    raise BadInput(
        f"No column of {source} has a usual name for the text. Columns: {listed}.",
        hint="Choose one: --column NAME",
    )


def _refuse_twins(names: Sequence[str], *, source: str) -> None:
    twins = sorted({name for name in names if names.count(name) > 1})
    if twins:
        raise BadFile(f"{source} has two columns called {_shorten(twins)[0]!r}.", hint="Rename one of them.")


def _shorten(names: Sequence[str]) -> list[str]:
    """Where a header is missing, the names are text: not more of them than helps."""
    cut = [
        name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…" for name in names[:MOST_NAMES]
    ]
    return [*cut, "…"] if len(names) > MOST_NAMES else cut
