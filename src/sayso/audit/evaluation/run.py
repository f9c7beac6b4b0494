"""The whole way from cases to a report."""

from sayso.audit.evaluation.asking import Watch, ask, prepare
from sayso.audit.evaluation.cases import Cases
from sayso.audit.evaluation.measuring import measure
from sayso.audit.evaluation.report import Report
from sayso.core import Scorer
from sayso.core.scores import FLAGGED
from sayso.stats.resampling import Bootstrap


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
