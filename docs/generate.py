"""Writes what the docs take from the code: commands, settings, policy, routes, access, thresholds and more.

A page marks such a block with `<!-- generated: NAME -->` and `<!-- end -->`; what stands between is replaced.
In mkdocs.yml, where the navigation is one, the marks are comments of YAML.
The model cards of what ships are pages of their own, written whole.
`python docs/generate.py` writes, `python docs/generate.py --check` only tells whether something is stale.
"""

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from pydantic import BaseModel

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(
    r"(?P<begin>(?:<!--|#) generated: (?P<name>[a-z-]+)(?: -->)?\n).*?(?P<end>\n(?:<!-- end -->|  # end)\n)",
    re.DOTALL,
)
SECTIONS = {
    "Tutorial": "tutorial",
    "How to": "how-to",
    "Reference": "reference",
    "Explanation": "explanation",
    "Decisions": "decisions",
}
HELP_WIDTH = 100
ROUTES = {
    "/": "The home page, for people.",
    "/errors": "Every error code and what it means, for people.",
    "/openapi.json": "The OpenAPI document.",
    "/docs": "The API on a page, for people.",
    "/favicon.ico": "The icon of the pages.",
    "/sayso.css": "The style sheet of the pages.",
    "/v1alpha1/comments:analyze": "Score a comment, as Perspective does.",
    "/v1alpha1/comments:suggestscore": "Keep a suggested score in the ledger, as Perspective took it.",
    "/$discovery/rest": "The discovery document that Google's client libraries read.",
    "/discovery/v1/apis/{name}/{version}/rest": "The same, at the older address.",
    "/batch": "Many calls in one, as multipart/mixed.",
    "/batch/commentanalyzer/v1alpha1": "The same, at the newer address.",
}
"""What a route does where its own first sentence does not say it."""


def find_pages() -> list[Path]:
    return [
        *sorted((ROOT / "docs").rglob("*.md")),
        ROOT / "README.md",
        ROOT / "SECURITY.md",
        ROOT / "mkdocs.yml",
    ]


def fill_blocks(text: str, *, page: str) -> str:
    """The page with every marked block made anew."""

    def fill(match: re.Match[str]) -> str:
        name = match["name"]
        if name not in BLOCKS:
            raise SystemExit(f"{page} has an unknown block {name!r}. Known: {', '.join(sorted(BLOCKS))}.")
        return f"{match['begin']}\n{BLOCKS[name]().rstrip()}\n{match['end']}"

    return BLOCK.sub(fill, text)


def describe_commands() -> str:
    """The help of every command, as `--help` prints it."""
    from sayso.cli import main

    return "\n\n".join(
        f"## `{name}`\n\n```text\n{command_help}\n```" for name, command_help in walk_commands(main, "sayso")
    )


def walk_commands(
    command: click.Command, name: str, parent: click.Context | None = None
) -> Iterator[tuple[str, str]]:
    options: dict[str, Any] = {**command.context_settings, "terminal_width": HELP_WIDTH}
    context = click.Context(command, info_name=name.rpartition(" ")[2], parent=parent, **options)
    with context.scope():
        yield name, command.get_help(context).strip()
        if isinstance(command, click.Group):
            for child in command.list_commands(context):
                found = command.get_command(context, child)
                if found is not None and not found.hidden:
                    yield from walk_commands(found, f"{name} {child}", context)


def describe_settings() -> str:
    """A table for each room."""
    from sayso.settings import ROOMS

    def describe(room: type[BaseModel]) -> str:
        rows = [
            (f"`SAYSO_{name.upper()}`", describe_default(name, field.default), field.description or "")
            for name, field in room.model_fields.items()
        ]
        title = (room.__doc__ or "").rstrip(".")
        return f"## {title}\n\n" + make_table(("Setting", "Default", "Meaning"), rows)

    return "\n\n".join(map(describe, ROOMS))


def describe_default(name: str, default: object) -> str:
    if name == "data_dir":
        return "the platform's data folder, such as `~/.local/share/sayso`"
    return "" if default in ("", None) else f"`{default}`"


def describe_errors() -> str:
    """Every code an answer or a log line can have, as the service's own page lists them."""
    from sayso.web.pages.home import list_codes

    rows = [(f"`{code}`", str(status), meaning) for code, status, meaning in sorted(list_codes())]
    return make_table(("Code", "HTTP status", "When"), rows)


def describe_routes() -> str:
    """Every address the service answers at, in its description of itself or not."""
    routes = sorted(list_routes(), key=lambda route: (route[1], route[0]))
    return make_table(("Route", "Does"), [(f"`{method} {path}`", does) for method, path, does in routes])


def list_routes() -> Iterator[tuple[str, str, str]]:
    """Method, path and first sentence of each route; the service is put together without a model."""
    from sayso.settings import Settings
    from sayso.testing import FakeScorer
    from sayso.web.app import create_app
    from sayso.web.assembly import assemble

    with TemporaryDirectory() as folder:
        service = assemble(Settings(data_dir=Path(folder)), scorer=FakeScorer())
        try:
            yield from walk_routes(create_app(service).routes)
        finally:
            service.store.close()


def walk_routes(routes: Iterable[Any]) -> Iterator[tuple[str, str, str]]:
    for route in routes:
        included = getattr(route, "original_router", None)  # newer FastAPI keeps a router whole
        if included is not None:
            yield from walk_routes(included.routes)
            continue
        does = ROUTES.get(route.path) or (inspect.getdoc(route.endpoint) or "").split("\n\n")[0].replace(
            "\n", " "
        )
        yield from ((method, route.path, does) for method in route.methods if method != "HEAD")


def describe_policy() -> str:
    """Every rule that a policy has, as its declaration says it."""
    from sayso.core.policy import list_rules

    return make_policy_table(list_rules())


def make_policy_table(rules: Iterable[Any]) -> str:
    rows = [
        (f"`{rule.name}`", name_options(rule), rule.help.replace("*", "\\*"), name_default(rule))
        for rule in rules
    ]
    return make_table(("Field", "Option", "Meaning", "Default"), rows)


def name_options(rule: Any) -> str:
    named = ", ".join(f"`{option}`" for option in rule.option.split("/"))
    return f"{named}, once for each" if rule.kind == "attributes" else named


def name_default(rule: Any) -> str:
    values = rule.default if rule.kind == "attributes" else [rule.default]
    return ", ".join(f"`{str(value).lower() if rule.kind == 'flag' else value}`" for value in values)


def describe_access() -> str:
    """Each route with who may use it, as the table says that the service itself keeps to."""
    from sayso.web.access.table import MAY, ROLES, ROUTES

    names = {"always": "yes", "open_loopback": "open, loopback"}
    rows = [
        (
            f"`{route}`",
            *(names.get(where := MAY[role].get(permission, ""), where.replace("_", " ")) for role in ROLES),
        )
        for route, permission in sorted(ROUTES.items(), key=lambda item: item[0].split()[::-1])
    ]
    return make_table(("Route", *(role.replace("coral", "Coral") for role in ROLES)), rows)


def describe_open() -> str:
    """What a service with keys answers without one: always, and by the setting that opens it."""
    from sayso.settings import Settings
    from sayso.web.access.table import list_open

    closed = list_open(Settings(auth="keys"))
    authors = list_open(Settings(auth="keys", author_access="open"))
    readers = list_open(Settings(auth="keys", reader_access="open"))
    rows = [
        ("always", closed),
        ("`SAYSO_AUTHOR_ACCESS=open`", [route for route in authors if route not in closed]),
        ("`SAYSO_READER_ACCESS=open`", [route for route in readers if route not in closed]),
    ]
    named = [(when, ", ".join(f"`{route}`" for route in routes)) for when, routes in rows]
    return make_table(("With keys, open without one", "Routes"), named)


def describe_thresholds() -> str:
    """What `sayso thresholds` says of the shipped model."""
    from click.testing import CliRunner

    from sayso.cli import main

    with TemporaryDirectory() as folder:  # without models trained here
        arguments = ["thresholds", "--format", "markdown"]
        result = CliRunner().invoke(main, arguments, env={"SAYSO_DATA_DIR": folder}, catch_exceptions=False)
    if result.exit_code:
        raise SystemExit(result.stderr)
    return result.stdout


def describe_navigation() -> str:
    """Every page of every folder, its index first, then by path: a new page appears by itself."""
    lines = ["  - Home: index.md"]
    for title, folder in SECTIONS.items():
        pages = [
            path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs" / folder).rglob("*.md")
        ]
        pages.sort(key=lambda page: (not page.endswith("/index.md"), page))
        lines += [f"  - {title}:", *(f"      - {page}" for page in pages)]
    return "\n".join(lines)


def describe_decisions() -> str:
    pages = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    return "\n".join(f"- [{read_title(page)}]({page.name})" for page in pages)


def read_title(page: Path) -> str:
    return page.read_text().splitlines()[0].lstrip("# ").strip()


def make_table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    def line(cells: tuple[str, ...]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    return "\n".join([line(head), line(("---",) * len(head)), *map(line, rows)])


def describe_models() -> Iterator[tuple[Path, str]]:
    """The page of each family of models that ships, and the card of its newest version."""
    from sayso_lab.cli.cards import OTHERS, SHELVES, WORDING, write_card

    folder = ROOT / "docs" / "reference" / "model-cards"
    for shelf in SHELVES:
        shipped = shelf.list(None)
        if shipped:
            yield folder / f"{shelf.base}.md", write_card(f"{shelf.base}.v{max(shipped)}")
    yield folder / f"{WORDING}.md", write_card(WORDING)
    yield folder / f"{OTHERS}.md", write_card(OTHERS)


BLOCKS: Mapping[str, Callable[[], str]] = {
    "commands": describe_commands,
    "settings": describe_settings,
    "errors": describe_errors,
    "routes": describe_routes,
    "access": describe_access,
    "open": describe_open,
    "decisions": describe_decisions,
    "navigation": describe_navigation,
    "thresholds": describe_thresholds,
    "policy": describe_policy,
}


def fill_pages() -> Iterator[tuple[Path, str]]:
    for page in find_pages():
        yield page, fill_blocks(page.read_text(), page=page.relative_to(ROOT).as_posix())


def renew(pages: Iterable[tuple[Path, str]], *, check: bool) -> list[str]:
    """The names of pages whose text is another now; unless only checking, they get the new one."""
    stale: list[str] = []
    for page, text in pages:
        if not page.exists() or page.read_text() != text:
            stale.append(page.relative_to(ROOT).as_posix())
            if not check:
                page.write_text(text)
    return stale


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail if a page is stale.")
def generate(*, check: bool) -> None:
    """Write the model cards and fill the marked blocks of every page."""
    stale = [*renew(describe_models(), check=check), *renew(fill_pages(), check=check)]
    if check and stale:
        raise SystemExit(f"Stale: {', '.join(stale)}. Run: python docs/generate.py")
    click.echo("\n".join(f"wrote {name}" for name in stale) or "All generated blocks are up to date.")


if __name__ == "__main__":
    sys.exit(generate())
