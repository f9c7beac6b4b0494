"""How the numbers of a report depend on each other: kinds and categories, parts and wholes, blanks."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from sayso.moderator.dsa import parts
from sayso.moderator.dsa.cells import read_number
from sayso.moderator.dsa.sheet import Finding, Line, Sheet
from sayso.moderator.dsa.template import OTHER, Kind

_NOTICES = parts.NOTICES.split("|")
AT_MOST = {
    4: [(_NOTICES[i + 1], _NOTICES[i]) for i in (0, 2, 6, 8)],
    5: [(parts.DETECTED, parts.MEASURES)],
    6: [(parts.DETECTED, parts.MEASURES)],
}
"""By part: a column that counts a part, and the one that counts the whole."""
_ORDERS = parts.ORDERS.split("|")
MEDIAN_OF = {
    _ORDERS[2]: (_ORDERS[0],),
    _ORDERS[3]: (_ORDERS[0],),
    _ORDERS[5]: (_ORDERS[4],),
    _ORDERS[6]: (_ORDERS[4],),
    _NOTICES[4]: (_NOTICES[6], _NOTICES[8]),
    _NOTICES[5]: (_NOTICES[7], _NOTICES[9]),
}
"""The counts that a median time is about."""
ALWAYS_POSSIBLE = {
    _ORDERS[0],
    _ORDERS[4],
    _NOTICES[0],
    _NOTICES[6],
    _NOTICES[8],
    parts.MEASURES,
    parts.DETECTED,
}
"""Counts that no service can leave blank for good: anybody may send it an order or a notice."""


def check_categories(sheet: Sheet) -> Iterator[Finding]:
    """Sub-categories add up to their category, categories to the total, Member States to the total of all."""
    for scope, lines in _split_by_scope(sheet).items():
        blocks = list(_cut_into_blocks(lines))
        for title in _list_counts(sheet):
            yield from _check_blocks(sheet, blocks, title, scope)
    if sheet.part.number == 3:
        yield from _check_states(sheet)
    yield from _check_others(sheet)
    yield from _check_parts(sheet)
    yield from _check_medians(sheet)


def check_blanks(sheet: Sheet) -> Iterator[Finding]:
    """Where some counts of a column are given, it could have happened: blanks in it should be zeros."""
    for title in _list_counts(sheet):
        cells = [(line, line.cells.get(title, "")) for line in sheet.lines if line.is_owed]
        blank = [line for line, text in cells if not text and not _is_explained(line, title)]
        if len(blank) < len(cells) or title in ALWAYS_POSSIBLE:
            for line in blank:
                yield sheet.find_fault(
                    line,
                    title,
                    "The cell is blank, although this could have happened.",
                    "Blank means that it could never have happened. Write 0 where it could have and did not.",
                )


def _list_counts(sheet: Sheet) -> list[str]:
    return [column.title for column in sheet.part.columns if column.kind is Kind.COUNT]


def _is_explained(line: Line, title: str) -> bool:
    contexts = (
        text for name, text in line.cells.items() if name.casefold().endswith(f" on {title.casefold()}")
    )
    return any(contexts)


def _split_by_scope(sheet: Sheet) -> Mapping[str, list[Line]]:
    scopes: dict[str, list[Line]] = defaultdict(list)
    for line in sheet.lines:
        scopes[line.key[1] if len(line.key) > 1 else ""].append(line)
    return scopes


def _cut_into_blocks(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """A category and its sub-categories below it; the total is a block of its own."""
    block: list[Line] = []
    for line in lines:
        if block and not line.key[0].startswith("KEYWORD_"):
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def _check_blocks(
    sheet: Sheet, blocks: Sequence[Sequence[Line]], title: str, scope: str
) -> Iterator[Finding]:
    categories = 0.0
    whole = None
    for first, *kinds in blocks:
        value = read_number(first.cells.get(title, ""))
        if first.key[0] == parts.TOTAL:
            whole = first, value
            continue
        categories += value or 0
        below = [read_number(line.cells.get(title, "")) or 0 for line in kinds]
        if (
            value is not None
            and kinds
            and any(line.cells.get(title, "") for line in kinds)
            and sum(below) != value
        ):
            yield sheet.find_fault(
                first,
                title,
                f"{first.key[0]} has {value:,.0f}, its sub-categories add up to {sum(below):,.0f}.",
                "They must be equal. What fits none goes into a KEYWORD_OTHER row that describes it.",
            )
    if whole and whole[1] is not None and categories != whole[1]:
        where = f" for {scope}" if scope and scope != parts.TOTAL else ""
        yield sheet.find_fault(
            whole[0],
            title,
            f"The total{where} is {whole[1]:,.0f}, the categories add up to {categories:,.0f}.",
            "Count each item once, under the category that fits best.",
        )


def _check_states(sheet: Sheet) -> Iterator[Finding]:
    for title in _list_counts(sheet):
        sums: dict[str, float] = defaultdict(float)
        for line in sheet.lines:
            if line.key[1] != parts.TOTAL and line.key[0] != OTHER:
                sums[line.key[0]] += read_number(line.cells.get(title, "")) or 0
        for line in sheet.lines:
            value = read_number(line.cells.get(title, ""))
            states = sums.get(line.key[0])
            if line.key[1] == parts.TOTAL and value is not None and states is not None and states != value:
                yield sheet.find_fault(
                    line,
                    title,
                    f"{line.key[0]} has {value:,.0f} in all, the Member States add up to {states:,.0f}.",
                    "Add a row for every Member State that sent an order.",
                )


def _check_others(sheet: Sheet) -> Iterator[Finding]:
    title = 'Description of the sub-category "Other"'
    for lines in _split_by_scope(sheet).values():
        for _, *kinds in _cut_into_blocks(lines):
            seen: set[str] = set()
            for line in (line for line in kinds if line.key[0] == OTHER):
                about = line.cells.get(title, "")
                counted = any(read_number(line.cells.get(name, "")) for name in _list_counts(sheet))
                if counted and not about:
                    yield sheet.find_fault(
                        line,
                        title,
                        "A KEYWORD_OTHER row with numbers has no description.",
                        "Say what it counts.",
                    )
                elif about and about.casefold() in seen:
                    yield sheet.find_fault(
                        line,
                        title,
                        "Two KEYWORD_OTHER rows of one category have the same description.",
                        "Join them, or say what tells them apart.",
                    )
                seen.add(about.casefold())


def _check_parts(sheet: Sheet) -> Iterator[Finding]:
    for part, whole in AT_MOST.get(sheet.part.number, ()):
        for line in sheet.lines:
            some, all_ = (read_number(line.cells.get(title, "")) for title in (part, whole))
            if some is not None and all_ is not None and some > all_:
                yield sheet.find_fault(
                    line,
                    part,
                    f"{some:,.0f} is more than the {all_:,.0f} of {whole!r}.",
                    "A part is at most its whole.",
                )


def _check_medians(sheet: Sheet) -> Iterator[Finding]:
    """A median stands where something was counted, and is blank where nothing was."""
    for title in (column.title for column in sheet.part.columns if column.kind is Kind.HOURS):
        for line in sheet.lines:
            counts = [read_number(line.cells.get(count, "")) for count in MEDIAN_OF[title]]
            number, hours = sum(count or 0 for count in counts), line.cells.get(title, "")
            if number and not hours and not _is_explained(line, title):
                yield sheet.find_doubt(
                    line,
                    title,
                    f"{number:,.0f} are counted, and no median time is given.",
                    "Write the median in hours, or say in the context column why there is none.",
                )
            elif None not in counts and not number and read_number(hours):
                yield sheet.find_fault(
                    line, title, "Nothing is counted, yet there is a median time.", "Leave the median blank."
                )
