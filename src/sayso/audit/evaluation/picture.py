"""A report as a picture: SVG, labelled directly, readable without colour and by screen readers.

A dot with its interval per group, the worst first, then per measure. Below, for each attribute, what was said
against what came true. The accent, bold and in colour, means one thing only: a group whose whole interval
lies on the worse side of the rate of all texts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import isnan

from sayso.audit.evaluation.report import LOWER_IS_BETTER, GroupReport, JudgementReport, Report, introduce
from sayso.stats import Interval

WIDTH = 760
LABEL_WIDTH = 250
VALUE_WIDTH = 190
ROW = 20
MARGIN = 24
CURVE = 200
CURVES_PER_ROW = 3
MOST_ROWS = 60
LONGEST_LABEL = 36
INK, FAINT, ACCENT = "#222222", "#bbbbbb", "#b3261e"
STYLE = (
    f"text{{font:12px system-ui,sans-serif;fill:{INK}}}.h{{font-weight:600;font-size:13px}}"
    f".s{{fill:#555555;font-size:11px}}.w{{fill:{ACCENT};font-weight:600}}"
)


@dataclass(frozen=True, slots=True)
class Dot:
    """A line of a dot plot."""

    label: str
    interval: Interval
    texts: int
    is_worse: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """A drawn part and how high it is."""

    svg: str
    height: float


def draw_report(report: Report) -> str:
    """The whole picture."""
    panels = [*_draw_groups(report), *_draw_measures(report), *_draw_curves(report.judgements)]
    top, parts = MARGIN + 30.0, list[str]()
    for panel in panels:
        parts.append(f'<g transform="translate(0,{top:.0f})">{panel.svg}</g>')
        top += panel.height + MARGIN
    name = escape(introduce(report))
    head = f'<text class="h" x="{MARGIN}" y="{MARGIN + 6}">{name}</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top:.0f}" width="{WIDTH}"'
        f' height="{top:.0f}" role="img" aria-labelledby="t d"><title id="t">{name}</title>'
        f'<desc id="d">{escape(" ".join(_describe(report)))}</desc><style>{STYLE}</style>'
        f'<rect width="100%" height="100%" fill="#ffffff"/>{head}{"".join(parts)}</svg>\n'
    )


def _describe(report: Report) -> Iterator[str]:
    """The picture in words."""
    for measure in report.measures:
        yield f"{measure.name} {measure.interval}, {measure.texts} texts."
    for judgement in report.judgements:
        numbers = ", ".join(f"{measure.name} {measure.interval}" for measure in judgement.measures)
        yield f"{judgement.attribute} against {judgement.name}, {judgement.texts} texts: {numbers}."
        for group in judgement.groups:
            if group.rows:
                worst = group.rows[0]
                said = f"{group.shown} {worst.rate(group.shown)}"
                yield f"By {group.name}, the worst of {len(group.rows)} is {worst.group}: {said}."


def _draw_groups(report: Report) -> Iterator[Panel]:
    for judgement in report.judgements:
        for group in judgement.groups:
            overall = next(one.interval.value for one in judgement.measures if one.name == group.shown)
            dots = _list_dots(group, overall)
            if dots:
                title = f"{judgement.attribute} against “{judgement.name}”: {group.shown}, by {group.name}"
                hidden = len(dots) - MOST_ROWS
                more = f"{hidden} better ones are not drawn" if hidden > 0 else ""
                yield _draw_dots(title, dots[:MOST_ROWS], overall=overall, more=more)


def _list_dots(group: GroupReport, overall: float) -> list[Dot]:
    rates = [(row.group, row.rate(group.shown), row.count(group.shown)) for row in group.rows]
    is_low_good = group.shown in LOWER_IS_BETTER
    return [
        Dot(name, rate, texts, is_worse=rate.low > overall if is_low_good else rate.high < overall)
        for name, rate, texts in rates
        if not isnan(rate.value)
    ]


def _draw_measures(report: Report) -> Iterator[Panel]:
    whole = [Dot(one.name, one.interval, one.texts) for one in report.measures]
    if whole:
        yield _draw_dots("All texts", whole)
    for one in report.judgements:
        dots = [Dot(measure.name, measure.interval, measure.texts) for measure in one.measures]
        shown = [dot for dot in dots if not isnan(dot.interval.value)]
        if shown:
            yield _draw_dots(f"{one.attribute} against “{one.name}”", shown)


def _draw_dots(title: str, dots: Sequence[Dot], *, overall: float | None = None, more: str = "") -> Panel:
    """Dots on a scale from 0 to 1, label on the left, numbers on the right."""
    bottom = 14 + ROW * len(dots)
    parts = [f'<text class="h" x="{MARGIN}" y="0">{escape(title)}</text>']
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = _place(tick)
        parts.append(_line(x, 8, x, bottom, colour="#e6e6e6"))
        parts.append(f'<text class="s" x="{x:.1f}" y="{bottom + 13}" text-anchor="middle">{tick:g}</text>')
    if overall is not None:
        parts.append(_line(_place(overall), 8, _place(overall), bottom, colour="#888888", dash="4 3"))
        more = f"dashed: all texts, {overall:.3f}" + (f"; {more}" if more else "")
    parts += [_draw_dot(dot, y=8 + ROW * (index + 0.5)) for index, dot in enumerate(dots)]
    if more:
        parts.append(f'<text class="s" x="{MARGIN}" y="{bottom + 13}">{escape(more)}</text>')
    return Panel("".join(parts), bottom + 20)


def _draw_dot(dot: Dot, *, y: float) -> str:
    colour, style = (ACCENT, ' class="w"') if dot.is_worse else (INK, "")
    interval, label = dot.interval, escape(_cut(dot.label))
    reach = (
        ""
        if isnan(interval.low)
        else _line(_place(interval.low), y, _place(interval.high), y, colour=colour, width=1.5)
    )
    return (
        f'<text{style} x="{LABEL_WIDTH - 12}" y="{y + 4:.1f}" text-anchor="end">{label}</text>{reach}'
        f'<circle cx="{_place(interval.value):.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>'
        f'<text class="s" x="{WIDTH - VALUE_WIDTH + 12}" y="{y + 4:.1f}">{interval}, n {dot.texts:,}</text>'
    )


def _cut(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"


def _place(value: float) -> float:
    return LABEL_WIDTH + min(max(value, 0.0), 1.0) * (WIDTH - LABEL_WIDTH - VALUE_WIDTH)


def _draw_curves(judgements: Sequence[JudgementReport]) -> Iterator[Panel]:
    """Small reliability curves, some in a row; labels that were held against an attribute twice get two."""
    drawn = [one for one in judgements if one.bins]
    for begin in range(0, len(drawn), CURVES_PER_ROW):
        step = (WIDTH - 2 * MARGIN) / CURVES_PER_ROW
        parts = [
            f'<g transform="translate({MARGIN + step * place:.0f},0)">{_draw_curve(one)}</g>'
            for place, one in enumerate(drawn[begin : begin + CURVES_PER_ROW])
        ]
        yield Panel("".join(parts), CURVE + 60)


def _draw_curve(judgement: JudgementReport) -> str:
    """Mean score of a bin from left to right, share of positives upwards; calibrated is the diagonal."""
    top = 32

    def x(value: float) -> float:
        return value * CURVE

    def y(value: float) -> float:
        return top + (1 - value) * CURVE

    error = next(one.interval for one in judgement.measures if one.name == "calibration error")
    points = " ".join(f"{x(one.mean_score):.1f},{y(one.positives.value):.1f}" for one in judgement.bins)
    bars = "".join(
        _line(
            x(one.mean_score),
            y(one.positives.low),
            x(one.mean_score),
            y(one.positives.high),
            colour="#888888",
        )
        for one in judgement.bins
    )
    dots = "".join(
        f'<circle cx="{x(one.mean_score):.1f}" cy="{y(one.positives.value):.1f}" r="2.5" fill="{INK}"/>'
        for one in judgement.bins
    )
    return (
        f'<text class="h" x="0" y="0">{escape(judgement.attribute)}</text>'
        f'<text class="s" x="0" y="13">{escape(_cut(judgement.name))}</text>'
        f'<text class="s" x="0" y="26">calibration error {error}</text>'
        f'<rect x="0" y="{top}" width="{CURVE}" height="{CURVE}" fill="none" stroke="#e6e6e6"/>'
        f"{_line(0, y(0), CURVE, y(1), colour=FAINT)}"
        f'<polyline points="{points}" fill="none" stroke="{INK}"/>{bars}{dots}'
        f'<text class="s" x="0" y="{top + CURVE + 13}">across: mean score, up: share positive</text>'
    )


def _line(
    x1: float, y1: float, x2: float, y2: float, *, colour: str, width: float = 1.0, dash: str = ""
) -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"'
        f' stroke-width="{width:g}"{dashes}/>'
    )
