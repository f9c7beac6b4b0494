"""A model card: what its makers say of the model, and what the reports found, in one page.

The makers' part is a TOML file; numbers come from reports alone and are never typed in.
"""

import tomllib
from collections.abc import Sequence
from math import isnan
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from sayso.audit.evaluation.report import GroupReport, JudgementReport, Report, list_notes
from sayso.core.errors import BadFile, BadInput
from sayso.files.reports import draw_markdown

WORST_SHOWN = 10


class Source(BaseModel):
    """A data set that was learned from."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    source: str
    licence: str
    examples: int | None = None


class Facts(BaseModel):
    """What no measurement can tell."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str
    summary: str
    uses: tuple[str, ...]
    must_not: tuple[str, ...]
    failures: tuple[str, ...]
    data: tuple[Source, ...]


def read_facts(path: Path) -> Facts:
    """The TOML file; a missing or unknown field is named."""
    try:
        return Facts.model_validate(tomllib.loads(path.read_text("utf-8")))
    except OSError as error:
        raise BadFile(f"The facts cannot be read from {str(path)!r}: {error.strerror}.") from error
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        hint = f"Fields: {', '.join(Facts.model_fields)}; of each [[data]]: {', '.join(Source.model_fields)}."
        raise BadFile(f"{path.name}, field {place!r}: {first['msg'].lower()}.", hint=hint) from error
    except ValueError as error:
        raise BadFile(f"{path.name} is not TOML: {error}.") from error


def make_card(facts: Facts, reports: Sequence[Report], *, picture: str = "") -> str:
    """Markdown. Every report must be about the model that the facts describe."""
    for report in reports:
        if report.model != facts.model:
            raise BadInput(
                f"The report on {report.source} is about {report.model}, not about {facts.model}.",
                hint="Leave it out, or evaluate again.",
            )
    parts = [
        f"# Model card: {facts.model}",
        "Made by `sayso evaluate card` from facts and reports; do not edit.",
        facts.summary.strip(),
        f"## What it is for\n\n{_list(facts.uses)}",
        f"## What it must not be used for\n\n{_list(facts.must_not)}",
        f"## Data\n\n{_draw_data(facts.data)}",
        f"## Results\n\n{_draw_results(reports)}",
        *([f"![Results with intervals]({picture})"] if picture else []),
        *(["## Results by group\n\n" + "\n\n".join(groups)] if (groups := _draw_groups(reports)) else []),
        f"## Known failures\n\n{_list(facts.failures)}",
        f"## How to read the numbers\n\n{_list(_merge_notes(reports))}",
    ]
    return "\n\n".join(parts) + "\n"


def _list(items: Sequence[str]) -> str:
    return "\n".join(f"- {item.strip()}" for item in items)


def _draw_data(data: Sequence[Source]) -> str:
    rows = [
        (one.name, one.source, one.licence, "–" if one.examples is None else f"{one.examples:,}")
        for one in data
    ]
    return draw_markdown(("Set", "Source", "Licence", "Examples"), rows)


def _draw_results(reports: Sequence[Report]) -> str:
    rows: list[tuple[str, ...]] = []
    for report in reports:
        measured = [
            ("", "", report.measures),
            *((one.name, one.attribute, one.measures) for one in report.judgements),
        ]
        rows += [
            (report.source, name, attribute, measure.name, str(measure.interval), f"{measure.texts:,}")
            for name, attribute, measures in measured
            for measure in measures
            if not isnan(measure.interval.value)
        ]
    return draw_markdown(("File", "Labels", "Attribute", "Measure", "Value [95 %]", "Texts"), rows)


def _draw_groups(reports: Sequence[Report]) -> list[str]:
    return [
        _draw_group(report, judgement, group)
        for report in reports
        for judgement in report.judgements
        for group in judgement.groups
        if group.rows
    ]


def _draw_group(report: Report, judgement: JudgementReport, group: GroupReport) -> str:
    shown = group.rows[:WORST_SHOWN]
    rows = [
        (row.group, f"{row.texts:,}", str(row.right), str(row.found), str(row.false_alarms)) for row in shown
    ]
    count = (
        f"the worst {len(shown)} of {len(group.rows)}"
        if len(shown) < len(group.rows)
        else f"all {len(shown)}"
    )
    title = f"{report.source}: {judgement.attribute} against “{judgement.name}”, by {group.name}, {count}"
    return f"### {title}\n\n" + draw_markdown(
        (group.name.capitalize(), "Texts", "Right [95 %]", "Found [95 %]", "False alarms [95 %]"), rows
    )


def _merge_notes(reports: Sequence[Report]) -> list[str]:
    thresholds = sorted({report.threshold for report in reports})
    flagged = (
        [f"Texts are flagged at or over {', '.join(f'{one:g}' for one in thresholds)}."] if thresholds else []
    )
    return [*flagged, *dict.fromkeys(note for report in reports for note in list_notes(report))]
