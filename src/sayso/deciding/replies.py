"""What becomes of a chatbot's reply: both algorithms of Recourse for Reclamation, and what `strict` adds.

`prepare` says what is to be scored, someone scores it in one batch, `decide` says what becomes of the reply;
both are pure, so that a service can score in between as it likes. docs/decisions/0020 has the reasons.
"""

from dataclasses import replace

from sayso.core import Attribute, Decision, Policy, Scores, Tolerance, UnjudgedReason
from sayso.deciding.reading import Reading, prepare
from sayso.deciding.scored_reading import ScoredReading, check_attributes

__all__ = ["Reading", "check_attributes", "decide", "join_scores", "prepare", "split_texts"]

NAMED = 2
"""How many n-grams a preview names; one answer covers them all."""


def decide(reading: Reading, scores: Scores, *, policy: Policy, tolerance: Tolerance) -> Decision:
    """What becomes of the reply; `scores` has one row for each of the reading's texts."""
    if reading.blocked:
        return Decision("replaced", "blocked", 0.0, {}, scores.model, policy.version, blocked=reading.blocked)
    scored = ScoredReading(reading, place_in_context(reading, scores), policy, tolerance)
    if not scored.is_complete:
        return _leave_unjudged(scored)
    decision = _decide_dynamic(scored) if policy.method == "dynamic" else _decide_fixed(scored)
    # What is known of a text that could not be read as a whole can only make it worse.
    if (
        scored.is_read
        or decision.outcome == "replaced"
        or (policy.shows_unjudged and decision.outcome == "held")
    ):
        return decision
    return _leave_unjudged(scored)


def _leave_unjudged(scored: ScoredReading) -> Decision:
    outcome = "shown" if scored.policy.shows_unjudged else "replaced"
    return replace(scored.conclude(outcome, "unjudged"), reason=scored.reason)


def _decide_fixed(scored: ScoredReading) -> Decision:
    """Algorithm 1: the whole reply against the reader's limit, and no questions."""
    if any(map(scored.reaches_soft, scored.reading.guarded)):
        return scored.conclude("replaced", "over", row=0)
    return scored.conclude("shown", "under")


def split_texts(reading: Reading) -> tuple[list[str], list[str]]:
    """What is to be scored as a whole or a sentence, and what as an n-gram."""
    fragments = set(reading.fragments)
    whole = [text for row, text in enumerate(reading.texts) if row not in fragments]
    return whole, [reading.texts[row] for row in reading.fragments]


def join_scores(reading: Reading, whole: Scores, ngrams: Scores) -> Scores:
    """The scores of both lists of `split_texts` in the order of the reading's texts.

    An attribute that only one of the scorers has gets no column. The name is that of the n-grams' scorer,
    since they decide.
    """
    fragments = set(reading.fragments)
    columns: dict[Attribute, list[float]] = {}
    for attribute in sorted(whole.columns.keys() & ngrams.columns.keys()):
        of_whole, of_ngrams = iter(whole.column(attribute)), iter(ngrams.column(attribute))
        rows = range(len(reading.texts))
        columns[attribute] = [next(of_ngrams if row in fragments else of_whole) for row in rows]
    return Scores(ngrams.model if fragments else whole.model, columns, _join_unjudged(reading, whole, ngrams))


def _join_unjudged(reading: Reading, whole: Scores, ngrams: Scores) -> dict[int, UnjudgedReason]:
    fragments = reading.fragments
    others = [row for row in range(len(reading.texts)) if row not in set(fragments)]
    return {
        **{others[place]: reason for place, reason in whole.unjudged.items()},
        **{fragments[place]: reason for place, reason in ngrams.unjudged.items()},
    }


def place_in_context(reading: Reading, scores: Scores) -> Scores:
    """The scores with each n-gram held to the worst sentence it stands in, if the reading has those."""
    if not reading.contexts or not scores.columns:
        return scores
    columns = {attribute: scores.column(attribute) for attribute in scores.columns}
    fragments = set(reading.fragments)
    for column in columns.values():
        for row, sentences in reading.contexts.items():
            if row in fragments and sentences:
                column[row] = min(column[row], max(column[sentence] for sentence in sentences))
    return replace(scores, columns=columns)


def _decide_dynamic(scored: ScoredReading) -> Decision:
    """Algorithm 2: the worst n-gram decides; `strict` asks of the whole what the paper asks of n-grams."""
    worst = scored.rank()
    if worst and scored.reaches_hard(worst[0].row):
        return scored.conclude("replaced", "over", row=worst[0].row)
    over = max(scored.reading.guarded, key=scored.peak, default=None) if scored.policy.strict else None
    if over is not None and scored.reaches_hard(over):
        return scored.conclude("replaced", "whole_over", row=over)
    if worst and scored.reaches_soft(worst[0].row):
        return scored.conclude("held", "between", worst=worst[:NAMED], row=worst[0].row)
    return scored.conclude("shown", "permitted" if scored.reading.has_permitted else "under")
