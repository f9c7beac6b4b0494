"""`sayso models`: which models there are, which answers by default, and how to hold or undo a version."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import entry_points
from typing import Literal

import click

from sayso.cli.serve.chat_model import fetch_command, find_chat_models
from sayso.cli.shared.columns import print_columns
from sayso.cli.shared.formats import format_options
from sayso.cli.shared.scorer import has_database
from sayso.core import Scorer
from sayso.core.errors import BadInput, SaysoError
from sayso.scoring.registry import GROUP, Spec
from sayso.scoring.weight_files import SHELVES, SHIPPED_DIR
from sayso.settings import Settings
from sayso.wiring import build_scorer, open_store

ListFormat = Literal["table", "jsonl"]
list_format = format_options(["table", "jsonl"], json="jsonl", default="table")


ARGUMENTS = {"blocklist": "FILE", "highest": "A,B"}
"""What stands after the colon, for those of our scorers that are nothing without it."""


@dataclass(frozen=True, slots=True)
class Model:
    """What can be named with `--scorer` or, of the kind chat, with `--chat-model`. `note` says what it lacks,
    if it cannot be used as it is."""

    name: str
    attributes: tuple[str, ...]
    origin: str
    is_default: bool
    is_pinned: bool
    note: str = ""
    kind: Literal["scorer", "chat"] = "scorer"


@click.group("models", invoke_without_command=True)
@list_format
@click.pass_context
def command(context: click.Context, *, output_format: ListFormat) -> None:
    """List the models there are; pin one version, or roll back; fetch a language model."""
    if context.invoked_subcommand is None:
        print_models(output_format)


@command.command("list")
@list_format
def list_command(*, output_format: ListFormat) -> None:
    """List the models there are."""
    print_models(output_format)


command.add_command(fetch_command)


@command.command("pin")
@click.argument("versioned", metavar="NAME.vN")
def pin_command(*, versioned: str) -> None:
    """From now on NAME means this version, whatever newer ones arrive."""
    spec = Spec.parse(versioned)
    if not spec.version or spec.argument:
        raise BadInput(
            f"{versioned!r} is not a versioned name.",
            hint="Write it as linear.v1; `sayso models` lists them.",
        )
    settings = Settings()
    build_scorer(versioned, settings)  # a version that cannot be had must not be pinned
    with open_store(settings) as store:
        store.pins.set(spec.base, versioned)
    click.echo(f"{spec.base} now means {versioned}. A running service takes it up when it is restarted.")


@command.command("rollback")
@click.argument("name")
def rollback_command(*, name: str) -> None:
    """Undo the last pin of NAME."""
    with open_store(Settings()) as store:
        pin = store.pins.roll_back(name)
    now = pin.versioned or "its newest version again"
    click.echo(f"{name} now means {now}. A running service takes it up when it is restarted.")


@command.command("history")
@list_format
def history_command(*, output_format: ListFormat) -> None:
    """Every pin and roll-back, oldest first."""
    settings = Settings()
    rows = _read_history(settings) if has_database(settings) else []
    if output_format == "jsonl":
        _print_jsonl(
            [dict(zip(("at", "name", "versioned", "act", "actor"), row, strict=True)) for row in rows]
        )
    else:
        print_columns(("AT", "NAME", "MEANS", "ACT", "BY"), rows, nothing="Nothing has been pinned yet.")


def _read_history(settings: Settings) -> list[tuple[str, ...]]:
    with open_store(settings) as store:
        return [
            (
                pin.at.isoformat(timespec="seconds"),
                pin.name,
                pin.versioned or "newest",
                "rollback" if pin.rolled_back else "pin",
                pin.actor,
            )
            for pin in store.pins.history()
        ]


def print_models(output_format: ListFormat) -> None:
    settings = Settings()
    models = list_models(settings)
    if output_format == "jsonl":
        _print_jsonl([asdict(model) for model in models])
        return
    rows: list[tuple[str, ...]] = []
    for model in models:
        states = [*["default"] * model.is_default, *["pinned"] * model.is_pinned]
        attributes = ", ".join(model.attributes) or model.note
        rows.append((model.name, ", ".join(states) or "-", model.origin, attributes))
    print_columns(("NAME", "STATE", "FROM", "ATTRIBUTES"), rows, nothing="No scorer is installed.")


def _print_jsonl(rows: Sequence[Mapping[str, object]]) -> None:
    for row in rows:
        click.echo(json.dumps(row))


def list_models(settings: Settings) -> list[Model]:
    """Every version of every model, and the scorers that need an argument or a key to become one."""
    pins = read_pins(settings)
    default = Spec.parse(settings.scorer).pinned(pins)
    names = sorted({entry.name for entry in entry_points(group=GROUP)})
    scorers = [
        model for name in names for model in _list_versions(name, settings, pins=pins, default=default)
    ]
    return [
        *scorers,
        *(
            Model(name, (), origin, is_default=False, is_pinned=False, note=note, kind="chat")
            for name, origin, note in find_chat_models(settings)
        ),
    ]


def read_pins(settings: Settings) -> Mapping[str, str]:
    if not has_database(settings):
        return {}
    with open_store(settings) as store:
        return store.pins.current()


def _list_versions(
    name: str, settings: Settings, *, pins: Mapping[str, str], default: Spec
) -> Iterator[Model]:
    newest = ""
    for versioned, origin in _find_versions(name, settings):
        found = _try_to_build(versioned, settings)
        shown = found.name if isinstance(found, Scorer) else versioned
        newest = newest or shown
        is_default = default.base == name and default.versioned_name in (
            shown,
            *([name] if shown == newest else []),
        )
        yield Model(
            shown,
            tuple(sorted(found.attributes)) if isinstance(found, Scorer) else (),
            origin,
            is_default,
            pins.get(name) == shown,
            "" if isinstance(found, Scorer) else _describe_lack(name, found),
        )


def _find_versions(name: str, settings: Settings) -> list[tuple[str, str]]:
    """Names to build and where they come from, newest first."""
    shelf = next((shelf for shelf in SHELVES if shelf.base == name), None)
    if shelf is None:
        packages = {entry.dist.name for entry in entry_points(group=GROUP, name=name) if entry.dist}
        return [(name, "shipped" if "sayso" in packages else ", ".join(sorted(packages)) or "unknown")]
    files = shelf.list(settings.data_dir / "models")
    return [
        (f"{name}.v{number}", "shipped" if path.parent == SHIPPED_DIR else str(path))
        for number, path in sorted(files.items(), reverse=True)
    ] or [(name, "shipped")]


def _describe_lack(name: str, error: SaysoError) -> str:
    """What a scorer of ours wants to be told; of another's, what it says itself."""
    return f"needs an argument: {name}:{ARGUMENTS[name]}" if name in ARGUMENTS else error.message


def _try_to_build(spec: str, settings: Settings) -> Scorer | SaysoError:
    try:
        return build_scorer(spec, settings)
    except SaysoError as error:
        return error
