"""Where results are written: a file that appears whole or not at all, or standard output."""

import os
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from sayso.core.errors import BadFile


def is_standard(path: str | None) -> bool:
    return path is None or path == "-"


def is_terminal(path: str | None) -> bool:
    return is_standard(path) and sys.stdout.isatty()


@contextmanager
def open_output(path: str | None, *, private: bool = False) -> Generator[IO[bytes]]:
    """The stream to write to. A file gets its name only once everything has been written.

    One that is `private` can be read by its owner alone, even if it replaces one that others could read.
    """
    if path is None or path == "-":
        yield sys.stdout.buffer
        return
    target = Path(path)
    if target.exists() and not target.is_file():
        # A device or a pipe cannot be replaced, and one that a shell opened (/dev/fd/63) has no other name.
        if target.is_dir():
            raise BadFile(f"{str(target)!r} is a folder.", hint="Name a file in it: --out FOLDER/FILE")
        with target.open("wb") as stream:
            yield stream
        return
    with _replace(target.resolve(), private=private) as stream:
        yield stream


@contextmanager
def _replace(target: Path, *, private: bool) -> Generator[IO[bytes]]:
    if not target.parent.is_dir():
        raise BadFile(
            f"There is no folder {str(target.parent)!r}.", hint="Make it first, or name another file."
        )
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        draft.chmod(0o600 if private else _find_mode(target))
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _find_mode(target: Path) -> int:
    """The mode of the file replaced, or what a new file would get."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
