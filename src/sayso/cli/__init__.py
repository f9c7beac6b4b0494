"""The command line: a file per command or a package per group, each a click function that calls a plain one.

What lives here: options, output formats, progress, the printing of errors. What may not: rules about
texts, HTTP, SQL; those have rooms of their own, and `sayso.web` is a stranger (`serve` starts it by name).
Start with the table below; `shared/group` loads a command when it is asked for, `shared/errors` prints what
went wrong.
"""

import os

import click

from sayso import __version__
from sayso.cli.shared.group import Entry, Joining, LazyGroup

__all__ = ["COMMANDS", "main"]

COMMANDS = {
    "serve": Entry("sayso.cli.serve.command:command", "Start the service."),
    "score": Entry("sayso.cli.score.command:command", "Score the texts of a file or of standard input."),
    "explain": Entry("sayso.cli.explain:command", "Show which words the model reacts to, and others."),
    "models": Entry("sayso.cli.models:command", "List, pin, roll back and fetch models."),
    "key": Entry("sayso.cli.key:command", "Create, list and revoke API keys."),
    "objections": Entry("sayso.cli.objections:command", "List, answer and export what authors say is wrong."),
    "policy": Entry("sayso.cli.policy:command", "Show and set what a community shows, asks about and hides."),
    "reader": Entry("sayso.cli.reader.command:command", "List, export and delete readers."),
    "reject": Entry("sayso.cli.reject:command", "Find when the machine may decide alone."),
    "shared-words": Entry(
        "sayso.cli.shared_words:command", "List, approve and reject words that readers share."
    ),
    "report": Entry("sayso.cli.report:command", "Check transparency reports for the EU."),
    "ledger": Entry("sayso.cli.ledger:command", "Verify and export the ledger."),
    "db": Entry("sayso.cli.db:command", "Upgrade, back up and restore the database."),
    "retention": Entry("sayso.cli.retention:command", "Say how long a community keeps texts."),
    "erase": Entry("sayso.cli.erase:command", "Erase every text kept under a person's id."),
    "shadow": Entry("sayso.cli.shadow:command", "Compare Sayso with the service it replaces."),
    "train": Joining("train", "Train a model.", what="Training", extra="train"),
    "evaluate": Entry("sayso.cli.evaluate.command:command", "Hold a scorer against a labelled file."),
    "thresholds": Entry("sayso.cli.thresholds:command", "Translate thresholds between scales."),
    "bench": Entry(
        "sayso.cli.bench.command:command", "Measure speed, and what disguises take from a scorer."
    ),
    "completion": Entry("sayso.cli.completion:command", "Print the completion script of a shell."),
}


@click.group(cls=LazyGroup, entries=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="sayso", message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, help="Show the traceback of an error (it may hold text).")
def main(*, debug: bool) -> None:  # noqa: ARG001  # the group reads it from its context
    """Score text, answer the clients of Perspective and OpenAI, keep a ledger."""
    if any(name.upper().startswith("SAYSO_") for name in os.environ):
        from sayso.cli.shared.options import name_unknown

        for line in name_unknown(os.environ):
            click.echo(line, err=True)
