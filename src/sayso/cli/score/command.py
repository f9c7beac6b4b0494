"""`sayso score`: scores for the texts of a file, in constant memory, without a server or a database."""

import os
import shutil
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import click

from sayso.cli.score.scoring import SCALES, Question, make_question, score_lines
from sayso.cli.shared.errors import Failure
from sayso.cli.shared.formats import format_options
from sayso.cli.shared.output import is_terminal, open_output
from sayso.cli.shared.progress import has_watcher, show_progress
from sayso.core import Scale
from sayso.core.errors import BadInput, UnknownName
from sayso.files.byte_lines import NOT_UTF8
from sayso.files.opening import open_source
from sayso.files.results import (
    OUTPUT_FORMATS,
    CsvSink,
    JsonlSink,
    Layout,
    OutputFormat,
    Sink,
    lay_out_columns,
    name_made_columns,
)
from sayso.files.source import INPUT_FORMATS, InputFormat, Source
from sayso.files.writing import guess_format
from sayso.scoring.optional_roles import find_scale_map

PIPE_WIDTH = 120


@dataclass(frozen=True, slots=True)
class Output:
    """How results are to be written."""

    path: str | None
    format: OutputFormat
    scale: Scale
    keep: tuple[str, ...]


@click.command("score")
@click.argument("source", metavar="FILE|-")
@click.option(
    "--input-format",
    type=click.Choice(INPUT_FORMATS),
    help="Format of FILE.  [default: by its ending: .csv, .tsv, .jsonl, .parquet; else lines]",
)
@click.option("--encoding", help="Encoding of FILE, such as latin-1.  [default: UTF-8]")
@click.option(
    "--column",
    help="Column or field that holds the text.  [default: text, comment_text, comment, body, content ...]",
)
@click.option(
    "--attributes", help="Attributes to score, with commas between them.  [default: all of the scorer]"
)
@click.option(
    "--scorer",
    "spec",
    help="Scorer: embedded, cascade, linear.v1, blocklist:FILE, highest:A,B ..."
    "  [default: $SAYSO_SCORER or embedded]",
)
@click.option(
    "--scale",
    type=click.Choice(SCALES),
    default="sayso",
    show_default=True,
    help="Scale of the scores: calibrated probability, or Perspective's.",
)
@format_options(
    OUTPUT_FORMATS,
    json="jsonl",
    help="Output format.  [default: by the ending of --out; else table on a terminal, jsonl in a pipe]",
)
@click.option("--out", metavar="FILE", help="Write to FILE, which appears only once it is complete.")
@click.option(
    "--keep",
    metavar="COLUMNS",
    help="Columns to keep: names, 'all' or 'none'.  [default: all in csv and parquet, else none]",
)
@click.option("--evidence", is_flag=True, help="Add words that readers would mark, targets and implied.")
@click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]")
def command(
    *,
    source: str,
    input_format: InputFormat | None,
    encoding: str | None,
    column: str | None,
    attributes: str | None,
    spec: str | None,
    scale: Scale,
    output_format: OutputFormat | None,
    out: str | None,
    keep: str | None,
    evidence: bool,
    progress: bool | None,
) -> None:
    """Score the texts of FILE, or of standard input (-), one a line.

    Every line gets one line of output, in order. A line that is empty, in a language that the scorer does not
    know, or cannot be scored otherwise has an error instead of scores; the exit status is then 1.
    """
    if out and source != "-" and Path(out).exists() and Path(out).samefile(source):
        raise BadInput(
            f"{out!r} is the file that is scored: its other columns would be lost.",
            hint="Name another file for the scores.",
        )
    if source == "-" and sys.stdin.isatty():
        click.echo("Reading texts from the terminal, one a line; Ctrl-D ends.", err=True)
    with open_source(source, input_format=input_format, column=column, encoding=encoding) as texts:
        question = ask_scorer(spec, attributes=split_names(attributes), scale=scale, has_evidence=evidence)
        chosen = output_format or ("table" if is_terminal(out) else guess_format(out))
        output = Output(out, chosen, scale, choose_kept(texts, keep, output_format=chosen))
        is_shown = progress if progress is not None else has_watcher() and not is_terminal(out)
        tally = score_source(texts, question, output=output, is_progress_shown=is_shown)
    report_problems(tally)


def ask_scorer(spec: str | None, *, attributes: Sequence[str], scale: Scale, has_evidence: bool) -> Question:
    # Imported here: `--help` and completion need no model.
    from sayso.cli.shared.scorer import build_pinned_scorer
    from sayso.settings import Settings
    from sayso.wiring import build_language_check

    settings = Settings()
    scorer = build_pinned_scorer(spec or settings.scorer, settings)
    if scale == "perspective" and find_scale_map(scorer) is None:
        click.echo(
            f"Note: {scorer.name} has no map onto Perspective's scale; its scores are passed on as they are.",
            err=True,
        )
    return make_question(
        scorer,
        languages=build_language_check(scorer, settings),
        attributes=attributes,
        scale=scale,
        has_evidence=has_evidence,
    )


def split_names(names: str | None) -> list[str]:
    return [name.strip() for name in (names or "").split(",") if name.strip()]


def choose_kept(source: Source, keep: str | None, *, output_format: OutputFormat) -> tuple[str, ...]:
    if keep is None:
        keep = "all" if output_format in ("csv", "parquet") else "none"
    if keep in ("all", "none"):
        return source.columns if keep == "all" else ()
    names = split_names(keep)
    for name in names:
        if name not in source.columns:
            raise UnknownName("column", name, source.columns)
    return tuple(dict.fromkeys(names))


def score_source(
    source: Source, question: Question, *, output: Output, is_progress_shown: bool
) -> Counter[str]:
    """Score all of `source`; how many lines had which problem, and under "" how many lines there were."""
    tally: Counter[str] = Counter()
    with (
        open_output(output.path) as stream,
        show_progress(total=source.total, is_shown=is_progress_shown) as report,
    ):
        sink = open_sink(stream, source, question, output=output)
        for results in score_lines(source.blocks, question):
            sink.write(results)
            tally[""] += len(results)
            tally.update(result.problem.cause for result in results if result.problem)
            report(source.position(), tally[""])
        sink.close()
    return tally


def open_sink(stream: IO[bytes], source: Source, question: Question, *, output: Output) -> Sink:
    made = name_made_columns(question.attributes, has_evidence=question.examiner is not None)
    kept = lay_out_columns(output.keep, text_column=source.text_column, made=made)
    layout = Layout(
        kept, question.attributes, question.scorer.name, output.scale, question.examiner is not None
    )
    if output.format == "jsonl":
        return JsonlSink(stream, layout, output.keep)
    if output.format == "csv":
        return CsvSink(stream, layout=layout)
    if output.format == "parquet":
        return _open_parquet_sink(stream, source, layout=layout, path=output.path)
    return _open_table_sink(stream, layout=layout, path=output.path)


def _open_parquet_sink(stream: IO[bytes], source: Source, *, layout: Layout, path: str | None) -> Sink:
    from sayso.files.parquet_file import ParquetSink

    if is_terminal(path):
        raise BadInput("Parquet is not for reading on a terminal.", hint="Write it to a file: --out FILE")
    return ParquetSink(stream, layout=layout, schema=source.schema)


def _open_table_sink(stream: IO[bytes], *, layout: Layout, path: str | None) -> Sink:
    from sayso.cli.score.table import TableSink

    width = shutil.get_terminal_size().columns if is_terminal(path) else PIPE_WIDTH
    has_colour = is_terminal(path) and not os.environ.get("NO_COLOR")
    return TableSink(stream, layout=layout, width=width, has_colour=has_colour)


def report_problems(tally: Counter[str]) -> None:
    """Say how many lines have no score, and why; nothing if all have one."""
    causes = {cause: count for cause, count in tally.most_common() if cause}
    if not causes:
        return
    listed = ", ".join(f"{count:,} {cause}" for cause, count in causes.items())
    advice = "Each of those lines says why, under 'error'."
    if NOT_UTF8 in causes:
        advice = "Name the encoding that the file has, such as: --encoding windows-1252"
    if "remote-quota" in causes:
        advice = (
            "The other service's quota is used up: wait or ask it for more, then score those lines again."
        )
    raise Failure(f"{sum(causes.values()):,} of {tally['']:,} lines have no score: {listed}.", hint=advice)
