"""`sayso evaluate alternatives`: our other wordings, held against what people wrote."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sayso.cli.shared.output import open_output
from sayso.cli.shared.progress import has_watcher, show_progress
from sayso.cli.shared.reporting import ReportFormat, report_options
from sayso.core.errors import MissingExtra, SaysoError

if TYPE_CHECKING:
    from sayso.audit.alternatives.measuring import Judges
    from sayso.audit.alternatives.pairs import Pair
    from sayso.audit.alternatives.roles import Adviser
    from sayso.core import Scorer
    from sayso.core.draft import AlternativeSource
    from sayso.settings import Settings

# What does the work is imported where it is used: `--help` and completion need neither numpy nor a model.


@click.command("alternatives")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--scorer", "spec", help="Scorer whose suggestions to judge.  [default: $SAYSO_SCORER or embedded]"
)
@click.option(
    "--base",
    type=click.Path(path_type=Path),
    help="Folder of a sentence encoder, to compare meanings (extra train).  [default: all-MiniLM-L6-v2]",
)
@click.option("--limit", type=click.IntRange(1), help="At most this many sentences, drawn by the seed.")
@report_options
def alternatives_command(
    *,
    file: Path,
    spec: str | None,
    base: Path | None,
    limit: int | None,
    output_format: ReportFormat,
    out: str | None,
    resamples: int,
    seed: int,
) -> None:
    """Our other wordings against what people wrote (ParaDetox: toxic, neutral1 to neutral3).

    How often a person's own substitution is among ours, and what becomes of a text whose author takes the
    first suggestion every time; against near words alone and leaving out alone. Only sentences that the
    table of substitutions did not learn from are used.
    """
    from sayso.audit.alternatives import compare_advisers
    from sayso.audit.alternatives.report import make_markdown, make_table
    from sayso.cli.shared.scorer import build_pinned_scorer
    from sayso.files.reports import encode_report
    from sayso.settings import Settings
    from sayso.stats.resampling import Bootstrap

    pairs = _read(file, limit=limit, seed=seed)
    settings = Settings()
    judges, notes = _find_judges(base, settings)
    advisers = _build_advisers(build_pinned_scorer(spec or settings.scorer, settings), settings)
    with show_progress(total=len(pairs), is_shown=has_watcher()) as watch:
        report = compare_advisers(
            advisers,
            pairs,
            source=file.name,
            judges=judges,
            bootstrap=Bootstrap(resamples, seed=seed),
            watch=lambda done: watch(done, done),
            notes=notes,
        )
    writers = {"table": make_table, "json": encode_report, "markdown": make_markdown}
    with open_output(out) as stream:
        stream.write(writers[output_format](report).encode(errors="replace"))


def _read(file: Path, *, limit: int | None, seed: int) -> "list[Pair]":
    from sayso.audit.alternatives.pairs import read_pairs
    from sayso.audit.evaluation import read_table
    from sayso.audit.explanations.posts import draw

    return draw(read_pairs(read_table(file)), limit, seed=seed)


def _build_advisers(scorer: "Scorer", settings: "Settings") -> "dict[str, Adviser]":
    """All sources; then near words alone, as in a space of word vectors, and leaving out alone."""
    from sayso.wiring import build_draft_analyzer, build_language_check

    languages = build_language_check(scorer, settings)

    def build(*sources: "AlternativeSource") -> "Adviser":
        return build_draft_analyzer(settings, scorer=scorer, languages=languages, sources=sources or None)

    return {"all": build(), "near words only": build("neighbour"), "leaving out only": build("omission")}


def _find_judges(base: Path | None, settings: "Settings") -> "tuple[Judges, list[str]]":
    """The embedder only where the extra and the base model are installed."""
    from sayso.audit.alternatives.measuring import Judges
    from sayso.audit.alternatives.roles import ContextReading
    from sayso.wiring import build_embedder, build_guesser

    embedder, notes = None, list[str]()
    try:
        embedder = build_embedder(base)
    except (MissingExtra, ModuleNotFoundError):
        notes.append("Meaning is not compared: that needs the extra 'train'.")
    except SaysoError as error:
        if base:
            raise
        notes.append(f"Meaning is not compared. {error.message}")
    return Judges(embedder, ContextReading(build_guesser(settings))), notes
