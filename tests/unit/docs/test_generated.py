"""What the docs take from the code is there, and is what the code says today."""

import inspect
import re
from pathlib import Path
from types import ModuleType

import click
import pytest
from click.testing import CliRunner
from tests.larger_policy import LargerPolicy

from sayso.cli import main
from sayso.core import errors
from sayso.core.policy import list_rules
from sayso.settings import Settings


def read(root: Path, page: str) -> str:
    return (root / "docs" / page).read_text()


def test_no_generated_block_is_stale(generator: ModuleType) -> None:
    result = CliRunner().invoke(generator.generate, ["--check"])
    assert result.exit_code == 0, result.output


def test_a_stale_block_is_found_and_mended(generator: ModuleType) -> None:
    page = "# Page\n\n<!-- generated: settings -->\nstale row\n<!-- end -->\n\nRest.\n"
    filled = generator.fill_blocks(page, page="page.md")
    assert "stale row" not in filled
    assert "| `SAYSO_PORT` | `8700` |" in filled
    assert filled.startswith("# Page\n\n<!-- generated: settings -->\n")
    assert filled.endswith("<!-- end -->\n\nRest.\n")
    assert generator.fill_blocks(filled, page="page.md") == filled


def test_an_unknown_block_is_named(generator: ModuleType) -> None:
    with pytest.raises(
        SystemExit, match=r"page\.md has an unknown block 'setings'. Known: access, commands, decisions"
    ):
        generator.fill_blocks("<!-- generated: setings -->\n\n<!-- end -->\n", page="page.md")


def test_the_model_cards_are_those_of_what_ships(generator: ModuleType) -> None:
    cards = {page.stem: text for page, text in generator.describe_models()}
    assert cards["linear"].startswith("# Model card: linear.v1\n")
    assert set(cards) == {"embedded", "languages", "linear", "masked", "second", "wording"}


def test_a_page_that_is_missing_or_has_another_text_is_stale(generator: ModuleType, root: Path) -> None:
    licence = root / "LICENSE"
    assert generator.renew([(root / "none.md", "text"), (licence, "other")], check=True) == [
        "none.md",
        "LICENSE",
    ]
    assert generator.renew([(licence, licence.read_text())], check=True) == []


def test_every_setting_is_documented(root: Path) -> None:
    page = read(root, "reference/settings.md")
    assert [name for name in Settings.model_fields if f"`SAYSO_{name.upper()}`" not in page] == []


def test_every_error_slug_is_documented(root: Path) -> None:
    page = read(root, "reference/errors.md")
    classes = [
        cls for _, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, errors.SaysoError)
    ]
    slugs = {cls.slug for cls in classes} - {errors.SaysoError.slug}
    assert [slug for slug in sorted(slugs) if f"`{slug}`" not in page] == []


def test_every_route_is_documented_and_says_what_it_does(generator: ModuleType, root: Path) -> None:
    page = read(root, "reference/routes.md")
    routes = list(generator.list_routes())
    assert len(routes) > 10
    assert [path for method, path, _ in routes if f"`{method} {path}`" not in page] == []
    assert [path for _, path, does in routes if not does] == []


def test_every_command_is_documented_with_its_help(generator: ModuleType, root: Path) -> None:
    page = read(root, "reference/cli.md")
    commands = dict(generator.walk_commands(main, "sayso"))
    assert {"sayso", "sayso score", "sayso models pin"} <= set(commands)
    assert [name for name in commands if f"## `{name}`\n" not in page] == []


def test_every_command_has_a_sentence_of_help() -> None:
    context = click.Context(main)
    missing = [name for name in main.list_commands(context) if not _describe(main.get_command(context, name))]
    assert missing == []


def _describe(command: click.Command | None) -> str:
    return command.get_short_help_str(limit=500) if command else ""


def test_every_decision_is_listed(root: Path) -> None:
    page = read(root, "decisions/index.md")
    files = [path.name for path in (root / "docs" / "decisions").glob("[0-9]*.md")]
    assert [name for name in files if f"({name})" not in page] == []


def test_decisions_say_what_was_given_up(root: Path) -> None:
    files = sorted((root / "docs" / "decisions").glob("[0-9]*.md"))
    assert [
        path.name for path in files if not re.search(r"^## What we gave up", path.read_text(), re.MULTILINE)
    ] == []


def test_a_new_rule_of_the_policy_is_a_row_of_its_table(generator: ModuleType, root: Path) -> None:
    table = generator.make_policy_table(list_rules(LargerPolicy))
    row = "| `warm_limit` | `--warm-limit` | from this score on, it gets warm | `0.2` |"
    assert table.splitlines()[-1] == row
    assert generator.describe_policy() in read(root, "how-to/set-a-policy.md")
