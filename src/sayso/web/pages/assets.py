"""What the build of the pages left in `static/`: which files there are, and which belong to which entry."""

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from sayso.core.errors import SaysoError
from sayso.core.installation import explain_repair

MEDIA_TYPES: Mapping[str, str] = {"js": "text/javascript", "css": "text/css"}


@dataclass(frozen=True, slots=True)
class Entry:
    """What a page loads: a file, and the style sheets that come with it."""

    file: str
    styles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    content: bytes
    zipped: bytes
    media_type: str


def find_entry(source: str, *, folder: Traversable | None = None) -> Entry:
    """What was built from a file of `ui/`."""
    found = _read_manifest(folder or _folder()).get(source)
    if found is None:
        raise SaysoError(
            "The pages of this service have not been built, or not all of them.",
            hint=explain_repair(
                installed="--force-reinstall sayso", clone="python -m pip install --editable ."
            ),
        )
    return found


def read_asset(name: str, *, folder: Traversable | None = None) -> Asset | None:
    """A file that is there and meant for browsers; None for any other name."""
    stem, _, suffix = name.rpartition(".")
    if not stem or suffix not in MEDIA_TYPES or "/" in name or "\\" in name:
        return None
    return _read_file((folder or _folder()).joinpath(name), MEDIA_TYPES[suffix])


def _folder() -> Traversable:
    return files("sayso.web").joinpath("static")


@cache
def _read_manifest(folder: Traversable) -> Mapping[str, Entry]:
    manifest = folder.joinpath("manifest.json")
    if not manifest.is_file():
        return {}
    built: Mapping[str, Mapping[str, Any]] = json.loads(manifest.read_text("utf-8"))
    return {source: Entry(part["file"], _gather_styles(source, built)) for source, part in built.items()}


def _gather_styles(source: str, built: Mapping[str, Mapping[str, Any]]) -> tuple[str, ...]:
    """Its own, after those of what it shares with other pages."""
    part = built[source]
    shared = (style for other in part.get("imports", ()) for style in _gather_styles(other, built))
    return tuple(dict.fromkeys([*shared, *part.get("css", ())]))


@cache
def _read_file(path: Traversable, media_type: str) -> Asset | None:
    if not path.is_file():
        return None
    content = path.read_bytes()
    return Asset(content, gzip.compress(content, mtime=0), media_type)
