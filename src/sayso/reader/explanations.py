"""A filtered reply as its reader is told of it, by the API and by the page behind a link."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sayso.core import Attribute, Decision, Policy, ScoredNgram, Span, Tolerance
from sayso.deciding import explain
from sayso.storage import Held, Store
from sayso.storage.columns import format_moment
from sayso.web.reader.desk import ReaderService

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
class Story:
    """A reply, and in plain words what happened to it and why."""

    held: Held
    message: str


def tell(store: Store, held: Held) -> Story:
    return tell_all(store, [held])[0]


def tell_all(store: Store, replies: Sequence[Held]) -> list[Story]:
    """Each by the policy of its own time, and the reader's limits of now as far as they explain it."""
    if not replies:
        return []
    tolerance = Tolerance(replies[0].reader_id, store.readers.limits(replies[0].reader_id))
    policies = find_policies(store, replies)
    return [Story(held, say_why(held, policies[held.policy_version], tolerance)) for held in replies]


def say_why(held: Held, policy: Policy, tolerance: Tolerance) -> str:
    if held.cause == "blocked":
        return _BLOCKED
    verdict = make_verdict(held)
    if depends_on_reader(held, policy) and not reaches_limit(verdict, policy, tolerance):
        return _LIMIT_OF_THEN
    return explain(verdict, policy, tolerance)


def depends_on_reader(held: Held, policy: Policy) -> bool:
    """Whether the reader's own limit was what kept it back, and not the hard limit or a blocked word."""
    return held.cause == "between" or (policy.method == "fixed" and held.cause == "over")


def reaches_limit(verdict: Decision, policy: Policy, tolerance: Tolerance) -> bool:
    scores = dict(verdict.categories)
    return any(scores.get(name, 0.0) >= tolerance.limit(name, policy) for name in policy.attributes)


def find_policies(store: Store, replies: Sequence[Held]) -> dict[int, Policy]:
    """By version; a version that is not known any more is told by what holds now."""
    community = replies[0].community
    current = store.policies.current(community)
    known = {0: Policy(community=community), current.version: current}
    wanted = {held.policy_version for held in replies}
    if wanted - known.keys():
        known |= {change.policy.version: change.policy for change in store.policies.history(community)}
    return {version: known.get(version, current) for version in wanted}


def make_verdict(held: Held) -> Decision:
    """As far as it is kept: where the words stood is not, nor what scored apart from the worst."""
    categories = held.categories or ((Attribute.TOXICITY, held.score),)
    scores = dict(categories)
    return Decision(
        outcome=held.outcome,
        cause=held.cause,
        score=held.score,
        whole=scores,
        model=held.model,
        policy_version=held.policy_version,
        named=tuple(ScoredNgram(text, Span(0, 0), scores) for text in held.named),
        categories=categories,
    )


def describe_story(story: Story, desk: ReaderService, *, root: str) -> dict[str, Any]:
    held = story.held
    url = desk.make_link(root, reader_id=held.reader_id, held_id=held.id)
    return {**describe_kept(held), "message": story.message, "url": url}


def describe_kept(held: Held) -> dict[str, Any]:
    return {
        "id": held.id,
        "conversation": held.conversation,
        "created_at": format_moment(held.created_at),
        "expires_at": format_moment(held.expires_at),
        "decision": held.outcome,
        "cause": held.cause,
        "terms": list(held.named),
        "categories": [{"attribute": name, "score": score} for name, score in held.categories],
        "score": held.score,
        "model": held.model,
        "policy": held.policy_version,
        "state": held.state,
        "view": held.view,
        "future": held.future,
        "scope": held.scope,
        "reply": held.reply,
    }
