"""A filtered reply as its reader is told of it: what happened to it and why, in plain words."""

from collections.abc import Sequence
from dataclasses import dataclass

from sayso.core import Attribute, Decision, Policy, ScoredNgram, Span, Tolerance
from sayso.deciding import explain
from sayso.storage import FilteredReply, Store

_LIMIT_OF_THEN = (
    "This reply was kept back by the limit that was yours then; your limits have changed since. "
    "You can ask the same again."
)
_BLOCKED = (
    "This reply is not shown: it contains words that were blocked, by you or in your community. "
    "You can ask for another reply, or look at your word bank."
)
"""Whose words they were is not kept."""


@dataclass(frozen=True, slots=True)
class ExplainedReply:
    """A reply, and in plain words what happened to it and why."""

    reply: FilteredReply
    message: str


def explain_all(store: Store, replies: Sequence[FilteredReply]) -> list[ExplainedReply]:
    """Each by the policy of its own time, and the reader's limits of now as far as they explain it."""
    if not replies:
        return []
    reader_id, community = replies[0].reader_id, replies[0].community
    tolerance = Tolerance(reader_id, store.readers.limits(reader_id))
    return explain_under(store, replies, policy=store.policies.current(community), tolerance=tolerance)


def explain_under(
    store: Store, replies: Sequence[FilteredReply], *, policy: Policy, tolerance: Tolerance
) -> list[ExplainedReply]:
    """As `explain_all`, where the policy and the limits of now are known. A version that is not known any
    more is told by what holds now."""
    known = {0: Policy(community=policy.community), policy.version: policy}
    if any(reply.policy_version not in known for reply in replies):
        known |= {change.policy.version: change.policy for change in store.policies.history(policy.community)}
    return [
        ExplainedReply(reply, say_why(reply, known.get(reply.policy_version, policy), tolerance))
        for reply in replies
    ]


def say_why(reply: FilteredReply, policy: Policy, tolerance: Tolerance) -> str:
    if reply.cause == "blocked":
        return _BLOCKED
    decision = make_decision(reply)
    if depends_on_reader(reply, policy) and not reaches_limit(decision, policy, tolerance):
        return _LIMIT_OF_THEN
    return explain(decision, policy, tolerance)


def depends_on_reader(reply: FilteredReply, policy: Policy) -> bool:
    """Whether the reader's own limit was what kept it back, and not the hard limit or a blocked word."""
    return reply.cause in ("between", "whole_between") or (policy.method == "fixed" and reply.cause == "over")


def reaches_limit(decision: Decision, policy: Policy, tolerance: Tolerance) -> bool:
    scores = dict(decision.categories)
    find_limit = tolerance.middle if decision.cause == "whole_between" else tolerance.limit
    return any(scores.get(name, 0.0) >= find_limit(name, policy) for name in policy.attributes)


def make_decision(reply: FilteredReply) -> Decision:
    """As far as it is kept: where the words stood is not, nor what scored apart from the worst."""
    categories = reply.categories or ((Attribute.TOXICITY, reply.score),)
    scores = dict(categories)
    return Decision(
        outcome=reply.outcome,
        cause=reply.cause,
        score=reply.score,
        whole=scores,
        model=reply.model,
        policy_version=reply.policy_version,
        named=tuple(
            ScoredNgram(text, Span(0, 0), scores, passage)
            for text, passage in zip(reply.named, reply.passages, strict=True)
        ),
        categories=categories,
    )
