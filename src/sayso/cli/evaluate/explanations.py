"""`sayso evaluate explanations`: ways to find the words behind a score, held against people's marks."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sayso.cli.shared.output import open_output
from sayso.cli.shared.progress import has_watcher, show_progress
from sayso.cli.shared.reporting import ReportFormat, report_options
from sayso.core.errors import BadInput, MissingExtra, SaysoError, UnknownName

if TYPE_CHECKING:
    from sayso.audit.explanations.posts import Material
    from sayso.core import Explainer, Scorer
    from sayso.settings import Settings

# What does the work is imported where it is used: `--help` and completion need neither numpy nor a model.

METHODS = ("rationale", "attention", "occlusion", "gradients")
FILE = click.Path(path_type=Path)


@click.command("explanations")
@click.argument("file", type=FILE)
@click.option("--scorer", "spec", help="Scorer to explain.  [default: $SAYSO_SCORER or embedded]")
@click.option(
    "--methods",
    metavar="NAME,NAME",
    help=f"Of {', '.join(METHODS)} (extra train).  [default: all that the scorer allows]",
)
@click.option("--split", help="Only this split, such as val, which the shipped model did not learn from.")
@click.option("--splits", type=FILE, help='JSON {"train": [post_id] ...}.  [default: the column split]')
@click.option("--limit", type=click.IntRange(1), help="At most this many posts, drawn by the seed.")
@click.option(
    "--sample",
    type=click.IntRange(1),
    default=500,
    show_default=True,
    help="Texts over whose words the cut-offs are matched.",
)
@report_options
def explanations_command(
    *,
    file: Path,
    spec: str | None,
    methods: str | None,
    split: str | None,
    splits: Path | None,
    limit: int | None,
    sample: int,
    output_format: ReportFormat,
    out: str | None,
    resamples: int,
    seed: int,
) -> None:
    """Ways to find the words behind a score, against people's marks (HateXplain) and each other.

    Overlap with the majority rationale, token F1, what the score does without the words, and the time, all
    in one run. Cut-offs are matched to that of the model's own rationale by percentile.
    """
    from sayso.audit.explanations import compare_explainers
    from sayso.audit.explanations.report import make_markdown, make_table
    from sayso.cli.shared.scorer import build_pinned_scorer
    from sayso.files.reports import encode_report
    from sayso.settings import Settings
    from sayso.stats.resampling import Bootstrap

    names = read_methods(methods)
    material = _read(file, split=split, splits=splits, limit=limit, sample=sample, seed=seed)
    settings = Settings()
    scorer = build_pinned_scorer(spec or settings.scorer, settings)
    explainers, notes = choose_explainers(names, scorer, settings)
    total = len(material.posts) + len(material.sample)
    with show_progress(total=total, is_shown=has_watcher()) as watch:
        report = compare_explainers(
            explainers,
            scorer,
            replace(material, notes=(*material.notes, *notes)),
            bootstrap=Bootstrap(resamples, seed=seed),
            watch=lambda done: watch(done, done),
        )
    writers = {"table": make_table, "json": encode_report, "markdown": make_markdown}
    with open_output(out) as stream:
        stream.write(writers[output_format](report).encode(errors="replace"))


def read_methods(given: str | None) -> tuple[str, ...] | None:
    """The names in the order of `METHODS`; None where all are meant."""
    if given is None:
        return None
    names = [name.strip() for name in given.split(",") if name.strip()]
    for name in names:
        if name not in METHODS:
            raise UnknownName("method", name, METHODS)
    if not names:
        raise BadInput("--methods names none.", hint=f"Known: {', '.join(METHODS)}.")
    return tuple(name for name in METHODS if name in names)


def choose_explainers(
    names: Sequence[str] | None, scorer: "Scorer", settings: "Settings"
) -> tuple[list["Explainer"], list[str]]:
    """The methods that were asked for; without any, those that can be had, and a note for each other."""
    from sayso.wiring import build_explainer

    if names is not None:
        return [build_explainer(name, scorer, settings) for name in names], []
    found: list[Explainer] = []
    notes: list[str] = []
    for name in METHODS:
        try:
            found.append(build_explainer(name, scorer, settings))
        except (MissingExtra, ModuleNotFoundError):
            notes.append(f"No {name}: it needs the extra 'train', which is not installed.")
        except SaysoError as error:
            notes.append(f"No {name}: {error.message}")
    return found, notes


def _read(
    file: Path, *, split: str | None, splits: Path | None, limit: int | None, sample: int, seed: int
) -> "Material":
    from sayso.audit.evaluation import read_table
    from sayso.audit.evaluation.formats import read_hatexplain, read_split
    from sayso.audit.explanations.posts import gather

    if splits and not split:
        raise BadInput("--splits says where the splits are, but not which one.", hint="Add: --split val")
    table = read_table(file)
    cases = read_hatexplain(read_split(table, split, splits=splits) if split else table)
    return gather(cases, limit=limit, sample=sample, seed=seed)
