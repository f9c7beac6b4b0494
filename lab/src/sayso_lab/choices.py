"""Choices of a training run from a TOML file: every name known, every value within its range.

A recipe is a frozen dataclass whose defaults are the values used, each beside its bounds; its file changes
some of them.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import field, fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from sayso.core.errors import BadFile, UnknownName

Chosen = TypeVar("Chosen")
Number = TypeVar("Number", int, float)
Range = tuple[float, float]
Check = Callable[[Path, str, Any], Any]
"""Gives the value to use, or raises `BadFile`."""
CHECK = "check"
"""Where a field's metadata says how its values are checked."""


def number(default: Number, low: float, high: float) -> Number:
    """A field with its bounds. A subclass that gives it another default keeps them."""
    return _checked(default, partial(check_number, wanted=type(default), limits=(low, high)))


def share(default: float) -> float:
    return number(default, 0, 1)


def switch(*, default: bool) -> bool:
    return _checked(default, check_switch)


def shares(defaults: Mapping[str, float], *, limits: Range, closed: bool = True) -> Mapping[str, float]:
    """A field that is a table of numbers."""
    check = check_shares(defaults, limits=limits, closed=closed)
    return field(default_factory=lambda: dict(defaults), metadata={CHECK: check})


def _checked(default: Chosen, check: Check) -> Chosen:
    return field(default=default, metadata={CHECK: check})


def read_choices(path: Path, recipe: type[Chosen]) -> Chosen:
    """The recipe with what the file names changed."""
    plain = next(each for each in fields(cast("Any", recipe)) if isinstance(each.default, int | float))
    return check_choices(path, parse_toml(path, f"{plain.name} = {plain.default}"), recipe)


def check_choices(
    path: Path,
    found: Mapping[str, Any],
    recipe: type[Chosen],
    *,
    checks: Mapping[str, Check] | None = None,
    place: str = "",
) -> Chosen:
    """The same for what has been parsed; `checks` go before those of the recipe's fields, `place` is where in
    the file the names stand: `stages.0.`."""
    known = {**find_checks(recipe), **(checks or {})}
    for name in found:
        if name not in known:
            raise UnknownName(
                f"setting in {path.name}:" if place else "setting of the recipe", place + name, known
            )
    return recipe(**{name: known[name](path, place + name, value) for name, value in found.items()})


def find_checks(recipe: type[Any]) -> dict[str, Check]:
    """By field, as the nearest class says that names one."""
    checks: dict[str, Check] = {}
    for kind in reversed([kind for kind in recipe.__mro__ if is_dataclass(kind)]):
        checks |= {each.name: each.metadata[CHECK] for each in fields(kind) if CHECK in each.metadata}
    return checks


def parse_toml(path: Path, example: str) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise BadFile(f"There is no file {path}.", hint="Give a TOML file with --config.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFile(f"{path.name} is not TOML: {error}.", hint=f"Write lines such as: {example}") from error


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
