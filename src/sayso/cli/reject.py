"""`sayso reject`: from which confidence on the machine decides alone, by what that is worth."""

import json
from collections.abc import Iterator
from math import isnan
from pathlib import Path

import click

from sayso.cli.shared.columns import print_columns
from sayso.community.rejection import RejectionReport, read_predictions, read_values, report_rejection
from sayso.deciding.density import Form
from sayso.files.reports import replace_undefined

POSTS = 1000


@click.group("reject")
def command() -> None:
    """Find the confidence from which on a machine's decision is worth more than asking a person."""


@command.command("fit")
@click.argument("predictions", type=click.Path(path_type=Path), metavar="PREDICTIONS")
@click.option("--values", "values_path", required=True, type=click.Path(path_type=Path), help="JSON file.")
@click.option(
    "--density",
    is_flag=False,
    flag_value="reflected",
    type=click.Choice(["reflected", "as-published"]),
    help="Smooth the four types first; as-published repeats the thesis, with the mass it loses.",
)
@click.option(
    "--temperature", is_flag=True, help="Scale the confidences first, so that they are true shares."
)
@click.option("--resamples", type=click.IntRange(0, 10_000), default=200, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def fit(
    *,
    predictions: Path,
    values_path: Path,
    density: Form | None,
    temperature: bool,
    resamples: int,
    seed: int,
    as_json: bool,
) -> None:
    """Read PREDICTIONS (CSV, JSON Lines, Parquet: confidence, predicted, actual) and print the threshold.

    The values file is an object with tp, tn, fp, fn and rejection: what right and wrong decisions and asking
    a person are worth, on any one scale.
    """
    values = read_values(values_path)
    found = report_rejection(
        read_predictions(predictions),
        values,
        density=density,
        temperature=temperature,
        resamples=resamples,
        seed=seed,
    )
    if as_json:
        click.echo(json.dumps(replace_undefined(found.to_json()), indent=2))
        return
    for line in describe(found):
        click.echo(line)
    told = found.to_json()
    rows = [
        (name, *(f"{told['counts'][part][kind]:,}" for kind in ("tp", "tn", "fp", "fn")))
        for name, part in (("decided", "accepted"), ("handed over", "rejected"))
    ]
    click.echo("")
    print_columns(("", "TP", "TN", "FP", "FN"), rows, nothing="")


def describe(found: RejectionReport) -> Iterator[str]:
    fitted, interval = found.fitted, found.interval
    if fitted.reject_all:
        yield "Best: hand every text to a person; at no confidence is a decision by machine worth more."
    else:
        low, high = interval.tau.low, interval.tau.high
        spread = f"95 % of resamples {low:.3f} to {high:.3f}"
        yield f"Best: decide alone from a confidence of {fitted.tau:.3f} on ({spread})."
    accepted = fitted.counts["accepted"]
    wrong = (accepted["fp"] + accepted["fn"]) / found.predictions * POSTS
    handed = fitted.rejection_rate * POSTS
    decided = f"{POSTS - handed:.0f} decided, {wrong:.0f} of them wrong"
    yield f"Of {POSTS:,} posts: {decided}, {handed:.0f} wait for a person."
    yield (
        f"Worth per post: {fitted.mean_value:.3f}; all by machine {fitted.mean_value_accept_all:.3f}, "
        f"all by people {_worth_of_people(found):.3f}. "
        f"V {fitted.value:.3f}, all by machine {fitted.value_accept_all:.3f}."
    )
    yield "Worth more than both." if fitted.beneficial else "Worth no more than the better of these two."
    yield (
        f"By predicted class: toxic from {_tell(fitted.toxic.tau, fitted.toxic.reject_all)}, harmless from "
        + (
            f"{_tell(fitted.harmless.tau, fitted.harmless.reject_all)}; together V "
            f"{fitted.toxic.value + fitted.harmless.value:.3f}."
        )
    )
    toxic, harmless = (found.calibrated_tau[name] for name in ("toxic", "harmless"))
    yield f"If confidences are true shares: toxic from {toxic:.3f}, harmless from {harmless:.3f}."
    if found.holdout:
        other = found.holdout
        share = f"{other.rejection_rate:.1%} handed over"
        yield f"Found on one half, told on the other: V {other.value:.3f}, {share}."
    if found.calibration:
        one = found.calibration
        yield (
            f"Temperature {one.temperature:.3f}: log loss {one.log_loss_before:.4f} to {one.log_loss:.4f}, "
            f"calibration error {one.calibration_error_before:.3f} to {one.calibration_error:.3f}."
        )
    yield from (condition.meaning for condition in found.conditions if not condition.holds)
    if isnan(fitted.accuracy_accepted):
        yield "Nothing is decided by machine, so there is no accuracy of it."
    else:
        yield f"Of what is decided by machine {fitted.accuracy_accepted:.1%} is right."


def _worth_of_people(found: RejectionReport) -> float:
    """What asking about all is worth: the value of rejection, as V and M give it."""
    fitted = found.fitted
    return fitted.mean_value_accept_all - fitted.value_accept_all


def _tell(tau: float, reject_all: bool) -> str:
    return "never" if reject_all else f"{tau:.3f}"
