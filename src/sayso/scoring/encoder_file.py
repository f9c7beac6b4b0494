"""The weights of the embedded model: a graph (`NAME.onnx`) and its metadata (`NAME.json`).

The metadata hold all that is not arithmetic: names of the outputs, tokenizer, charged words, calibration,
how long texts are read, and the record of how the weights were made. It names the graph by its SHA-256.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sayso.core import Attribute
from sayso.scoring.calibration import PerspectiveMap, Temperature
from sayso.scoring.imitation import Imitation
from sayso.scoring.weight_files import ENCODER, ENGLISH

FORMAT = 1


@dataclass(frozen=True, slots=True)
class TokenWindows:
    """Texts over `size` tokens are read in windows that repeat `overlap` tokens of the one before.

    Outputs are joined by log(mean(exp(s z))) / s with s the `sharpness`: near 0 the mean, far above 1 the
    highest. How it was chosen: docs/decisions/0014.
    """

    size: int = 256
    overlap: int = 32
    sharpness: float = 4.0


@dataclass(frozen=True, slots=True)
class WordRule:
    """Which of the two heads that mark words counts where, and from which raw output on.

    All are chosen on texts that people marked (`sayso_lab.encoder.word_choice`). A word's weight is 0.2, the
    cut at which it is flagged, where its output is right at its cut.
    """

    cut_hatexplain: float = 0.0
    cut_toxicspans: float = 0.0
    """The highest cut; it sinks with the highest word of the window, so that a mild text has a mark too."""
    least_toxicspans: float = -2.0
    """The lowest cut."""
    margin_toxicspans: float = 1.0
    """How far under the highest word the cut lies, between the two."""
    gate_hatexplain: float = -2.0
    """HateXplain's head counts where a group is attacked: from this sum of two logits on, those of
    IDENTITY_ATTACK and of the likeliest group."""
    cut_stop: float = 1.5
    """How far over its cut a stop word must be; and it must stand between flagged words."""


@dataclass(frozen=True, slots=True)
class SettledRange:
    """What the first scorer of a cascade may settle alone: scores at most `low` or at least `high`."""

    low: float
    high: float


@dataclass(frozen=True)
class EncoderMetadata:
    """All that goes with a graph. The order of the names is that of the graph's outputs."""

    name: str
    attributes: tuple[Attribute, ...]
    classes: tuple[str, ...]
    groups: tuple[str, ...]
    implied: tuple[str, ...]
    perspective: tuple[str, ...]
    tokenizer: str = field(repr=False)
    charged: tuple[str, ...] = field(repr=False)
    temperatures: tuple[Temperature, ...]
    scale_map: PerspectiveMap | None = None
    imitation: Imitation | None = None
    words: WordRule = WordRule()
    windows: TokenWindows = TokenWindows()
    cascade: Mapping[Attribute, SettledRange] = field(default_factory=dict[Attribute, SettledRange])
    record: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)
    languages: tuple[str, ...] = ENGLISH

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "name": self.name,
            "languages": list(self.languages),
            "attributes": [str(name) for name in self.attributes],
            "classes": list(self.classes),
            "groups": list(self.groups),
            "implied": list(self.implied),
            "perspective": list(self.perspective),
            "temperatures": [one.to_json() for one in self.temperatures],
            "scale_map": self.scale_map.to_json() if self.scale_map else None,
            "imitation": self.imitation.to_json() if self.imitation else None,
            "words": asdict(self.words),
            "windows": asdict(self.windows),
            "cascade": {str(name): asdict(limits) for name, limits in self.cascade.items()},
            "record": dict(self.record),
            "charged": " ".join(self.charged),
            "tokenizer": json.loads(self.tokenizer),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "EncoderMetadata":
        return cls(
            name=data["name"],
            attributes=tuple(Attribute(name) for name in data["attributes"]),
            classes=tuple(data["classes"]),
            groups=tuple(data["groups"]),
            implied=tuple(data["implied"]),
            perspective=tuple(data["perspective"]),
            tokenizer=json.dumps(data["tokenizer"]),
            charged=tuple(data["charged"].split()),
            temperatures=tuple(Temperature.from_json(one) for one in data["temperatures"]),
            scale_map=PerspectiveMap.from_json(data["scale_map"]) if data["scale_map"] else None,
            # Files made before 0.2 have none.
            imitation=Imitation.from_json(data["imitation"]) if data.get("imitation") else None,
            words=WordRule(**data["words"]),
            windows=TokenWindows(**data["windows"]),
            cascade={Attribute(name): SettledRange(**one) for name, one in data["cascade"].items()},
            record=data["record"],
            languages=tuple(data.get("languages", ENGLISH)),
        )


def save_encoder(folder: Path, metadata: EncoderMetadata, graph: bytes) -> Path:
    """Writes both files and returns the metadata's path. It is last: without it the graph is not found."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{metadata.name}.json"
    # As it will be read: numbers that are keys in the record become strings, which sort otherwise.
    data = json.loads(json.dumps(metadata.to_json() | {"graph": hashlib.sha256(graph).hexdigest()}))
    text = json.dumps(data | {"checksum": _checksum(data)}, ensure_ascii=False, separators=(",", ":"))
    _write(path.with_suffix(".onnx"), graph)
    _write(path, text.encode())
    return path


def _write(path: Path, data: bytes) -> None:
    draft = path.with_name(f".{path.name}.draft")
    draft.write_bytes(data)
    draft.replace(path)


def load_encoder(path: Path) -> tuple[EncoderMetadata, bytes]:
    """The metadata in a file and the graph beside it; `BadWeights`, with the way to repair it, if either is
    missing, damaged or not the other's."""
    metadata, digest = _load(path)
    graph_path = path.with_suffix(".onnx")
    try:
        graph = graph_path.read_bytes()
    except FileNotFoundError as error:
        raise ENCODER.missing(graph_path) from error
    except OSError as error:
        raise ENCODER.damaged(graph_path, "it cannot be read") from error
    if hashlib.sha256(graph).hexdigest() != digest:
        raise ENCODER.damaged(graph_path, f"it is not the graph that {path.name} was made for")
    return metadata, graph


def load_metadata(path: Path) -> EncoderMetadata:
    """The metadata alone, for those who only read about the model."""
    return _load(path)[0]


def _load(path: Path) -> tuple[EncoderMetadata, str]:
    try:
        data = json.loads(path.read_bytes())
        checksum = data.pop("checksum")
    except FileNotFoundError as error:
        raise ENCODER.missing(path) from error
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as error:
        raise ENCODER.damaged(path, "it cannot be read") from error
    if checksum != _checksum(data):
        raise ENCODER.damaged(path, "its checksum does not fit its contents")
    if data["format"] != FORMAT:
        raise ENCODER.damaged(
            path, f"it has format {data['format']} and this version of Sayso reads {FORMAT}"
        )
    if f"{data['name']}.json" != path.name:
        raise ENCODER.damaged(path, f"it holds {data['name']}")
    return EncoderMetadata.from_json(data), data["graph"]


def _checksum(data: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
