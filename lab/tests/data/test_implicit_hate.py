from collections.abc import Callable

from sayso_lab.data.define import Tables
from sayso_lab.data.implicit_hate import IMPLICIT_HATE
from sayso_lab.data.labels import IMPLIED
from sayso_lab.data.rows import NOTHING_IMPLIED, Row

Shares = Callable[[Row], dict[str, float]]
Kinds = dict[str, tuple[str, str | None]]
Statements = list[tuple[str, str | None, str]]


def read(
    classes: dict[str, str], *, kinds: Kinds | None = None, statements: Statements | None = None
) -> list[Row]:
    kinds, statements = kinds or {}, statements or []
    second = {
        "post": list(kinds),
        "implicit_class": [kind for kind, _ in kinds.values()],
        "extra_implicit_class": [extra for _, extra in kinds.values()],
    }
    names = ("post", "target", "implied_statement")
    third = {name: [row[place] for row in statements] for place, name in enumerate(names)}
    first = {"post": list(classes), "class": list(classes.values())}
    tables = {"implicit_hate_1": first, "implicit_hate_2": second, "implicit_hate_3": third}
    return list(IMPLICIT_HATE.read(tables))


def test_classes_become_shares(shares: Shares) -> None:
    rows = read({"a": "not_hate", "b": "implicit_hate", "c": "explicit_hate"})
    assert [shares(row)["IDENTITY_ATTACK"] for row in rows] == [0, 0.9, 0.97]
    assert [shares(row)["TOXICITY"] for row in rows] == [0.1, 0.7, 0.95]
    assert [row.gold for row in rows] == [0, 1, 1]


def test_no_hate_implies_nothing_about_nobody(groups: Shares, implied: Shares) -> None:
    statements: Statements = [("a", "women", "women are dogs")]
    (row,) = read({"a": "not_hate"}, statements=statements)
    assert groups(row) == {}
    assert implied(row) == NOTHING_IMPLIED


def test_without_kind_and_statement_nothing_is_known() -> None:
    (row,) = read({"a": "explicit_hate"})
    assert row.groups is None
    assert row.implied is None


def test_the_sets_kinds_become_ours(implied: Shares) -> None:
    """Without a statement nobody can tell whether it dehumanises or excludes."""
    (row,) = read({"a": "implicit_hate"}, kinds={"a": ("irony", "threatening")})
    others = dict.fromkeys(set(IMPLIED) - {"dehumanising", "exclusion"}, 0.0)
    assert implied(row) == others | {"mockery": 1, "threat_incitement": 1}
    assert row.groups is None


def test_statements_show_what_the_set_has_no_kind_for(groups: Shares, implied: Shares) -> None:
    (row,) = read(
        {"a": "implicit_hate"},
        kinds={"a": ("other", None)},
        statements=[("a", "jews", "they are vermin"), ("a", None, "they are stupid")],
    )
    assert implied(row) == dict.fromkeys(IMPLIED, 0.0) | {"dehumanising": 1}
    assert groups(row) == {"jewish": 1}


def test_a_statement_alone_says_that_something_is_implied(implied: Shares) -> None:
    (row,) = read({}, statements=[("a", "jews", "they should leave")])
    assert implied(row) == {"none": 0, "exclusion": 1}
    assert row.gold == 1


def test_of_two_classes_for_a_post_the_first_holds() -> None:
    tables: Tables = {
        "implicit_hate_1": {"post": ["a", "a"], "class": ["not_hate", "explicit_hate"]},
        "implicit_hate_2": {"post": [], "implicit_class": [], "extra_implicit_class": []},
        "implicit_hate_3": {"post": [], "target": [], "implied_statement": []},
    }
    (row,) = IMPLICIT_HATE.read(tables)
    assert row.gold == 0
