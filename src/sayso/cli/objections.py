"""`sayso objections`: what authors say is wrong, what is answered, and what can be learned from it."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

import click

from sayso.author.objection_labels import Use, find_labels, find_use
from sayso.cli.shared.columns import make_printable, print_columns, shorten
from sayso.cli.shared.formats import format_options
from sayso.cli.shared.output import is_terminal, open_output
from sayso.core import Attribute
from sayso.core.errors import BadInput
from sayso.files.writing import FILE_FORMATS, WRITERS, FileFormat, guess_format
from sayso.settings import Settings
from sayso.storage import Objection, ObjectionState, Store, Verdict
from sayso.storage.columns import format_moment
from sayso.wiring import open_existing_store

Wanted = ObjectionState | Literal["all"]
STATES: tuple[Wanted, ...] = (*get_args(ObjectionState), "all")
LABEL = re.compile(r"([A-Z_]+)=(0|1|[01]?\.\d+)")
WIDTH = 40
USES: tuple[Use, ...] = ("agreed", "no label", "not agreed")
LEFT_OUT: Mapping[Use, str] = {
    "no label": "agreed with, but about a part of the text."
    " Say what the whole should score: sayso objections answer ID --again --label TOXICITY=0 ...",
    "not agreed": "nobody agreed with it (yet). To have it too: --all",
    "erased": "its text is erased.",
}
HEAD = ("ID", "SAID", "KIND", "COMMUNITY", "MODEL", "SCORE", "STATE", "TEXT", "COMMENT")


@click.group("objections")
def command() -> None:
    """List, answer and export what authors say is wrong."""


@command.command("list")
@click.option("--state", type=click.Choice(STATES), default="open", show_default=True)
@click.option("--community", help="Only of this community.")
@click.option("--json", "as_json", is_flag=True, help="An object a line, with all that was said.")
def list_command(*, state: Wanted, community: str | None, as_json: bool) -> None:
    """List what authors said is wrong, oldest first. Texts may hold strong language."""
    settings = Settings()
    with open_existing_store(settings) as store:
        chosen = (one for one in store.objections.rows(community=community) if state in (one.state, "all"))
        if as_json:
            for one in chosen:
                click.echo(json.dumps(describe(one, root=settings.public_url)))
            return
        print_columns(HEAD, [make_cells(one) for one in chosen], nothing=say_none(state, community))


def say_none(state: Wanted, community: str | None) -> str:
    what = "No objections" if state == "all" else f"No objection is {state}"
    place = "" if community is None else f" in community {community!r}"
    more = "" if state == "all" else " See all: sayso objections list --state all"
    return f"{what}{place}.{more}"


def make_cells(one: Objection) -> tuple[str, ...]:
    score = one.scores.get(Attribute.TOXICITY)
    return (
        one.id,
        f"{one.at:%Y-%m-%d %H:%M}",
        one.kind,
        make_printable(one.community),
        make_printable(one.model),
        "-" if score is None else f"{score:.2f}",
        f"{one.state}: {one.answers[-1].verdict}" if one.state == "answered" else one.state,
        show_words(one.content),
        show_words(one.comment),
    )


def show_words(words: str | None) -> str:
    """In as many columns of a terminal as there is room for."""
    return "(erased)" if words is None else shorten(make_printable(words), WIDTH)


def describe(one: Objection, *, root: str) -> dict[str, Any]:
    def when(moment: Any) -> str | None:
        return None if moment is None else format_moment(moment)

    return {
        "id": one.id,
        "state": one.state,
        "kind": one.kind,
        "community": one.community,
        "created_at": when(one.at),
        "model": one.model,
        "scores": dict(one.scores),
        "begin": one.begin,
        "end": one.end,
        "text": one.content,
        "comment": one.comment,
        "answers": [
            {
                "answered_at": when(answer.at),
                "answered_by": answer.actor,
                "verdict": answer.verdict,
                "labels": dict(answer.labels),
                "text": answer.content,
            }
            for answer in one.answers
        ],
        "erased_at": when(one.erased_at),
        "withdrawn_at": when(one.withdrawn_at),
        "url": make_link(one, root=root),
    }


def make_link(one: Objection, *, root: str) -> str:
    """Without the service's address where SAYSO_PUBLIC_URL does not say it."""
    return f"{root.rstrip('/')}/feedback/{one.token}"


def read_labels(
    _context: click.Context, _parameter: click.Parameter, values: Sequence[str]
) -> dict[str, float]:
    labels: dict[str, float] = {}
    for value in values:
        found = LABEL.fullmatch(value)
        if found is None or found[1] not in Attribute.__members__ or float(found[2]) > 1:
            raise click.BadParameter(
                f"{value!r} is not an attribute and a score from 0 to 1, such as TOXICITY=0."
            )
        labels[found[1]] = float(found[2])
    return labels


@command.command("answer")
@click.argument("objection_id", metavar="ID")
@click.option("--verdict", type=click.Choice(get_args(Verdict)), required=True)
@click.option("--text", "content", required=True, help="What the author will read.")
@click.option(
    "--label",
    "labels",
    callback=read_labels,
    multiple=True,
    metavar="NAME=SCORE",
    help="What the whole text should score, such as TOXICITY=0, for the export. Can be given again.",
)
@click.option("--by", default="cli", show_default=True, help="Who answers; the author does not see it.")
@click.option("--again", is_flag=True, help="Add to what was answered before.")
def answer_command(
    *, objection_id: str, verdict: Verdict, content: str, labels: dict[str, float], by: str, again: bool
) -> None:
    """Answer ID. The author reads it at their link. Nothing that was answered is replaced."""
    settings = Settings()
    with open_existing_store(settings) as store:
        answered = store.objections.answer(
            objection_id, verdict=verdict, content=content, labels=labels, again=again, actor=by
        )
    click.echo(f"Answered {answered.id}: {verdict}. The author reads it at:", err=True)
    click.echo(make_link(answered, root=settings.public_url))


@command.command("export")
@click.option("--out", metavar="FILE", help="File to write; left out: standard output.")
@format_options(
    FILE_FORMATS,
    json="jsonl",
    name="file_format",
    help="Format of FILE.  [default: by its ending: .csv, .parquet; else jsonl]",
)
@click.option("--community", help="Only of this community.")
@click.option("--all", "everything", is_flag=True, help="Also what nobody agreed with or could be labelled.")
def export_command(
    *, out: str | None, file_format: FileFormat | None, community: str | None, everything: bool
) -> None:
    """Write what was agreed with as training data: a text and what it should score in each row.

    A Parquet file of it in the folder of `sayso train --data` is learned from. Only you can read the file.
    """
    chosen = file_format or guess_format(out)
    if chosen == "parquet" and is_terminal(out):
        raise BadInput("Parquet is not for reading on a terminal.", hint="Write it to a file: --out FILE")
    with open_existing_store(Settings()) as store, open_output(out, private=True) as stream:
        uses, attributes = look_over(store, community=community)
        wanted = USES if everything else ("agreed",)
        rows = (
            make_row(one, find_labels(one), attributes=attributes)
            for one in store.objections.rows(community=community)
            if find_use(one) in wanted
        )
        count = WRITERS[chosen](stream, name_columns(attributes), rows)
    report(count, {use: number for use, number in uses.items() if use not in wanted})


def name_columns(attributes: Sequence[str]) -> list[str]:
    return ["text", *attributes, "begin", "end", "kind", "verdict", "model", "community", "id", "created_at"]


def make_row(
    objection: Objection, labels: Mapping[str, float], *, attributes: Sequence[str]
) -> Mapping[str, Any]:
    """`text` and a column per attribute come as training wants them; the rest says where they come from."""
    return {
        "text": objection.content,
        **{name: labels.get(name) for name in attributes},
        "begin": objection.begin,
        "end": objection.end,
        "kind": objection.kind,
        "verdict": objection.answers[-1].verdict if objection.answers else None,
        "model": objection.model,
        "community": objection.community,
        "id": objection.id,
        "created_at": format_moment(objection.at),
    }


def look_over(store: Store, *, community: str | None) -> tuple[Counter[Use], list[str]]:
    """How much there is of which use, and the attributes that somebody judged; one is always there."""
    uses: Counter[Use] = Counter()
    judged = {str(Attribute.TOXICITY)}
    for one in store.objections.rows(community=community):
        uses[find_use(one)] += 1
        judged |= find_labels(one).keys()
    return uses, [str(attribute) for attribute in Attribute if attribute in judged]


def report(count: int, left_out: Mapping[Use, int]) -> None:
    click.echo(f"Exported {count:,} {'text' if count == 1 else 'texts'}.", err=True)
    for use, number in left_out.items():
        click.echo(f"Left out {number:,}: {LEFT_OUT[use]}", err=True)
