"""Options made from `Settings`, so that a setting's name, default and help are written once."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

import click
from pydantic.fields import FieldInfo

from sayso.settings import Settings

_Function = TypeVar("_Function", bound=Callable[..., Any])


def setting_options(function: _Function) -> _Function:
    """One option per setting. Secrets come from the environment alone: anybody can list processes."""
    for name, field in reversed(list(public_settings())):
        option = click.option(
            f"--{name.replace('_', '-')}",
            name,
            type=_type_of(field),
            default=None,
            help=_help_of(name, field),
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
    return {f"SAYSO_{name.upper()}": str(value) for name, value in given(options).items()}


def given(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _type_of(field: FieldInfo) -> Any:
    """Click's type for a setting; pydantic checks the bounds."""
    annotation: Any = field.annotation
    if get_origin(annotation) is Literal:
        return click.Choice([choice for choice in get_args(annotation) if choice])
    kinds = get_args(annotation) or (annotation,)
    return next((kind for kind in (int, float, Path) if kind in kinds), str)


def _help_of(name: str, field: FieldInfo) -> str:
    default = "" if field.default_factory or field.default in ("", None) else f"; default {field.default}"
    return f"{field.description}  [SAYSO_{name.upper()}{default}]"
