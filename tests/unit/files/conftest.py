"""Tiny files, made where they are used."""

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def save(tmp_path: Path) -> Callable[[str, bytes], Path]:
    def write(name: str, content: bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return write
