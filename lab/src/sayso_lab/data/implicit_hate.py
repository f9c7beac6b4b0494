"""Implicit hate: a class for each post, and for some its kind, its target and the implied statement.

Nobody judged toxicity here: readers call explicit hate toxic, implicit hate more often than not.
"""

import math
from collections import defaultdict
from collections.abc import Sequence

from sayso_lab.data import columns as col
from sayso_lab.data.define import Rows, Table, Tables, define_set
from sayso_lab.data.groups import find_groups
from sayso_lab.data.implied import find_implied
from sayso_lab.data.labels import IMPLIED
from sayso_lab.data.rows import NO_GROUP, NOTHING_IMPLIED, Row, make_row

_SHARES = {
    "not_hate": {"IDENTITY_ATTACK": 0.0, "TOXICITY": 0.1},
    "implicit_hate": {"IDENTITY_ATTACK": 0.9, "TOXICITY": 0.7},
    "explicit_hate": {"IDENTITY_ATTACK": 0.97, "TOXICITY": 0.95},
}
_KINDS = {
    "inferiority": "inferiority",
    "incitement": "threat_incitement",
    "threatening": "threat_incitement",
    "stereotypical": "stereotype",
    "irony": "mockery",
    "white_grievance": "grievance",
    "other": None,
}
_FROM_STATEMENTS = ("dehumanising", "exclusion")
"""Kinds that the set has no class for; the implied statements show them."""


def _read(tables: Tables) -> Rows:
    first, kinds = tables["implicit_hate_1"], _read_kinds(tables["implicit_hate_2"])
    third = tables["implicit_hate_3"]
    classes: dict[str, str] = {}
    for post, name in zip(first["post"], first["class"], strict=True):
        classes.setdefault(post, name)
    targets: dict[str, list[str | None]] = defaultdict(list)
    statements: dict[str, list[str]] = defaultdict(list)
    for post, target, statement in zip(
        third["post"], third["target"], third["implied_statement"], strict=True
    ):
        targets[post].append(target)
        statements[post].append(statement)
    for post in dict.fromkeys([*classes, *kinds, *targets]):
        name = classes.get(post, "implicit_hate")
        yield _make_post(post, name, kinds.get(post, ()), targets.get(post, ()), statements.get(post, ()))


def _read_kinds(table: Table) -> dict[str, list[str]]:
    columns = zip(table["post"], table["implicit_class"], table["extra_implicit_class"], strict=True)
    return {post: [kind, extra] if extra else [kind] for post, kind, extra in columns}


def _make_post(
    post: str, name: str, kinds: Sequence[str], targets: Sequence[str | None], statements: Sequence[str]
) -> Row:
    if name == "not_hate":
        groups, implied = NO_GROUP, NOTHING_IMPLIED
    else:
        groups = {group: 1.0 for target in targets for group in find_groups(target)} if targets else None
        implied = _find_kinds(kinds, statements) if kinds or statements else None
    gold = float(name != "not_hate")
    return make_row("implicit_hate", post, _SHARES[name], groups=groups, implied=implied, gold=gold)


def _find_kinds(kinds: Sequence[str], statements: Sequence[str]) -> dict[str, float]:
    """Without a statement nobody can tell whether the two kinds it would show are there."""
    shares = {"none": 0.0}
    if kinds:
        shares = dict.fromkeys(IMPLIED, 0.0)
        shares |= dict.fromkeys(_FROM_STATEMENTS, 0.0 if statements else math.nan)
        shares |= {found: 1.0 for kind in kinds if (found := _KINDS[kind])}
    shown = [kind for statement in statements for kind in find_implied(statement)]
    return shares | {kind: 1.0 for kind in shown if kind in _FROM_STATEMENTS}


IMPLICIT_HATE = define_set(
    "implicit_hate",
    {
        "implicit_hate_1": {"post": col.text(), "class": col.choice(*_SHARES)},
        "implicit_hate_2": {
            "post": col.text(),
            "implicit_class": col.choice(*_KINDS),
            "extra_implicit_class": col.choice(*_KINDS, empty=True),
        },
        "implicit_hate_3": {
            "post": col.text(),
            "target": col.optional_text(),
            "implied_statement": col.text(),
        },
    },
    _read,
)
