"""Options made from `Settings`, so that a setting's name, default and help are written once."""

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

import click
from pydantic.fields import FieldInfo

from sayso.settings import Settings

_Function = TypeVar("_Function", bound=Callable[..., Any])
PREFIX = "SAYSO_"
NO_SETTINGS = frozenset({f"{PREFIX}KEY"})
"""Variables that guides of ours give to other programs."""
OF_THE_CLUSTER = (f"{PREFIX}SERVICE_", f"{PREFIX}PORT_")
"""Kubernetes sets these for a service by the name of sayso."""


def setting_options(function: _Function) -> _Function:
    """One option per setting. Secrets come from the environment alone: anybody can list processes."""
    for name, field in reversed(list(public_settings())):
        default = "" if field.default_factory or field.default in ("", None) else f"; default {field.default}"
        option = click.option(
            f"--{name.replace('_', '-')}",
            name,
            type=_type_of(field),
            default=None,
            help=f"{field.description}  [{PREFIX}{name.upper()}{default}]",
        )
        function = option(function)
    return function


def public_settings() -> Iterator[tuple[str, FieldInfo]]:
    yield from ((name, field) for name, field in Settings.model_fields.items() if field.repr)


def read_settings(options: Mapping[str, Any]) -> Settings:
    """Options given win over the environment, and that over the defaults."""
    return Settings(**given(options))


def as_environment(options: Mapping[str, Any]) -> dict[str, str]:
    """The options given as variables, which is how a worker process gets them."""
    return {f"{PREFIX}{name.upper()}": str(value) for name, value in given(options).items()}


def name_unknown(environment: Mapping[str, str]) -> list[str]:
    """A sentence for every variable that looks like a setting and is none: a slip would else be silent."""
    known = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields} | NO_SETTINGS
    lines: list[str] = []
    for name in sorted(name for name in environment if name.upper().startswith(PREFIX)):
        if name.upper() not in known and not name.startswith(OF_THE_CLUSTER):
            nearest = get_close_matches(name.upper(), sorted(known), n=1, cutoff=0.8)
            hint = f" Did you mean {nearest[0]}?" if nearest else " `sayso serve --help` lists them all."
            lines.append(f"Warning: {name} is not a setting and changes nothing.{hint}")
    return lines


def given(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _type_of(field: FieldInfo) -> Any:
    """Click's type for a setting; pydantic checks the bounds."""
    annotation: Any = field.annotation
    if get_origin(annotation) is Literal:
        return click.Choice([choice for choice in get_args(annotation) if choice])
    kinds = get_args(annotation) or (annotation,)
    return next((kind for kind in (int, float, Path) if kind in kinds), str)
