"""Every `sayso ...` that the docs mention is a command there is, with options it has."""

import re
from pathlib import Path

import click
import pytest

from sayso.cli import main

ROOT = Path(__file__).parents[3]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(?:sh|console)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`(?:[A-Z_]+=\S+ )*(sayso [^`]+)`")
MENTION = re.compile(r"(?:^|[\s/|])(sayso [^|\n]+)")
GENERATED = re.compile(r"<!-- generated: .*?<!-- end -->", re.DOTALL)


def list_mentions(page: Path) -> list[str]:
    text = GENERATED.sub("", page.read_text()).replace("\\\n", " ")
    fenced = [mention for block in FENCE.findall(text) for mention in MENTION.findall(block)]
    inline = [" ".join(mention.split()) for mention in INLINE.findall(FENCE.sub("", text))]
    return [*fenced, *inline]


def find_fault(mention: str) -> str:
    """What is wrong with a mention: an unknown command or option; nothing if all is well."""
    command: click.Command = main
    # With the settings of its own: click remembers the option for help as it was first asked for.
    context = click.Context(main, info_name="sayso", **main.context_settings)
    for word in mention.split()[1:]:
        if word.startswith("--"):
            name = word.partition("=")[0].rstrip(",.;:)")
            if name not in list_options(command, context):
                return f"{mention}: {command.name} has no option {name}"
        elif isinstance(command, click.Group) and re.fullmatch(r"[a-z]+(-[a-z]+)*", word):
            found = command.get_command(context, word)
            if found is None:
                return f"{mention}: {command.name} has no command {word}"
            command, context = found, click.Context(found, parent=context, info_name=word)
    return ""


def list_options(command: click.Command, context: click.Context) -> set[str]:
    return {name for option in command.get_params(context) for name in (*option.opts, *option.secondary_opts)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_command_a_page_mentions_exists(page: Path) -> None:
    assert [fault for fault in map(find_fault, list_mentions(page)) if fault] == []


@pytest.mark.parametrize(
    ("mention", "fault"),
    [
        ("sayso score FILE --column text", ""),
        ("sayso models pin linear.v1", ""),
        ("sayso score FILE --colum text", "score has no option --colum"),
        ("sayso keys list", "main has no command keys"),
        ("sayso key lst", "key has no command lst"),
    ],
)
def test_a_mention_that_is_wrong_would_be_found(mention: str, fault: str) -> None:
    assert find_fault(mention).endswith(fault)
    assert bool(find_fault(mention)) is bool(fault)


def test_mentions_are_found_in_sentences_and_blocks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "Try `sayso key\nlist`.\n\n```sh\nX=1 sayso serve --port 1 | tee\n.venv/bin/sayso score -\n```\n"
    )
    assert list_mentions(page) == ["sayso serve --port 1 ", "sayso score -", "sayso key list"]
