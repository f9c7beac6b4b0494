"""The weights file of the linear scorer: one compressed numpy archive with its own checksum.

Inside: `table` (int8, a row per bucket, a column per attribute), `fold_codes` and `fold_values` (what
folding changes), `card` (JSON) and `checksum` (SHA-256 over all of them).
"""

import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute
from sayso.scoring.calibration import PerspectiveMap, Temperature
from sayso.scoring.folding import TABLE_SIZE, FoldTable
from sayso.scoring.hashing import HashingScheme
from sayso.scoring.weight_files import ENGLISH, LINEAR

FORMAT = 1
_ARRAYS = ("table", "fold_codes", "fold_values", "card")


@dataclass(frozen=True, slots=True)
class WindowRule:
    """Texts over `size` code points are also read in windows, so that no padding hides a rude sentence.

    The result is `share` of the worst window and the rest of the whole text, but never less than the worst
    window minus `margin`: the worst of many windows is worse than one text, and the margin allows for that.
    """

    size: int = 100
    overlap: int = 50
    share: float = 0.5
    margin: float = 1.5


@dataclass(frozen=True)
class LinearWeights:
    """All that a linear scorer needs. `record` says how the weights were made and what they achieve."""

    name: str
    attributes: tuple[Attribute, ...]
    scheme: HashingScheme
    folds: FoldTable = field(repr=False)
    table: NDArray[np.int8] = field(repr=False)
    scales: tuple[float, ...]
    biases: tuple[float, ...]
    damping: float
    windows: WindowRule
    temperatures: tuple[Temperature, ...]
    scale_map: PerspectiveMap | None = None
    record: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)
    languages: tuple[str, ...] = ENGLISH

    def save(self, path: Path) -> None:
        """Writes the file in one step: a reader sees the old one or the whole new one."""
        arrays = self._arrays()
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.draft")
        with draft.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **arrays, checksum=_checksum(arrays))
        draft.replace(path)

    def _arrays(self) -> dict[str, NDArray[Any]]:
        changed = np.flatnonzero(self.folds.values != np.arange(TABLE_SIZE)).astype(np.uint32)
        card = json.dumps(self._card()).encode()
        return {
            "table": self.table,
            "fold_codes": changed,
            "fold_values": self.folds.values[changed],
            "card": np.frombuffer(card, np.uint8),
        }

    def _card(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "name": self.name,
            "languages": list(self.languages),
            "attributes": list(self.attributes),
            "sizes": list(self.scheme.sizes),
            "bits": self.scheme.bits,
            "scales": list(self.scales),
            "biases": list(self.biases),
            "damping": self.damping,
            "windows": astuple(self.windows),
            "temperatures": [one.to_json() for one in self.temperatures],
            "scale_map": self.scale_map.to_json() if self.scale_map else None,
            "record": dict(self.record),
        }


def load_weights(path: Path) -> LinearWeights:
    """The weights in a file; `BadWeights`, with the command that repairs it, if it is missing or damaged."""
    arrays, checksum = _read(path)
    if not np.array_equal(_checksum(arrays), checksum):
        raise LINEAR.damaged(path, "its checksum does not fit its contents")
    card = json.loads(arrays["card"].tobytes())
    if card["format"] != FORMAT:
        raise LINEAR.damaged(path, f"it has format {card['format']} and this version of Sayso reads {FORMAT}")
    if f"{card['name']}.npz" != path.name:
        raise LINEAR.damaged(path, f"it holds {card['name']}")
    return _assemble(card, arrays)


def _read(path: Path) -> tuple[dict[str, NDArray[Any]], NDArray[Any]]:
    try:
        # Opened here, because numpy leaves a file that it cannot read open.
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            return {name: archive[name] for name in _ARRAYS}, archive["checksum"]
    except FileNotFoundError as error:
        raise LINEAR.missing(path) from error
    except (OSError, ValueError, KeyError, EOFError, BadZipFile, zlib.error) as error:
        raise LINEAR.damaged(path, "it cannot be read") from error


def _assemble(card: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> LinearWeights:
    values = np.arange(TABLE_SIZE, dtype=np.uint32)
    values[arrays["fold_codes"]] = arrays["fold_values"]
    return LinearWeights(
        name=card["name"],
        attributes=tuple(Attribute(name) for name in card["attributes"]),
        scheme=HashingScheme(tuple(card["sizes"]), card["bits"]),
        folds=FoldTable.from_values(values),
        table=arrays["table"],
        scales=tuple(card["scales"]),
        biases=tuple(card["biases"]),
        damping=card["damping"],
        windows=WindowRule(*card["windows"]),
        temperatures=tuple(Temperature.from_json(one) for one in card["temperatures"]),
        scale_map=PerspectiveMap.from_json(card["scale_map"]) if card["scale_map"] else None,
        record=card["record"],
        languages=tuple(card.get("languages", ENGLISH)),
    )


def _checksum(arrays: Mapping[str, NDArray[Any]]) -> NDArray[np.uint8]:
    digest = hashlib.sha256()
    for name in _ARRAYS:
        digest.update(f"{name} {arrays[name].dtype} {arrays[name].shape} ".encode())
        digest.update(np.ascontiguousarray(arrays[name]).data)
    return np.frombuffer(digest.digest(), np.uint8)
