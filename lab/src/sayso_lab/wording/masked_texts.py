"""What the masked-word model learns from: everyday talk, and the labelled sets' texts without their labels.

Texts that anything is measured on, and copies of them, are left out: those of the parts dev and held-out, and
the pairs of ParaDetox by which alternatives are judged.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sayso.core.errors import BadFile
from sayso.text.partition import is_held_out_pair
from sayso_lab.data.columns import read_columns
from sayso_lab.data.files import draw_sample, list_stems
from sayso_lab.data.harmless import EVERYDAY
from sayso_lab.data.rows import Row
from sayso_lab.data.splits import Part, make_keys
from sayso_lab.data.table import SetRecord, Table, read_table

FILE = "everyday_text"
_LENGTHS = range(21, 600)
"""Characters of everyday texts: shorter ones give no context, longer ones are no talk."""
_SEED = 1


@dataclass(frozen=True)
class MaskedTexts:
    """The texts to learn from and those to measure on, and the table that they are from."""

    learned: tuple[str, ...]
    dev: tuple[str, ...]
    table: Table

    @property
    def digest(self) -> str:
        """Other texts give another."""
        found = hashlib.sha256()
        for text in self.learned:
            found.update(f"{len(text)} {text}".encode("utf-8", "surrogatepass"))
        return found.hexdigest()


def gather_texts(
    data_dir: Path, *, limit: int | None = None, on_file: Callable[[str], None] = lambda _: None
) -> MaskedTexts:
    """Reads the sets of a folder, at most `limit` texts of each; `on_file` is told each file's name first."""
    table = read_table(data_dir, limit=limit, on_file=on_file)
    apart = _list_keys(_find_apart(table))
    kept = [row for row in table.part(Part.TRAIN) if row.source != EVERYDAY.name and _is_free(row, apart)]
    everyday: list[str] = []
    if FILE in list_stems(data_dir):
        on_file(f"{FILE}.parquet, all of it")
        everyday = draw_sample(_read_everyday(data_dir / f"{FILE}.parquet", apart), limit, seed=_SEED)
    learned = tuple(dict.fromkeys([*(row.text for row in kept), *everyday]))
    if not learned:
        raise BadFile(f"{data_dir} holds no text to learn from.", hint="Add data, or raise the limit.")
    sets = tuple(_count(one, kept, len(everyday)) for one in table.sets)
    dev = tuple(dict.fromkeys(row.text for row in table.part(Part.DEV)))
    return MaskedTexts(learned, dev, replace(table, sets=sets))


def _find_apart(table: Table) -> list[Row]:
    """The rows that must not be learned from; a pair's rewrites go with its rude sentence."""
    rude = (row for row in table.rows if row.source == "paradetox" and row.gold == 1)
    links = {row.link for row in rude if is_held_out_pair(row.text)}
    return [
        row
        for row, part in zip(table.rows, table.parts, strict=True)
        if part is not Part.TRAIN or row.link in links
    ]


def _list_keys(rows: Iterable[Row]) -> frozenset[str]:
    return frozenset(key for row in rows for key in make_keys(row.text))


def _is_free(row: Row, apart: frozenset[str]) -> bool:
    return apart.isdisjoint(make_keys(row.text))


def _read_everyday(path: Path, apart: frozenset[str]) -> list[str]:
    found = read_columns(path, EVERYDAY.files[FILE])["text"]
    texts = dict.fromkeys(text for text in found if len(text) in _LENGTHS)
    return [text for text in texts if apart.isdisjoint(make_keys(text))]


def _count(one: SetRecord, kept: Sequence[Row], everyday: int) -> SetRecord:
    """Of the everyday texts the scorers learn from a sample, the masked-word model from all of them."""
    if one.name == EVERYDAY.name:
        return replace(one, rows=max(one.rows, everyday), learned=everyday)
    counts = Counter(row.source for row in kept)
    return replace(one, learned=counts.get(one.name, one.learned))
