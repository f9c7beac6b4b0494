"""Answers held against labels."""

from collections.abc import Sequence
from math import isnan, nan

import numpy as np
from numpy.typing import NDArray

from sayso.audit.evaluation.asking import Answers, Watch, ask, prepare
from sayso.audit.evaluation.cases import Array, Cases, ClassLabels, Grouping, Judgement, Rate
from sayso.audit.evaluation.marks import measure_characters, measure_tokens
from sayso.audit.evaluation.report import (
    LOWER_IS_BETTER,
    GroupReport,
    GroupRow,
    JudgementReport,
    Measure,
    Report,
)
from sayso.core import Scorer
from sayso.core.scores import FLAGGED
from sayso.stats import Interval, auc, expected_calibration_error, wilson_interval
from sayso.stats.classification import average_precision, macro_f1, pairwise_auc
from sayso.stats.reliability import reliability_bins
from sayso.stats.resampling import Bootstrap

Rows = NDArray[np.bool_]

FEWEST_EACH = 10
"""Positive and negative texts that a group needs before its ranking is judged: fewer say nothing of it."""


def measure(
    cases: Cases,
    answers: Answers,
    *,
    threshold: float = 0.5,
    word_threshold: float = FLAGGED,
    bootstrap: Bootstrap | None = None,
) -> Report:
    """All that can be said of these answers. A text counts as flagged at or over the threshold."""
    bootstrap = bootstrap or Bootstrap()
    return Report(
        cases.kind,
        cases.source,
        answers.model,
        len(cases.texts),
        threshold,
        word_threshold,
        bootstrap.resamples,
        bootstrap.seed,
        tuple(_measure_whole(cases, answers, word_threshold=word_threshold, bootstrap=bootstrap)),
        tuple(
            _measure_judgement(one, answers.scores[one.attribute], threshold=threshold, bootstrap=bootstrap)
            for one in cases.judgements
        ),
        cases.notes,
    )


def _measure_whole(
    cases: Cases, answers: Answers, *, word_threshold: float, bootstrap: Bootstrap
) -> list[Measure]:
    """What no single attribute is responsible for: classes and marked words."""
    measures: list[Measure] = []
    if cases.classes is not None and answers.classes is not None:
        columns = [answers.classes[name] for name in cases.classes.names]
        measures += _measure_classes(cases.classes, columns, bootstrap=bootstrap)
    if cases.tokens is not None and answers.evidence is not None:
        measures.append(
            measure_tokens(cases.tokens, answers.evidence, threshold=word_threshold, bootstrap=bootstrap)
        )
    if cases.characters is not None and answers.evidence is not None:
        measures.append(
            measure_characters(
                cases.texts, cases.characters, answers.evidence, threshold=word_threshold, bootstrap=bootstrap
            )
        )
    return measures


def _measure_classes(
    classes: ClassLabels, columns: Sequence[Array], *, bootstrap: Bootstrap
) -> list[Measure]:
    labels = classes.labels.astype(np.float64)
    guesses = np.argmax(np.stack(columns), axis=0).astype(np.float64)
    count = len(labels)
    ranking = bootstrap.interval(lambda *drawn: pairwise_auc(drawn[0], drawn[1:]), labels, *columns)
    return [
        Measure("macro-F1", bootstrap.interval(macro_f1, labels, guesses), count),
        Measure("ROC-AUC", ranking, count),
    ]


def _measure_judgement(
    judgement: Judgement, scores: Array, *, threshold: float, bootstrap: Bootstrap
) -> JudgementReport:
    judged = ~np.isnan(judgement.labels)
    labels, guesses = judgement.labels[judged], scores[judged]
    return JudgementReport(
        judgement.name,
        str(judgement.attribute),
        len(labels),
        int(labels.sum()),
        tuple(_measure_scores(labels, guesses, threshold=threshold, bootstrap=bootstrap)),
        tuple(
            _measure_groups(one, judgement.labels, scores, threshold=threshold, bootstrap=bootstrap)
            for one in judgement.groupings
        ),
        reliability_bins(labels, guesses),
    )


def _measure_scores(labels: Array, scores: Array, *, threshold: float, bootstrap: Bootstrap) -> list[Measure]:
    def flagged_f1(drawn: Array, guesses: Array) -> float:
        return macro_f1(drawn == 1, guesses >= threshold)

    order = np.argsort(scores, kind="stable")  # sorted once, so that no resample has to sort again
    ranking, precision, macro, error = bootstrap.intervals(
        [
            auc,
            average_precision,
            flagged_f1,
            expected_calibration_error,
        ],
        labels[order],
        scores[order],
    )
    rates = _count_flags(labels, scores >= threshold)
    count, positives = len(labels), int(labels.sum())
    return [
        Measure("ROC-AUC", ranking, count),
        Measure("average precision", precision, count),
        Measure("macro-F1", macro, count),
        Measure("right", rates["right"], count),
        Measure("found", rates["found"], positives),
        Measure("false alarms", rates["false alarms"], count - positives),
        Measure("calibration error", error, count),
    ]


def _count_flags(labels: Array, flags: Rows) -> dict[Rate, Interval]:
    count, positives = len(labels), int(labels.sum())
    hits, alarms = int((flags & (labels == 1)).sum()), int((flags & (labels == 0)).sum())
    return {
        "right": wilson_interval(count - positives - alarms + hits, count),
        "found": wilson_interval(hits, positives),
        "false alarms": wilson_interval(alarms, count - positives),
    }


def _measure_groups(
    grouping: Grouping, labels: Array, scores: Array, *, threshold: float, bootstrap: Bootstrap
) -> GroupReport:
    rows = [
        _measure_group(name, labels[places], scores[places], threshold=threshold, bootstrap=bootstrap)
        for name, places in _find_members(grouping, ~np.isnan(labels)).items()
    ]
    sign = -1 if grouping.shown in LOWER_IS_BETTER else 1

    def order(row: GroupRow) -> tuple[bool, float, float, str]:
        value = row.rate(grouping.shown).value
        return isnan(value), 0.0 if isnan(value) else sign * value, row.right.value, row.group

    return GroupReport(grouping.name, grouping.shown, tuple(sorted(rows, key=order)))


def _find_members(grouping: Grouping, judged: Rows) -> dict[str, list[int]]:
    members: dict[str, list[int]] = {}
    for place, groups in enumerate(grouping.groups):
        if judged[place]:
            for group in groups:
                members.setdefault(group, []).append(place)
    return members


def _measure_group(
    name: str, labels: Array, scores: Array, *, threshold: float, bootstrap: Bootstrap
) -> GroupRow:
    rates = _count_flags(labels, scores >= threshold)
    return GroupRow(
        name,
        len(labels),
        int(labels.sum()),
        right=rates["right"],
        found=rates["found"],
        false_alarms=rates["false alarms"],
        auc=_rank_group(labels, scores, bootstrap=bootstrap),
    )


def _rank_group(labels: Array, scores: Array, *, bootstrap: Bootstrap) -> Interval:
    positives = int(labels.sum())
    if min(positives, len(labels) - positives) < FEWEST_EACH:
        return Interval(nan, nan, nan)
    return bootstrap.interval(auc, labels, scores)


def evaluate(
    cases: Cases,
    scorer: Scorer,
    *,
    threshold: float = 0.5,
    word_threshold: float = FLAGGED,
    bootstrap: Bootstrap | None = None,
    watch: Watch = lambda _done: None,
) -> Report:
    """Ask the scorer everything that both it and the cases know something about."""
    prepared = prepare(cases, scorer)
    answers = ask(prepared, scorer, watch=watch)
    return measure(prepared, answers, threshold=threshold, word_threshold=word_threshold, bootstrap=bootstrap)
