"""`sayso evaluate`: hold a scorer against a labelled file, and write the model card from what was found."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import Any

import click

from sayso.cli.evaluate.alternatives import alternatives_command
from sayso.cli.evaluate.explanations import explanations_command
from sayso.cli.evaluate.rating import rating_command, ways_out_command
from sayso.cli.shared.output import open_output
from sayso.cli.shared.progress import has_watcher, show_progress
from sayso.cli.shared.reporting import ReportFormat, format_option, out_option, resamples_option
from sayso.core import Attribute
from sayso.core.errors import BadInput
from sayso.core.scores import FLAGGED

# What does the work is imported in `run`: `--help` and completion need neither numpy nor a model.

FILE = click.Path(path_type=Path)
ATTRIBUTES = click.Choice([str(attribute) for attribute in Attribute], case_sensitive=False)


@dataclass(frozen=True, slots=True)
class Run:
    """The options that every set shares."""

    file: Path
    spec: str | None
    threshold: float
    word_threshold: float
    output_format: ReportFormat
    out: str | None
    picture: str | None
    limit: int | None
    resamples: int
    seed: int


@click.group("evaluate")
def command() -> None:
    """Hold a scorer against a labelled file: CSV, JSON Lines or Parquet.

    Every number comes with a 95 % interval and the count of texts behind it; groups are listed worst first.
    """


def run_options(function: Callable[..., None]) -> Callable[..., None]:
    """The shared options, handed over as one `Run`."""

    @wraps(function)
    def collect(**options: Any) -> None:
        shared = {field.name: options.pop(field.name) for field in fields(Run)}
        function(Run(**shared), **options)

    decorated: Callable[..., None] = collect
    for option in reversed(SHARED):
        decorated = option(decorated)
    return decorated


SHARED = (
    click.argument("file", type=FILE),
    click.option("--scorer", "spec", help="Scorer to evaluate.  [default: $SAYSO_SCORER or embedded]"),
    click.option(
        "--threshold",
        type=click.FloatRange(0, 1),
        default=0.5,
        show_default=True,
        help="Score from which a text counts as flagged.",
    ),
    click.option(
        "--word-threshold",
        type=click.FloatRange(0, 1),
        default=FLAGGED,
        show_default=True,
        help="Weight from which a word counts as marked.",
    ),
    format_option,
    out_option,
    click.option(
        "--picture", metavar="FILE.svg", help="Draw the report, with intervals and reliability curves."
    ),
    click.option(
        "--limit", type=click.IntRange(1), help="At most this many rows, spread evenly over the file."
    ),
    resamples_option,
    click.option("--seed", default=0, show_default=True, help="Seed of the bootstrap intervals."),
)
attribute_option = click.option(
    "--attribute",
    "names",
    type=ATTRIBUTES,
    multiple=True,
    help="Attribute to hold against the labels; may be repeated.  [default: the set's own]",
)


@command.command("hatecheck")
@run_options
@attribute_option
def hatecheck_command(run: Run, *, names: tuple[str, ...]) -> None:
    """HateCheck: short test cases, by functionality and by target."""
    from sayso.audit.evaluation.formats import read_hatecheck

    report_on(run, lambda table: read_hatecheck(table, **chosen(names)))


@command.command("queerreclaimlex")
@run_options
@attribute_option
def queerreclaimlex_command(run: Run, *, names: tuple[str, ...]) -> None:
    """QueerReclaimLex: reclaimed words, by term, for authors inside and outside the group."""
    from sayso.audit.evaluation.formats import read_queerreclaimlex

    report_on(run, lambda table: read_queerreclaimlex(table, **chosen(names)))


@command.command("madlibs")
@run_options
@attribute_option
@click.option(
    "--terms", type=FILE, help="Identity terms to look for, one a line.  [default: from the templates]"
)
def madlibs_command(run: Run, *, names: tuple[str, ...], terms: Path | None) -> None:
    """Madlibs: the same sentences for every identity term, by term."""
    from sayso.audit.evaluation.formats import read_madlibs
    from sayso.audit.evaluation.terms import read_term_file

    listed = read_term_file(terms) if terms else None
    report_on(run, lambda table: read_madlibs(table, **chosen(names), terms=listed))


@command.command("hateval")
@run_options
@attribute_option
def hateval_command(run: Run, *, names: tuple[str, ...]) -> None:
    """HatEval: hate against women and immigrants, by kind of hate."""
    from sayso.audit.evaluation.formats import read_hateval

    report_on(run, lambda table: read_hateval(table, **chosen(names)))


@command.command("hatexplain")
@run_options
@attribute_option
@click.option("--split", help="Only this split, such as val.")
@click.option("--splits", type=FILE, help='JSON {"train": [post_id] ...}.  [default: the column split]')
def hatexplain_command(run: Run, *, names: tuple[str, ...], split: str | None, splits: Path | None) -> None:
    """HateXplain: three classes, targets, and the words that people marked."""
    from sayso.audit.evaluation.formats import read_hatexplain, read_split

    if splits and not split:
        raise BadInput("--splits says where the splits are, but not which one.", hint="Add: --split val")

    def narrow(table: Any) -> Any:
        return read_split(table, split, splits=splits) if split else table

    report_on(run, lambda table: read_hatexplain(table, **chosen(names)), narrow=narrow)


@command.command("toxicspans")
@run_options
def toxicspans_command(run: Run) -> None:
    """ToxicSpans: the characters that make a post toxic (needs a scorer that marks words)."""
    from sayso.audit.evaluation.formats import read_toxicspans

    report_on(run, read_toxicspans)


@command.command("jigsaw")
@run_options
@attribute_option
def jigsaw_command(run: Run, *, names: tuple[str, ...]) -> None:
    """Jigsaw's toxic comments: six labels, each against its attribute."""
    from sayso.audit.evaluation.formats import read_jigsaw

    report_on(run, lambda table: read_jigsaw(table, **chosen(names)))


@command.command("generic")
@run_options
@click.option("--text-column", default="text", show_default=True, help="Column that holds the text.")
@click.option(
    "--label",
    "labels",
    multiple=True,
    metavar="COLUMN[=ATTRIBUTE]",
    help="Column of labels, 0 or 1 or shares; may be repeated.  [default: columns named as attributes]",
)
@click.option(
    "--group", "groups", multiple=True, metavar="COLUMN", help="Report by this column; may be repeated."
)
def generic_command(run: Run, *, text_column: str, labels: tuple[str, ...], groups: tuple[str, ...]) -> None:
    """Any labelled file, its columns named by you."""
    from sayso.audit.evaluation.formats import read_generic

    columns = dict(read_label(label) for label in labels)
    report_on(
        run, lambda table: read_generic(table, text_column=text_column, labels=columns or None, groups=groups)
    )


command.add_command(explanations_command)
command.add_command(alternatives_command)
command.add_command(rating_command)
command.add_command(ways_out_command)


@command.command("card")
@click.argument("facts", type=FILE)
@click.argument("reports", type=FILE, nargs=-1, required=True)
@click.option("--picture", default="", metavar="PATH", help="Picture to show, as the card should link to it.")
@click.option("--out", metavar="FILE", help="Write the card to FILE.")
def card_command(*, facts: Path, reports: tuple[Path, ...], picture: str, out: str | None) -> None:
    """Write a model card from FACTS (TOML) and REPORTS (what --format json wrote)."""
    from sayso.audit.evaluation.card import make_card, read_facts
    from sayso.audit.evaluation.report import read_report

    write(make_card(read_facts(facts), [read_report(path) for path in reports], picture=picture), out)


def chosen(names: tuple[str, ...]) -> dict[str, Any]:
    """The attributes as an argument, or nothing, so that a set's own default stays."""
    return {"attributes": tuple(Attribute(name.upper()) for name in dict.fromkeys(names))} if names else {}


def read_label(label: str) -> tuple[str, Attribute]:
    column, _, name = label.rpartition("=") if "=" in label else (label, "", label)
    try:
        return column, Attribute(name.strip().upper())
    except ValueError:
        raise click.BadParameter(
            f"{label!r} names no attribute. Write COLUMN=ATTRIBUTE; attributes: {', '.join(Attribute)}.",
            param_hint="--label",
        ) from None


def report_on(
    run: Run, read: Callable[[Any], Any], *, narrow: Callable[[Any], Any] = lambda table: table
) -> None:
    """Read, ask, measure, write. The file is checked before a model is loaded."""
    from sayso.audit.evaluation import evaluate, read_table
    from sayso.cli.shared.scorer import build_pinned_scorer
    from sayso.settings import Settings
    from sayso.stats.resampling import Bootstrap

    cases = read(narrow(read_table(run.file)).limit(run.limit))
    settings = Settings()
    scorer = build_pinned_scorer(run.spec or settings.scorer, settings)
    with show_progress(total=len(cases.texts), is_shown=has_watcher()) as watch:
        report = evaluate(
            cases,
            scorer,
            threshold=run.threshold,
            word_threshold=run.word_threshold,
            bootstrap=Bootstrap(run.resamples, seed=run.seed),
            watch=lambda done: watch(done, done),
        )
    show(report, run)


def show(report: Any, run: Run) -> None:
    from sayso.audit.evaluation.picture import draw_report
    from sayso.audit.evaluation.report import make_markdown, make_table
    from sayso.files.reports import encode_report

    if run.picture:
        write(draw_report(report), run.picture)
    writers = {"table": make_table, "json": encode_report, "markdown": make_markdown}
    write(writers[run.output_format](report), run.out)


def write(content: str, path: str | None) -> None:
    with open_output(path) as stream:
        stream.write(content.encode(errors="replace"))
