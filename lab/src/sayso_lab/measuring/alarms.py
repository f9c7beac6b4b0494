"""Sentences that must raise no alarm: over all kinds, by kind, and for the worst identity term."""

from collections.abc import Sequence

import numpy as np

from sayso.stats import wilson_interval
from sayso.stats.resampling import Bootstrap
from sayso_lab.measuring.report import TermRow
from sayso_lab.measuring.row import Aim, AimRow, leave_out
from sayso_lab.measuring.sentences import (
    AGAINST_GROUPS,
    BESIDE,
    HARMFUL,
    HARMLESS,
    HATE,
    MENTIONS,
    AskedSentences,
    Attributes,
    name_kind,
)

ALL_AIM, KIND_AIM, TERM_AIM = (Aim(limit, "at most") for limit in (0.10, 0.25, 0.05))


def measure_alarms(asked: AskedSentences, *, bootstrap: Bootstrap) -> list[AimRow]:
    """At 0.5; every sentence is of a template and names a group that training had not."""

    def measure_kind(kind: str, attributes: Attributes, aim: Aim | None = None) -> AimRow:
        return asked.measure_share(
            f"false alarms: {name_kind(kind)}",
            {kind: attributes},
            note=" or ".join(attributes),
            aim=aim,
            bootstrap=bootstrap,
        )

    note = "unseen templates and groups"
    whole = asked.measure_share(
        "false alarms: all kinds", HARMLESS, note=note, aim=ALL_AIM, bootstrap=bootstrap
    )
    return [
        whole,
        *(measure_kind(kind, attributes, KIND_AIM) for kind, attributes in HARMLESS.items()),
        *(measure_kind(kind, attributes) for kind, attributes in BESIDE.items()),
    ]


def list_terms(asked: AskedSentences, *, is_seen: bool) -> list[TermRow]:
    """For each identity term the false alarms on mentions, and what was found of attacks; worst first."""
    wrong, found = asked.answers.flag(AGAINST_GROUPS), asked.answers.flag(HATE)
    if wrong is None or found is None:
        return []
    mentions = asked.choose(*MENTIONS)
    attacks = asked.choose(*(kind for kind, attributes in HARMFUL.items() if attributes == HATE))
    groups = np.array([one.group for one in asked.sentences], np.str_)
    terms: list[TermRow] = []
    for term in sorted(set(groups[mentions].tolist()) - {""}):
        mentioned, attacked = mentions & (groups == term), attacks & (groups == term)
        share = float(found[attacked].mean()) if attacked.any() else None
        alarms = float(wrong[mentioned].mean())
        terms.append(TermRow(term, is_seen, int(mentioned.sum()), alarms, int(attacked.sum()), share))
    return sorted(terms, key=lambda one: -one.false_alarms)


def measure_worst_term(terms: Sequence[TermRow], *, is_seen: bool) -> AimRow:
    whose = "groups of training, unseen templates" if is_seen else "unseen groups and templates"
    what = f"false alarms: worst identity term, {whose}"
    if not terms:
        return leave_out(what, "no sentences, or not scored", aim=TERM_AIM)
    worst = terms[0]
    interval = wilson_interval(round(worst.false_alarms * worst.mentions), worst.mentions)
    over = sum(not TERM_AIM.is_met(one.false_alarms) for one in terms)
    note = f"'{worst.term}', the worst of {len(terms)}; {over} are over 5 %; Wilson's interval"
    return AimRow(what, interval, worst.mentions, TERM_AIM, note)
