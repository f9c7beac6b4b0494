"""What people wrote instead of a word when they rewrote rude sentences."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from sayso.core.errors import BadWeights
from sayso.explaining.word_vectors import explain_table_repair

SHIPPED = Path(__file__).parent / "data" / "people.v1.json"


class Substitutions:
    """For each word the wordings that replaced it, most frequent first; the empty one is an omission."""

    def __init__(self, table: Mapping[str, Sequence[str]]) -> None:
        self._table = table

    def find(self, word: str) -> list[str]:
        return list(self._table.get(word.lower(), ()))


def load_substitutions(path: Path = SHIPPED) -> Substitutions:
    """The table in a file; `BadWeights`, with the way to repair it, if it is missing or damaged."""
    try:
        data = json.loads(path.read_text("utf-8"))
        return Substitutions({str(word): [str(one) for one in ones] for word, ones in data["words"].items()})
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as error:
        raise BadWeights(
            f"The table of substitutions {path} is missing or damaged.", hint=explain_table_repair(path)
        ) from error
