"""The parts of an encoder's model card that hold results; empty where the record has none."""

from collections.abc import Mapping, Sequence
from typing import Any

from sayso_lab.card import make_results_table, make_table, show
from sayso_lab.measuring.tables import draw_markdown, introduce, lay_out, list_cells

Record = Mapping[str, Any]
DISTANCE = "distance to Perspective's"
CALIBRATION = "calibration error"


def make_aims(record: Record) -> str:
    """The table that `sayso train aims` prints."""
    aims = _take_aims(record)
    if not aims:
        return ""
    head, cells = lay_out(aims, aims.get("beside", ()))
    rows = draw_markdown(cells, head=head)
    return f"## Results against the aims\n\n{introduce(aims)}\n\n{rows}"


def list_missed(record: Record) -> list[str]:
    """What misses its target, with the value."""
    rows = _take_aims(record).get("rows", ())
    return [
        f"{what}: {value}, target {target}"
        for what, value, _, target, met, _ in map(list_cells, rows)
        if met == "no"
    ]


def make_groups(record: Record) -> str:
    """By identity term: false alarms on mentions, and what is found of attacks."""
    terms: Sequence[Record] = _take_aims(record).get("terms", ())
    if not terms:
        return ""
    rows = [
        (
            one["term"],
            "yes" if one["is_seen"] else "no",
            f"{one['mentions']:,}",
            f"{one['false_alarms']:.1%}",
            f"{one['attacks']:,}" if one["attacks"] else "",
            "" if one["found"] is None else f"{one['found']:.1%}",
        )
        for one in terms
    ]
    head = ("Identity term", "In training", "Mentions", "False alarms", "Attacks", "Found")
    return f"""## Results by group

Sentences of templates that training had not. A false alarm: TOXICITY or IDENTITY_ATTACK reaches 0.5 on a
neutral or positive mention. Found: IDENTITY_ATTACK reaches 0.5 on hate that is plain, asked, denied praise or
implied. With so few mentions of a term, one sentence more or less moves its figure by several points.

{make_table(head, rows)}"""


def make_results(record: Record) -> str:
    """By data set, as for the linear scorer."""
    if not record.get("results"):
        return ""
    return f"## Results on held-out texts, by source\n\n{make_results_table(record)}"


def make_calibration(record: Record) -> str:
    """The errors before and after, and the curves behind them."""
    aims = _take_aims(record)
    curves: Mapping[str, Any] = aims.get("curves", {})
    if not curves:
        return ""
    errors = [list_cells(row)[:4] for row in aims["rows"] if row["what"].startswith(CALIBRATION)]
    table = make_table(("What", "Value [95 %]", "Texts", "Aim"), errors)
    drawn = "\n\n".join(_draw_curves(name, curve) for name, curve in curves.items())
    return f"""## Calibration

Before: the raw output as a probability. After: with the temperature and offset chosen on the dev part. The
error is the mean distance between score and share of positives, in bins of equally many texts.

{table}

{drawn}"""


def _draw_curves(name: str, curve: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    rows = [
        (when, f"{one['texts']:,}", f"{one['mean_score']:.3f}", show(one["positives"]))
        for when, bins in curve.items()
        for one in bins
    ]
    return (
        f"{name}:\n\n{make_table(('Calibration', 'Texts', 'Mean score', 'Share of positives [95 %]'), rows)}"
    )


def make_scale(record: Record) -> str:
    """What the map to Perspective's scale gets wrong."""
    errors: Mapping[str, Any] = record.get("scale_errors") or {}
    held_out = [row for row in _take_aims(record).get("rows", ()) if row["what"].startswith(DISTANCE)]
    if not errors and not held_out:
        return ""
    rows = [
        (name, f"{one['texts']:,}", show(one["mean_absolute_error"]), f"{one['rank_correlation']:.2f}")
        for name, one in errors.items()
    ]
    head = ("Attribute", "Texts", "Mean distance to Perspective's score [95 %]", "Rank correlation")
    tables = [make_table(head, rows)] if rows else []
    banded = {name: one["bands"] for name, one in errors.items() if "bands" in one}
    if banded:
        tenths = ("Error from", *(f"{tenth / 10:.1f}" for tenth in range(10)))
        cells = [(name, *(_show_error(band["error"]) for band in bands)) for name, bands in banded.items()]
        tables.append(make_table(tenths, cells))
    if held_out:
        cells = [list_cells(row)[:3] for row in held_out]
        tables.append(make_table(("On held-out texts", "Value [95 %]", "Texts"), cells))
    introduction = """## On Perspective's scale

Fitted on texts that Perspective scored, measured on others of them: by equal ranks, and where the model
has an output that learned Perspective's scores, by that output. The error by tenth is that of texts to which
Perspective gave so much. `sayso thresholds` prints the table of translated thresholds."""
    return "\n\n".join([introduction, *tables])


def _show_error(error: float | None) -> str:
    return "–" if error is None else f"{error:.2f}"


def _take_aims(record: Record) -> Record:
    """What `sayso train aims --out` wrote, or nothing."""
    return record.get("targets") or dict[str, Any]()
