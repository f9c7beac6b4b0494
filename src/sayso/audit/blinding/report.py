"""The findings of `sayso bench blind`, for a terminal, in Markdown and as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass

from sayso.audit.blinding.measuring import LIMIT, BlindingReport, FamilyRow
from sayso.core import Attribute
from sayso.files.reports import Paper, Section


@dataclass(frozen=True, slots=True)
class FamilyFinding:
    """A row without what applies the disguise, which no JSON holds."""

    family: str
    kind: str
    looks_same: bool
    lost: float
    found: int
    missed: int
    unjudged: int
    harmless: int
    alarms: int


@dataclass(frozen=True, slots=True)
class BlindingFindings:
    """`alarms`: for each kind of harmless text, undisguised, how many are over the limit, of how many."""

    scorer: str
    attribute: Attribute
    limit: float
    families: tuple[FamilyFinding, ...]
    alarms: Mapping[str, tuple[int, int]]
    worst: str | None


def describe(report: BlindingReport) -> BlindingFindings:
    worst = find_worst(report)
    return BlindingFindings(
        report.scorer,
        report.attribute,
        LIMIT,
        tuple(_describe(row) for row in report.rows),
        report.alarms,
        worst.family.name if worst else None,
    )


def find_worst(report: BlindingReport) -> FamilyRow | None:
    """Of the families that a person reads as the same text, the one that takes most."""
    same = [row for row in report.rows if row.family.looks_same]
    return max(same, key=lambda row: (row.missed, row.lost), default=None)


def lay_out(report: BlindingReport) -> Paper:
    head = ("family", "kind", "looks the same", "mean loss", "missed", "unjudged", "new false alarms")
    rows = [
        (
            row.family.name,
            row.family.kind,
            "yes" if row.family.looks_same else "no",
            f"{row.lost:.3f}",
            f"{row.missed} of {row.found}",
            str(row.unjudged),
            f"{row.alarms} of {row.harmless}",
        )
        for row in report.rows
    ]
    over, count = (
        (sum(numbers) for numbers in zip(*report.alarms.values(), strict=True)) if report.alarms else (0, 0)
    )
    introduction = (
        f"{report.scorer}, {report.attribute}; found means a score of {LIMIT} or more. "
        f"Undisguised, {over} of {count} harmless texts are over it."
    )
    return Paper(introduction, [Section("Families of disguise", head, rows)], [_tell_worst(report)])


def _tell_worst(report: BlindingReport) -> str:
    worst = find_worst(report)
    if worst is None:
        return "No family looks the same as the text."
    return (
        f"The worst family that looks the same: {worst.family.name} "
        f"(mean loss {worst.lost:.3f}, {worst.missed} of {worst.found} missed)."
    )


def _describe(row: FamilyRow) -> FamilyFinding:
    family = row.family
    return FamilyFinding(
        family.name,
        family.kind,
        family.looks_same,
        round(row.lost, 6),
        row.found,
        row.missed,
        row.unjudged,
        row.harmless,
        row.alarms,
    )
