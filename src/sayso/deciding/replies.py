"""What becomes of a chatbot's reply: both algorithms of Recourse for Reclamation, and what `strict` adds.

`prepare` says what is to be scored, someone scores it in one batch, `decide` says what becomes of the reply;
both are pure, so that a service can score in between as it likes. docs/decisions/0020 has the reasons.
"""

from collections.abc import Sequence
from dataclasses import replace

from sayso.core import Attribute, Decision, Policy, Scores, Tolerance, UnjudgedReason
from sayso.deciding.reading import Reading, Unit, prepare
from sayso.deciding.scored_reading import ScoredReading, check_attributes

__all__ = ["Reading", "check_attributes", "decide", "join_scores", "prepare", "put_first", "split_texts"]

NAMED = 2
"""How many n-grams a preview names."""
MOST_WORDS = 8
"""How many words a reader may choose from."""


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
    """Algorithm 1: the whole reply against the soft limit, or a reader's lower one, and no questions."""
    if any(scored.reaches_soft(unit.row) for unit in scored.reading.units):
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
    """Algorithm 2: the worst n-gram decides; `strict` asks of sentences and the whole what the paper asks of
    n-grams, and does not hold permitted words against them."""
    worst = scored.rank()
    if worst and scored.reaches_hard(worst[0].row):
        return scored.conclude("replaced", "over", row=worst[0].row)
    units = scored.reading.units if scored.policy.strict else ()
    if over := _find_over(scored, units):
        return scored.conclude("replaced", "whole_over", row=over.row)
    if worst and scored.reaches_soft(worst[0].row):
        named = worst[:NAMED]
        words = scored.list_words(each.span for each in named)
        return scored.conclude("held", "between", worst=named, words=words, row=worst[0].row)
    heavy = [unit for unit in units if scored.is_heavy(unit.row) and not scored.is_excused(unit)]
    if heavy:
        return _hold_whole(scored, max(heavy, key=lambda unit: scored.peak(unit.row)))
    return scored.conclude("shown", "permitted" if scored.reading.has_permitted else "under")


def _find_over(scored: ScoredReading, units: Sequence[Unit]) -> Unit | None:
    """The whole, if it is over the hard limit without permitted words; whatever is over the last limit. A
    sentence between the two in a milder reply is asked about."""
    over = [unit for unit in units if scored.reaches_last(unit.row)]
    over += [unit for unit in units[:1] if scored.reaches_hard(unit.neutral_row)]
    return max(over, key=lambda unit: scored.peak(unit.row), default=None)


def _hold_whole(scored: ScoredReading, unit: Unit) -> Decision:
    """A question about a sentence or the whole: about its permitted words, if it is them."""
    if unit.permitted and not scored.is_heavy(unit.neutral_row):
        words = unit.permitted if scored.policy.answers_about == "word" else ()
        return scored.conclude("held", "permitted_over", words=words, row=unit.row)
    passage = "" if scored.reaches_hard(unit.row) else unit.passage
    named = [replace(each, passage=passage or each.passage) for each in scored.rank_in(unit.span)[:1]]
    words = scored.list_words([unit.span])
    return scored.conclude("held", "whole_between", worst=named, words=words, row=unit.row)


def put_first(decision: Decision, weights: Scores, *, policy: Policy) -> Decision:
    """The decision with the word that it turns on first: the one that scores highest alone, by `weights`, a
    row for each of its words."""
    rows = [weights.row(place) for place in range(len(decision.words))]
    peaks = [max(row[attribute] for attribute in policy.attributes) for row in rows]
    order = sorted(range(len(peaks)), key=lambda place: -peaks[place])
    return replace(decision, words=tuple(decision.words[place] for place in order[:MOST_WORDS]))
