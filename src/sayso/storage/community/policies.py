"""A community's policy, version by version. The entries of the ledger are the data."""

import json
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, select

from sayso.core import Policy, Say
from sayso.core.errors import StalePolicy
from sayso.core.policy_document import policy_from_json, policy_to_json
from sayso.storage import tables
from sayso.storage.database import Database
from sayso.storage.transaction import LONGEST_ID

SET = "policy.set"


@dataclass(frozen=True, slots=True)
class PolicyChange:
    """A policy as it was set: when, and by whom."""

    seq: int
    at: datetime
    actor: str
    policy: Policy


class Policies:
    def __init__(self, database: Database) -> None:
        self._database = database

    def current(self, community: str) -> Policy:
        """What holds now; the defaults, as version 0, where nobody has set anything."""
        with self._database.reading() as connection:
            return find_policy(connection, community)

    def set(self, policy: Policy, *, actor: str = "cli", expected_version: int | None = None) -> Policy:
        """Let `policy` hold from now on, as the next version. Setting what holds already changes nothing.

        `expected_version` is the one that was read before: if another holds meanwhile, nothing is set.
        """
        checked = policy_from_json(policy_to_json(policy), community=policy.community, base=policy)
        with self._database.transaction() as transaction:
            current = find_policy(transaction.connection, policy.community)
            if expected_version not in (None, current.version):
                raise explain_stale(current, expected_version)
            following = replace(checked, version=current.version + 1)
            if current.version and replace(following, version=current.version) == current:
                return current
            say = Say(
                SET,
                community=policy.community,
                actor=actor,
                subject=policy.community,
                body=policy_to_json(following),
            )
            entry = transaction.record(say)
            row = {"community": policy.community, "version": following.version, "seq": entry.seq}
            transaction.connection.execute(tables.policies.insert(), row)
        return following

    def history(self, community: str) -> list[PolicyChange]:
        """Every version, oldest first."""
        with self._database.reading() as connection:
            rows = connection.execute(select_policies(community).order_by(tables.policies.c.version)).all()
        return [PolicyChange(row.seq, row.at, row.actor, read_policy(row)) for row in rows]

    def communities(self) -> list[str]:
        """Communities with a policy of their own, by name."""
        column = tables.policies.c.community
        with self._database.reading() as connection:
            return list(connection.execute(select(column).distinct().order_by(column)).scalars())


def find_policy(connection: Connection, community: str) -> Policy:
    query = select_policies(community).order_by(tables.policies.c.version.desc()).limit(1)
    row = connection.execute(query).first() if len(community) <= LONGEST_ID else None
    return Policy(community=community) if row is None else read_policy(row)


def select_policies(community: str) -> Select[Any]:
    columns = tables.policies.c
    joined = tables.policies.join(tables.ledger, tables.ledger.c.seq == columns.seq)
    return select(tables.ledger).select_from(joined).where(columns.community == community)


def read_policy(row: Any) -> Policy:
    return policy_from_json(json.loads(row.body), community=row.community)


def explain_stale(current: Policy, expected: int | None) -> StalePolicy:
    return StalePolicy(
        f"The policy of {current.community!r} is at version {current.version}, not {expected}:"
        " somebody changed it meanwhile.",
        hint="Look at what holds now, then set it again with that version.",
    )
