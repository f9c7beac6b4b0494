"""The guard's rules on one reply, without the service around them."""

from sayso.core import Decision, Policy, Scorer, Scores, Tolerance
from sayso.deciding import EMPTY_BANK, WordBank, check_attributes, decide, prepare
from sayso.deciding.replies import join_scores, put_first, split_texts


def judge(
    reply: str,
    *,
    scorer: Scorer,
    policy: Policy,
    tolerance: Tolerance | None = None,
    bank: WordBank = EMPTY_BANK,
    ngrams: Scorer | None = None,
) -> Decision:
    """A reply prepared, scored in one batch and decided on; `ngrams`, if given, scores those, and each counts
    for no more than its sentence does."""
    check_attributes(policy, scorer.attributes)
    reading = prepare(reply, policy=policy, bank=bank, in_context=ngrams is not None)
    whole, fragments = split_texts(reading)
    if ngrams is None:
        scores = scorer.score(reading.texts) if reading.texts else Scores(scorer.name, {})
    else:
        check_attributes(policy, ngrams.attributes)
        scores = join_scores(reading, scorer.score(whole), ngrams.score(fragments))
    decision = decide(reading, scores, policy=policy, tolerance=tolerance or Tolerance(""))
    if not decision.words:
        return decision
    return put_first(decision, (ngrams or scorer).score(decision.words), policy=policy)
