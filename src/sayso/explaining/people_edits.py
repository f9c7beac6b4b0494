"""What people did with rude passages when they rewrote sentences: left out, or said otherwise, and how often.

Counted by what stood to the left and to the right, in classes: "shit" after "this" is left out, at the end of
"I don't know shit" it becomes "anything".
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from sayso.core.errors import BadWeights
from sayso.explaining.word_vectors import explain_table_repair

SHIPPED = Path(__file__).parent / "data" / "people.v2.json"
LONGEST = 5
"""Tokens of a passage at most."""
EVEN = 4.0
"""So many observations are borrowed from what is known without the neighbours."""
_CLASSES = {
    "a": "a an",
    "det": "the this that these those my your ur his her their our its some any no every all",
    "be": "is are am was were be been being 's 're 'm im isn aren wasn weren ain",
    "do": "do does did don doesn didn can could will would should have has had won wouldn couldn 'll 'd 've",
    "not": "'t not never dont didnt doesnt cant wont aint",
    "who": "i you he she we they it u ya who me him them us",
    "prep": "of in on at for with by from about into over out up off down to like as than",
    "and": "and or but because cause cuz so if when that then",
    "wh": "what who where why how when",
    "much": "so very too really just such more most",
    "end": ". ! ?",
    "mark": ", ; : ( )",
}
_CLASS_OF = {word: name for name, words in _CLASSES.items() for word in words.split()}
_PERSONS = frozenset(["person", "people", "guy", "guys"])
_THINGS = frozenset(["thing", "things", "stuff", "anything", "it"])
EDGE = "end"


def classify(token: str | None) -> str:
    """The class of a neighbour: of words with one job that job, of all others "word"; None is the edge."""
    return EDGE if token is None else _CLASS_OF.get(token, "word")


class PeopleEdits:
    """For each passage, by its neighbours' classes ("left right", "" for any), wordings and their counts."""

    def __init__(self, table: Mapping[str, Mapping[str, Mapping[str, int]]]) -> None:
        self._table = table

    def find(self, passage: str, *, left: str | None, right: str | None) -> dict[str, float]:
        """Wordings and their shares, the empty one for leaving out; none where nothing is known.

        Shares by both neighbours lean on those by one, and these on those of the passage anywhere.
        """
        seen = self._table.get(passage)
        if seen is None:
            return {}
        shares = _share(seen[""])
        one, other = classify(left), classify(right)
        for context in (f"{one} *", f"* {other}", f"{one} {other}"):
            counts = seen.get(context, {})
            total = sum(counts.values()) + EVEN
            shares = {
                wording: (counts.get(wording, 0) + EVEN * shares.get(wording, 0.0)) / total
                for wording in {*shares, *counts}
            }
        return shares

    def is_name(self, passage: str) -> bool:
        """Whether it stood for a person or a thing: then people named it otherwise."""
        return not (_PERSONS | _THINGS).isdisjoint(self._table.get(passage, {}).get("", {}))

    def is_person(self, passage: str) -> bool:
        """Whether it rather stood for a person than for a thing."""
        counts = self._table.get(passage, {}).get("", {})
        persons, things = (sum(counts.get(one, 0) for one in some) for some in (_PERSONS, _THINGS))
        return persons > things

    def is_known(self, passage: str) -> bool:
        return passage in self._table


def _share(counts: Mapping[str, int]) -> dict[str, float]:
    total = sum(counts.values())
    return {wording: count / total for wording, count in counts.items()}


def load_people_edits(path: Path = SHIPPED) -> PeopleEdits:
    """The table in a file; `BadWeights`, with the way to repair it, if it is missing or damaged."""
    try:
        data = json.loads(path.read_text("utf-8"))
        return PeopleEdits(_check(data["edits"]))
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as error:
        raise BadWeights(
            f"The table of people's edits {path} is missing or damaged.", hint=explain_table_repair(path)
        ) from error


def _check(
    edits: Mapping[str, Mapping[str, Sequence[Sequence[object]]]],
) -> dict[str, dict[str, dict[str, int]]]:
    return {
        str(passage): {
            str(context): {str(wording): int(str(count)) for wording, count in found}
            for context, found in contexts.items()
        }
        for passage, contexts in edits.items()
    }
