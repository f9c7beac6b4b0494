"""What happened in the sittings, counted and with intervals."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from sayso.core.policy import Method
from sayso.core.reader import Ruling
from sayso.reader.simulation.report import MethodReport, SimulationReport
from sayso.reader.simulation.run import Event, Plan, Sitting
from sayso.stats import Interval
from sayso.stats.clusters import cluster_mean, sum_clusters
from sayso.stats.resampling import Bootstrap, divide_sums

Array = NDArray[np.float64]
Test = Callable[[Event], bool]


@dataclass(frozen=True, slots=True)
class _Rows:
    """The sittings under one filter; those of a cluster are redrawn together."""

    sittings: Sequence[Sitting]
    clusters: Sequence[str]
    bootstrap: Bootstrap

    def count(self, test: Test) -> Array:
        return np.array([sum(map(test, one.events)) for one in self.sittings], np.float64)

    def mean(self, test: Test) -> Interval:
        """Per conversation."""
        return cluster_mean(self.count(test), self.clusters, bootstrap=self.bootstrap)

    def share(self, test: Test, *, of: Test) -> Interval:
        """Among the replies that `of` holds for."""
        hits, counts = sum_clusters(
            self.clusters, self.count(lambda event: of(event) and test(event)), self.count(of)
        )
        return self.bootstrap.share(hits, counts)


def measure(
    sittings: Sequence[Sitting],
    plan: Plan,
    *,
    source: str,
    model: str,
    bootstrap: Bootstrap,
    notes: Sequence[str] = (),
) -> SimulationReport:
    rows = {name: _gather(sittings, name, bootstrap) for name in get_args(Method)}
    fixed, dynamic = rows["fixed"], rows["dynamic"]
    # Both filters passed the same conversations, so these are redrawn with both counts in hand.
    triggers = sum_clusters(dynamic.clusters, dynamic.count(_is_trigger), fixed.count(_is_trigger))
    policy, tastes = plan.policy, plan.tastes
    return SimulationReport(
        source=source,
        model=model,
        soft_limit=policy.soft_limit,
        hard_limit=policy.hard_limit,
        last_limit=policy.last_limit,
        scale=policy.scale,
        strict=policy.strict,
        permit=tastes.permit,
        block=tastes.block,
        ask=tastes.ask,
        view=tastes.view,
        readers=plan.readers,
        conversations=len(fixed.sittings),
        clusters=len(set(fixed.clusters)),
        replies=len({event.turn.reply for one in fixed.sittings for event in one.events}),
        turns=fixed.mean(lambda _event: True),
        strong=fixed.mean(lambda event: event.contested.is_strong),
        over=fixed.mean(lambda event: event.contested.is_over),
        wanted=fixed.mean(lambda event: event.is_wanted),
        methods=(_describe("fixed", fixed), _describe("dynamic", dynamic)),
        ratio=bootstrap.interval(divide_sums, *triggers),
        answers=count_answers(dynamic.sittings),
        resamples=bootstrap.resamples,
        seed=plan.seed,
        notes=tuple(notes),
    )


def _gather(sittings: Sequence[Sitting], method: Method, bootstrap: Bootstrap) -> _Rows:
    """Readers are clusters if they had several conversations; conversations if several readers had them."""
    chosen = [one for one in sittings if one.method == method]
    is_shared = len({one.conversation for one in chosen}) < len(chosen)
    return _Rows(chosen, [one.conversation if is_shared else one.reader for one in chosen], bootstrap)


def _describe(method: Method, rows: _Rows) -> MethodReport:
    def lost(event: Event) -> bool:
        return event.is_wanted and not event.is_seen

    def shown(event: Event) -> bool:
        return not event.is_wanted and event.outcome == "shown"

    asked = rows.count(lambda event: event.looked is not None)
    answered = rows.count(lambda event: event.future is not None)
    return MethodReport(
        method,
        triggers=rows.mean(_is_trigger),
        over=rows.mean(lambda event: _is_trigger(event) and event.cause == "over"),
        whole_over=rows.mean(lambda event: _is_trigger(event) and event.cause == "whole_over"),
        blocked=rows.mean(lambda event: _is_trigger(event) and event.cause == "blocked"),
        previews=rows.mean(lambda event: event.outcome == "held"),
        asked_share=rows.share(
            lambda event: event.outcome == "held", of=lambda event: event.outcome != "shown"
        ),
        questions=cluster_mean(asked + answered, rows.clusters, bootstrap=rows.bootstrap),
        declined=rows.mean(lambda event: event.looked is False),
        wanted_lost=rows.mean(lost),
        wanted_lost_share=rows.share(lost, of=lambda event: event.is_wanted),
        unwanted_shown=rows.mean(shown),
        unwanted_shown_share=rows.share(shown, of=lambda event: not event.is_wanted),
        unwanted_chosen=rows.mean(lambda event: not event.is_wanted and bool(event.looked)),
        over_chosen=rows.mean(lambda event: event.contested.is_over and bool(event.looked)),
        over_shown=int(rows.count(lambda event: event.contested.is_last and event.is_seen).sum()),
    )


def _is_trigger(event: Event) -> bool:
    return event.outcome == "replaced"


def count_answers(sittings: Sequence[Sitting]) -> dict[Ruling, int]:
    """What readers answered to the second question, however often they were asked about the same words."""
    found = Counter(event.future for one in sittings for event in one.events)
    return {ruling: found[ruling] for ruling in get_args(Ruling)}
