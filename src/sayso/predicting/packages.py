"""Gets a wheel with this Python's own pip, so that whatever index the machine is set up with is honoured."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from sayso.core.errors import RemoteBroken
from sayso.predicting.catalogue import OTHERWISE

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
