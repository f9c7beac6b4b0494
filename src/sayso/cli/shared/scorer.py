"""The scorer a command was asked for, in the version that a pin chose, where there is a database."""

import click

from sayso.core import Scorer
from sayso.core.errors import StoreError
from sayso.scoring.registry import Spec
from sayso.settings import Settings
from sayso.wiring import build_scorer, open_existing_store


def build_pinned_scorer(spec: str, settings: Settings) -> Scorer:
    """Scoring needs no database, so one that cannot be read is a note and no obstacle."""
    if Spec.parse(spec).version or not has_database(settings):
        return build_scorer(spec, settings)
    try:
        with open_existing_store(settings) as store:
            return build_scorer(spec, settings, store=store)
    except StoreError as error:
        click.echo(f"Note: pins are not followed. {error.message}", err=True)
        return build_scorer(spec, settings)


def has_database(settings: Settings) -> bool:
    """Whether there is one already; looking must not make one."""
    return bool(settings.database_url) or (settings.data_dir / "sayso.db").exists()
