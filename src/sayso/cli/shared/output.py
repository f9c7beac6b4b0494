"""Where results are written: a file that appears whole or not at all, or standard output."""

import glob
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click

from sayso.core.errors import BadFile

DRAFT = ".draft"


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
    _clear_drafts(target)
    descriptor, name = tempfile.mkstemp(
        prefix=f".{target.name}.{os.getpid()}.", suffix=DRAFT, dir=target.parent
    )
    draft = Path(name)
    try:
        with _end_softly(), os.fdopen(descriptor, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        draft.chmod(0o600 if private else _find_mode(target))
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _clear_drafts(target: Path) -> None:
    """Takes away what a run left that was killed: nothing of it can be used, and nobody would find it."""
    for draft in target.parent.glob(f".{glob.escape(target.name)}.*{DRAFT}"):
        owner = draft.name.removeprefix(f".{target.name}.").partition(".")[0]
        if owner.isdecimal() and not _is_alive(int(owner)):
            draft.unlink(missing_ok=True)
            click.echo(f"Note: took away {draft.name}, which a run left that was killed.", err=True)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


@contextmanager
def _end_softly() -> Generator[None]:
    """Whoever ends the command by a signal (a scheduler, say) leaves no draft behind."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _find_mode(target: Path) -> int:
    """The mode of the file replaced, or what a new file would get."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
