"""Sentences that must be found, said plainly and in ways that are easily missed."""

from math import nan

import numpy as np
from numpy.typing import NDArray

from sayso.stats.clusters import sum_clusters
from sayso.stats.resampling import Bootstrap
from sayso_lab.measuring.row import Aim, AimRow, leave_out
from sayso_lab.measuring.sentences import BY_TEMPLATE, HARMFUL, HATE, AskedSentences, name_kind

Array = NDArray[np.float64]
LOSS_AIM = Aim(0.05, "at most")
QUESTIONS = "questions: share of hate found, plain less asked"


def measure_found(asked: AskedSentences, *, bootstrap: Bootstrap) -> list[AimRow]:
    """At 0.5, by kind; then what asking instead of saying loses."""
    found = [
        asked.measure_share(
            f"found: {name_kind(kind)}", {kind: attributes}, note=" or ".join(attributes), bootstrap=bootstrap
        )
        for kind, attributes in HARMFUL.items()
    ]
    return [*found, _measure_questions(asked, bootstrap=bootstrap)]


def _measure_questions(asked: AskedSentences, *, bootstrap: Bootstrap) -> AimRow:
    flags = asked.answers.flag(HATE)
    plain, questions = asked.choose("plain_hate"), asked.choose("question_hate")
    if flags is None:
        return leave_out(QUESTIONS, asked.explain(HATE), aim=LOSS_AIM)
    if not plain.any() or not questions.any():
        return leave_out(QUESTIONS, "no such sentences", aim=LOSS_AIM)
    both = plain | questions
    columns = (flags & plain, plain, flags & questions, questions)
    sums = sum_clusters(asked.list_templates(both), *(one[both].astype(np.float64) for one in columns))
    interval = bootstrap.interval(_subtract_shares, *sums)
    note = f"other templates than the plain ones; {BY_TEMPLATE}"
    return AimRow(QUESTIONS, interval, int(both.sum()), LOSS_AIM, note)


def _subtract_shares(hits: Array, counts: Array, other_hits: Array, other_counts: Array) -> float:
    if not counts.any() or not other_counts.any():
        return nan
    return float(hits.sum() / counts.sum() - other_hits.sum() / other_counts.sum())
