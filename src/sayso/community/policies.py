"""Setting a community's policy by a document, whoever wrote it."""

from collections.abc import Collection, Mapping

from sayso.core import Attribute, Policy
from sayso.core.policy_document import policy_from_json
from sayso.deciding import check_attributes
from sayso.storage import Store


def put_policy(
    store: Store,
    document: Mapping[str, object],
    *,
    community: str,
    actor: str,
    base: Policy | None = None,
    scored: Collection[Attribute] | None = None,
) -> Policy:
    """Let the document hold from now on; if it names a version, only if that one is still in force.

    What it leaves out is as in `base`, or has its default. With `scored`, what the model has, a policy
    that watches anything else is refused.
    """
    policy = policy_from_json(dict(document), community=community, base=base)
    if scored is not None:
        check_attributes(policy, scored)
    expected = policy.version if "version" in document else None
    return store.policies.set(policy, actor=actor, expected_version=expected)
