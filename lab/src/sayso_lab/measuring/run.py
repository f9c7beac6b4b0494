"""From a scorer and what was held out to the report."""

from sayso.core import Scorer
from sayso.scoring.optional_roles import find_scale_map
from sayso.stats.resampling import Bootstrap
from sayso_lab.measuring.alarms import list_terms, measure_alarms, measure_worst_term
from sayso_lab.measuring.calibration import measure_calibration
from sayso_lab.measuring.classes import measure_classes
from sayso_lab.measuring.disguise import measure_disguise
from sayso_lab.measuring.dynahate import measure_dynahate
from sayso_lab.measuring.found import measure_found
from sayso_lab.measuring.interview import Watcher, interview
from sayso_lab.measuring.material import DYNAHATE, HATEXPLAIN, SCORED, TRIAL, HeldOut
from sayso_lab.measuring.perspective import measure_perspective
from sayso_lab.measuring.ranking import measure_rankings
from sayso_lab.measuring.report import AimsReport
from sayso_lab.measuring.reports import measure_reports
from sayso_lab.measuring.taken_back import measure_dialect, measure_taken_back
from sayso_lab.measuring.words import measure_spans, measure_stop_words, measure_tokens


def measure_aims(
    held_out: HeldOut,
    scorer: Scorer,
    *,
    bootstrap: Bootstrap = Bootstrap(),  # noqa: B008 - it is frozen
    watcher: Watcher = Watcher(),  # noqa: B008 - it is frozen
) -> AimsReport:
    """Every row, in the order of the table of aims. What the scorer cannot say is left out, and said."""
    found = interview(scorer, held_out, watcher=watcher)
    watcher.step("measuring")
    posts, spans, scored = (held_out.rows.get(source, []) for source in (HATEXPLAIN, TRIAL, SCORED))
    unseen, seen = list_terms(found.sentences, is_seen=False), list_terms(found.mentions, is_seen=True)
    calibration, curves = measure_calibration(held_out.rows, found.sets, bootstrap=bootstrap)
    rows = (
        *measure_classes(posts, found.sets[HATEXPLAIN], bootstrap=bootstrap),
        *measure_tokens(posts, found.sets[HATEXPLAIN], bootstrap=bootstrap),
        measure_spans(spans, found.sets[TRIAL], bootstrap=bootstrap),
        measure_stop_words(
            [(posts, found.sets[HATEXPLAIN]), (spans, found.sets[TRIAL])], bootstrap=bootstrap
        ),
        measure_reports(scorer, bootstrap=bootstrap),
        *measure_rankings(held_out.rows, found.sets, bootstrap=bootstrap),
        *measure_alarms(found.sentences, bootstrap=bootstrap),
        measure_worst_term(unseen, is_seen=False),
        measure_worst_term(seen, is_seen=True),
        *measure_found(found.sentences, bootstrap=bootstrap),
        *measure_dynahate(held_out.rows.get(DYNAHATE, []), found.sets.get(DYNAHATE), bootstrap=bootstrap),
        *measure_taken_back(found.taken_back, bootstrap=bootstrap),
        *measure_dialect(found.pairs, bootstrap=bootstrap),
        *measure_disguise(found.hate, found.plain, found.disguised, bootstrap=bootstrap),
        *measure_perspective(scored, found.sets[SCORED], find_scale_map(scorer), bootstrap=bootstrap),
        *calibration,
    )
    return AimsReport(
        scorer.name,
        rows,
        (*unseen, *seen),
        curves,
        held_out.limit,
        bootstrap.resamples,
        bootstrap.seed,
    )
