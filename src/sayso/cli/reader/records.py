"""`sayso reader tables`: what conversations on record were like, as the paper's Tables 1 and 2."""

from functools import partial
from typing import TYPE_CHECKING

import click

from sayso.cli.shared.reporting import ReportFormat, format_option, out_option, write_report

if TYPE_CHECKING:
    from sayso.reader.records import RecordsReport
    from sayso.reader.records.kept import FindGroups
    from sayso.settings import Settings
    from sayso.storage import Store

# What does the work is imported where it is used: `--help` and completion need neither numpy nor a model.

NOTHING = "Nobody who agreed to records has talked yet."


@click.command("tables")
@click.option("--community", help="Only of this community.")
@click.option(
    "--scorer",
    "spec",
    help="Scorer that says which groups a reply names.  [default: $SAYSO_SCORER or embedded]",
)
@format_option
@out_option
def tables_command(
    *, community: str | None, spec: str | None, output_format: ReportFormat, out: str | None
) -> None:
    """Conversations of readers who agreed to records, as the tables of Recourse for Reclamation.

    Per conversation who said how much, safe responses and mean scores, by filter; what readers permitted and
    blocked; and how often replies that name a group were replaced.
    """
    from sayso.reader.records.report import make_records_paper
    from sayso.settings import Settings
    from sayso.wiring import open_existing_store

    settings = Settings()
    with open_existing_store(settings) as store:
        report = gather(store, community=community, find_groups=choose_groups(spec, settings))
    if not report.conversations:
        click.echo(NOTHING, err=True)
        return
    write_report(report, make_records_paper(report), output_format, out, private=True)


def gather(
    store: "Store", *, community: str | None, find_groups: "FindGroups | None" = None
) -> "RecordsReport":
    from sayso.reader.records import describe
    from sayso.reader.records.kept import read_records, read_rulings

    readers = store.readers.list(community=community)
    return describe(
        [one for reader in readers for one in read_records(store, reader, find_groups=find_groups)],
        rulings=[one for reader in readers for one in read_rulings(store, reader)],
        source=f"Community {community!r}" if community else "All communities",
    )


def choose_groups(spec: str | None, settings: "Settings") -> "FindGroups":
    """By words alone where the scorer does not say whom a text is aimed at."""
    from sayso.cli.shared.scorer import build_pinned_scorer
    from sayso.core import Examiner
    from sayso.reader.records.naming import find_groups

    scorer = build_pinned_scorer(spec or settings.scorer, settings)
    return partial(find_groups, scorer if isinstance(scorer, Examiner) else None)
