"""What readers permitted and blocked, all together."""

from collections.abc import Sequence

from sayso.core.reader import Ruling
from sayso.reader.records.conversation import Ruled
from sayso.reader.records.report import RulingCount


def count_rulings(rulings: Sequence[tuple[str, Ruled]]) -> list[RulingCount]:
    """Each ruling on the same words, most readers first. Case does not matter."""
    found: dict[tuple[str, Ruling], list[str]] = {}
    for reader, one in rulings:
        found.setdefault((one.text.casefold(), one.ruling), []).append(reader)
    counts = [
        RulingCount(term, ruling, len(set(readers)), len(readers))
        for (term, ruling), readers in found.items()
    ]
    return sorted(counts, key=lambda one: (-one.readers, -one.times, one.term, one.ruling))
