"""`sayso policy`: what a community watches, and from which scores on it asks or hides."""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from sayso.cli.shared.columns import make_printable, print_columns
from sayso.community.policies import put_policy
from sayso.core import DEFAULT_COMMUNITY, Attribute, Policy
from sayso.core.errors import BadFile, BadInput
from sayso.core.policy import Rule, list_rules
from sayso.core.policy_document import policy_to_json
from sayso.core.presets import PRESETS
from sayso.settings import Settings
from sayso.storage import PolicyChange
from sayso.storage.columns import format_moment
from sayso.wiring import build_scorer, open_existing_store, open_store

Function = TypeVar("Function", bound=Callable[..., Any])
HEAD = ("VERSION", "SET", "BY", "CHANGED")
WHICH = click.option(
    "--community", default=DEFAULT_COMMUNITY, show_default=True, help="Whose policy; keys belong to one."
)


def rule_options(function: Function, *, policy: type[Policy] = Policy) -> Function:
    """One option per rule of the policy."""
    for rule in reversed(list_rules(policy)):
        function = make_option(rule)(function)
    return function


def make_option(rule: Rule) -> Callable[[Function], Function]:
    how: dict[str, Any] = {
        "attributes": {"type": click.Choice(list(Attribute)), "multiple": True, "callback": list_given},
        "limit": {"type": float},
        "choice": {"type": click.Choice(rule.choices)},
    }.get(rule.kind, {})
    more = " Can be given again." if rule.kind == "attributes" else ""
    return click.option(rule.option, rule.name, default=None, help=f"{rule.sentence}{more}", **how)


def list_given(context: click.Context, option: click.Parameter, value: Sequence[str]) -> list[str] | None:  # noqa: ARG001  # click's signature
    return list(value) or None


@click.group("policy")
def command() -> None:
    """Show and set what a community shows, asks about and hides."""


@command.command("show")
@WHICH
@click.option("--json", is_flag=True, expose_value=False, help="It is JSON with or without.")
def show_command(*, community: str) -> None:
    """Print the policy that holds, as a document that `sayso policy set` reads."""
    with open_existing_store(Settings()) as store:
        policy = store.policies.current(community)
    click.echo(json.dumps(policy_to_json(policy), indent=2))
    if not policy.version:
        click.echo(f"Nobody has set a policy for {community!r}: these are the defaults.", err=True)


@command.command("set")
@click.argument("file", required=False)
@WHICH
@click.option(
    "--preset",
    type=click.Choice(list(PRESETS)),
    help=f"Limits that belong together. {' '.join(f'{n}: {p.help}.' for n, p in PRESETS.items())}",
)
@rule_options
@click.option("--by", default="cli", show_default=True, help="Who sets it; the ledger keeps it.")
def set_command(*, file: str | None, community: str, preset: str | None, by: str, **wishes: Any) -> None:
    """Set a policy from a preset, from FILE (JSON, - for standard input), from options, or all three: options
    come before FILE, and FILE before the preset.

    What none of them names stays as it is. If FILE names a version, nothing is set where another holds by
    now.
    """
    given = {name: value for name, value in wishes.items() if value is not None}
    if file is None and preset is None and not given:
        raise click.UsageError(
            "Nothing to set. Name a FILE, a --preset, or options such as --soft-limit 0.3."
        )
    document = {} if file is None else read_document(file)
    begun = dict(PRESETS[preset].values) if preset else {}
    with open_store(Settings()) as store:
        current = store.policies.current(community)
        wanted = {**begun, **document, **given}
        scored = list_scored() if "attributes" in wanted else None
        kept = put_policy(store, wanted, community=community, actor=by, base=current, scored=scored)
    report(kept, before=current)


def list_scored() -> frozenset[Attribute]:
    """What the scorer of the settings has: a policy that watches anything else would judge nothing."""
    settings = Settings()
    return build_scorer(settings.scorer, settings).attributes


def read_document(file: str) -> dict[str, Any]:
    try:
        content = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        document = json.loads(content)
    except UnicodeDecodeError:
        raise BadFile(f"{file!r} is not UTF-8 text.") from None
    except json.JSONDecodeError as error:
        raise BadFile(
            f"{file!r} is not JSON: it breaks at line {error.lineno}, column {error.colno}.",
            hint="Begin with what holds now: sayso policy show",
        ) from None
    if not isinstance(document, dict):
        raise BadInput("A policy is an object of JSON.", hint="Begin with what holds now: sayso policy show")
    return cast("dict[str, Any]", document)


def report(kept: Policy, *, before: Policy) -> None:
    if kept.version == before.version:
        click.echo(f"The policy of {kept.community!r} is that already: version {kept.version}.")
        return
    click.echo(f"The policy of {kept.community!r} is at version {kept.version} now.")


@command.command("history")
@WHICH
@click.option("--json", "as_json", is_flag=True, help="An object a line, each with the whole document.")
def history_command(*, community: str, as_json: bool) -> None:
    """List every version of a policy, oldest first."""
    with open_existing_store(Settings()) as store:
        changes = store.policies.history(community)
    if as_json:
        for change in changes:
            click.echo(json.dumps(describe(change)))
        return
    nothing = f"Nobody has set a policy for {community!r}; the defaults hold. See them: sayso policy show"
    before = [Policy(community=community), *(change.policy for change in changes)]
    rows = [make_cells(change, earlier) for change, earlier in zip(changes, before, strict=False)]
    print_columns(HEAD, rows, nothing=nothing)


def describe(change: PolicyChange) -> dict[str, Any]:
    return {
        "entry": change.seq,
        "set_at": format_moment(change.at),
        "set_by": change.actor,
        "policy": policy_to_json(change.policy),
    }


def make_cells(change: PolicyChange, before: Policy) -> tuple[str, ...]:
    """With what this version changed of the one before it, or of the defaults."""
    old, new = policy_to_json(before), policy_to_json(change.policy)
    changed = [
        f"{rule.name} {write(new[rule.name])}" for rule in list_rules() if old[rule.name] != new[rule.name]
    ]
    said = make_printable(", ".join(changed)) or "nothing"
    return str(change.policy.version), f"{change.at:%Y-%m-%d %H:%M}", make_printable(change.actor), said


def write(value: Any) -> str:
    return (
        "+".join(cast("list[str]", value))
        if isinstance(value, list)
        else json.dumps(value, ensure_ascii=False)
    )
