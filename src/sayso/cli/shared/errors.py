"""What a person reads when something goes wrong: one sentence and a hint, never the moderated text."""

import errno
import traceback
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import click

from sayso import __version__
from sayso.core.errors import MissingExtra, SaysoError
from sayso.core.installation import PACKAGE, explain_repair

INTERRUPTED = 130
"""Exit status after Ctrl-C: 128 + SIGINT, as shells expect."""

EXTRAS = {
    "pyarrow": ("Parquet", "parquet"),
    "psycopg": ("PostgreSQL", "postgres"),
    "sklearn": ("Training", "train"),
    "scipy": ("Training", "train"),
    "torch": ("Training the encoder", "train"),
    "onnx": ("Training the encoder", "train"),
    "safetensors": ("Training the encoder", "train"),
    "xllamacpp": ("A language model on this machine", "chat"),
}


class Failure(click.ClickException):
    """An error as it is printed: exit status 1, on standard error."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"Error: {self.message}", file=file, err=True)
        if self.hint:
            click.echo(f"Hint: {self.hint}", file=file, err=True)


@contextmanager
def explain(*, debug: bool) -> Generator[None]:
    """Turn whatever is raised inside into a `Failure`; with `debug`, print the traceback first."""
    try:
        yield
    except (click.exceptions.Exit, click.ClickException, click.Abort):
        raise
    except KeyboardInterrupt:
        click.echo(err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.EPIPE:
            raise  # the reader of our output has left; click ends quietly
        if debug:
            click.echo(traceback.format_exc(), err=True, nl=False)
        raise describe(error) from error


def describe(error: Exception) -> Failure:
    """The sentence and the hint for any error."""
    if isinstance(error, ModuleNotFoundError):
        known = EXTRAS.get((error.name or "").partition(".")[0])
        error = MissingExtra(*known) if known else error
    if isinstance(error, SaysoError):
        return Failure(error.message, hint=error.hint)
    if isinstance(error, ModuleNotFoundError):
        return Failure(
            f"The library {error.name!r} is missing.",
            hint=explain_repair(
                installed=f"--force-reinstall sayso=={__version__}",
                clone="python -m pip install --editable .",
            ),
        )
    if isinstance(error, OSError) and error.strerror:
        return _describe_refusal(error)
    return _describe_setting(error) or _describe_surprise(error)


def _describe_refusal(error: OSError) -> Failure:
    """What the operating system would not do: no such file, no right to it, no room left."""
    what = f"Cannot use {str(error.filename)!r}" if error.filename is not None else "The system refused"
    return Failure(
        f"{what}: {error.strerror}.", hint="Check the path, its permissions and the room on the disk."
    )


def _describe_setting(error: Exception) -> Failure | None:
    """A setting that the environment holds and `Settings` refuses."""
    if type(error).__module__.partition(".")[0] != "pydantic_core":
        return None
    from pydantic import ValidationError

    if not isinstance(error, ValidationError) or error.title != "Settings":
        return None
    first = error.errors(include_url=False, include_context=False)[0]
    name = "SAYSO_" + "_".join(map(str, first["loc"])).upper()
    value = " is refused:" if name.endswith(("_KEY", "_SECRET")) else f" is {str(first['input'])!r}:"
    reason = first["msg"].removeprefix("Value error, ").rstrip(".")
    return Failure(
        f"The setting {name}{value} {reason[:1].lower()}{reason[1:]}.",
        hint="Change it or unset it; docs/reference/settings.md lists them all.",
    )


def _describe_surprise(error: Exception) -> Failure:
    """Where it happened, but not the error's own words: they may quote the text."""
    return Failure(
        f"Sayso failed unexpectedly: {type(error).__name__}{_place(error)}.",
        hint="This is a defect. `sayso --debug ...` shows the traceback; please report it, without the text.",
    )


def _place(error: Exception) -> str:
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_relative_to(PACKAGE):
            return f" at sayso/{path.relative_to(PACKAGE).as_posix()}:{frame.lineno}"
    return ""
