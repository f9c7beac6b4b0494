"""Wheels as small as pip takes them."""

import zipfile
from collections.abc import Mapping
from pathlib import Path


def write_wheel(
    folder: Path, name: str, version: str, members: Mapping[str, bytes], *, requires: str = ""
) -> Path:
    stem = f"{name.replace('-', '_')}-{version}"
    needed = f"Requires-Dist: {requires}\n" if requires else ""
    path = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for member, content in members.items():
            archive.writestr(member, content)
        archive.writestr(
            f"{stem}.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needed}"
        )
        archive.writestr(
            f"{stem}.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{stem}.dist-info/RECORD", "")
    return path
