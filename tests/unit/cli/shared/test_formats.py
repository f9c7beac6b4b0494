"""`--json` asks for JSON beside any `--format`."""

import click
import pytest
from click.testing import CliRunner

from sayso.cli.shared.formats import format_options


@click.command()
@format_options(["table", "jsonl"], json="jsonl", default="table")
def ask(*, output_format: str) -> None:
    click.echo(output_format)


@pytest.mark.parametrize(
    ("arguments", "chosen"),
    [
        ([], "table"),
        (["--json"], "jsonl"),
        (["--format", "jsonl"], "jsonl"),
        (["--format", "jsonl", "--json"], "jsonl"),
        (["--format", "table"], "table"),
    ],
)
def test_json_is_the_format_that_is_json(arguments: list[str], chosen: str) -> None:
    assert CliRunner().invoke(ask, arguments).output == f"{chosen}\n"


def test_two_different_wishes_are_refused() -> None:
    result = CliRunner().invoke(ask, ["--json", "--format", "table"])
    assert result.exit_code == 2
    assert "--json and --format table ask for different things" in result.output
