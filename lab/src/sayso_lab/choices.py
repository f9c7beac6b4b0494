"""Choices of a training run from a TOML file: every name known, every value within its range.

A recipe is a frozen dataclass whose defaults are the values used; its file changes some of them.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from pathlib import Path
from typing import Any, TypeVar, cast

from sayso.core.errors import BadFile, UnknownName

Chosen = TypeVar("Chosen")
Range = tuple[float, float]
Check = Callable[[Path, str, Any], Any]
"""Gives the value to use, or raises `BadFile`."""


def read_choices(
    path: Path,
    recipe: type[Chosen],
    *,
    ranges: Mapping[str, Range],
    checks: Mapping[str, Check] | None = None,
    example: str,
) -> Chosen:
    """The recipe with what the file names changed; `checks` are for what is not a plain number.

    `example` is a line that such a file may hold.
    """
    return check_choices(path, parse_toml(path, example), recipe, ranges=ranges, checks=checks)


def check_choices(
    path: Path,
    found: Mapping[str, Any],
    recipe: type[Chosen],
    *,
    ranges: Mapping[str, Range],
    checks: Mapping[str, Check] | None = None,
    place: str = "",
) -> Chosen:
    """The same for what has been parsed; `place` is where in the file the names stand: `stages.0.`."""
    special = checks or {}
    return recipe(
        **{name: _check(path, name, value, recipe, ranges, special, place) for name, value in found.items()}
    )


def parse_toml(path: Path, example: str) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise BadFile(f"There is no file {path}.", hint="Give a TOML file with --config.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFile(f"{path.name} is not TOML: {error}.", hint=f"Write lines such as: {example}") from error


def _check(
    path: Path,
    name: str,
    value: Any,
    recipe: type[Any],
    ranges: Mapping[str, Range],
    checks: Mapping[str, Check],
    place: str,
) -> Any:
    known = {field.name: field for field in fields(recipe)}
    if name not in known:
        raise UnknownName(
            f"setting in {path.name}:" if place else "setting of the recipe", place + name, known
        )
    if name in checks:
        return checks[name](path, place + name, value)
    return check_number(path, place + name, value, wanted=find_type(known[name]), limits=ranges[name])


def find_type(field: Field[Any]) -> type[Any]:
    """The type of the value that a field has if nothing is said."""
    return cast("type[Any]", type(field.default))


def check_number(path: Path, name: str, value: Any, *, wanted: type[Any], limits: Range) -> Any:
    """The number as `wanted`, which is `int` or `float`, if it lies within the limits."""
    low, high = limits
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    if not (is_whole or (wanted is float and isinstance(value, float))) or not low <= value <= high:
        kind = "a whole number" if wanted is int else "a number"
        raise BadFile(f"{path.name}: {name} must be {kind} from {low:g} to {high:g}, not {value!r}.")
    return wanted(value)


def check_switch(path: Path, name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise BadFile(f"{path.name}: {name} must be true or false, not {value!r}.")
    return value


def check_shares(defaults: Mapping[str, float], *, limits: Range, closed: bool = True) -> Check:
    """A check of a table of numbers: what the file does not name keeps its default.

    If `closed`, only the names that have a default are known.
    """

    def check(path: Path, name: str, value: Any) -> dict[str, float]:
        if not isinstance(value, dict):
            raise BadFile(
                f"{path.name}: {name} must be a table, not {value!r}.", hint=f"Write it as [{name}]."
            )
        found = cast("dict[str, Any]", value)
        unknown = [key for key in found if closed and key not in defaults]
        if unknown:
            raise UnknownName(f"name in [{name}]", unknown[0], defaults)
        return dict(defaults) | {
            key: check_number(path, f"{name}.{key}", one, wanted=float, limits=limits)
            for key, one in found.items()
        }

    return check
