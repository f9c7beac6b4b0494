"""Whom filtered replies named: whose topics does a filter take out of conversations?"""

from collections.abc import Sequence
from typing import get_args

from sayso.core.policy import Method
from sayso.core.reader import Outcome
from sayso.reader.records.conversation import Message, Record
from sayso.reader.records.report import GroupCount
from sayso.stats import Interval, wilson_interval

NOBODY = "no group"


def count_groups(records: Sequence[Record]) -> list[GroupCount]:
    """For each filter each group, most replaced share first; empty where no reply is known to name anybody.

    A reply that names two groups counts for both.
    """
    rows: list[GroupCount] = []
    for method in reversed(get_args(Method)):
        by_group = _sort(records, method)
        found = [_count(group, method, messages) for group, messages in by_group.items()]
        rows += sorted(found, key=lambda row: (-row.triggers.value, row.group))
    return rows if any(row.group != NOBODY for row in rows) else []


def _sort(records: Sequence[Record], method: Method) -> dict[str, list[Message]]:
    found: dict[str, list[Message]] = {}
    for record in records:
        for message in record.list_side("model") if record.method == method else ():
            for group in message.groups or (NOBODY,):
                found.setdefault(group, []).append(message)
    return found


def _count(group: str, method: Method, messages: Sequence[Message]) -> GroupCount:
    return GroupCount(group, method, len(messages), _share(messages, "replaced"), _share(messages, "held"))


def _share(messages: Sequence[Message], outcome: Outcome) -> Interval:
    return wilson_interval(sum(one.outcome == outcome for one in messages), len(messages))
