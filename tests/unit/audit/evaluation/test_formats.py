"""Formats with one line a text; HateXplain has a file of its own."""

from collections.abc import Callable, Sequence
from math import isnan, nan

import pytest

from sayso.audit.evaluation.cases import Judgement
from sayso.audit.evaluation.formats import (
    read_generic,
    read_hatecheck,
    read_hateval,
    read_jigsaw,
    read_madlibs,
    read_queerreclaimlex,
    read_toxicspans,
)
from sayso.core import Attribute
from sayso.core.errors import BadFile, BadInput, UnknownName
from sayso.files.labelled import Table

MakeTable = Callable[..., Table]


def labels(judgement: Judgement) -> list[float | None]:
    return [None if isnan(label) else label for label in judgement.labels]


def hatecheck(make_table: MakeTable, gold: Sequence[str] = ("hateful", "non-hateful")) -> Table:
    return make_table(
        functionality=["derog_neg", "ident_pos"],
        case_id=["1", "2"],
        test_case=["one", "two"],
        label_gold=gold,
        target_ident=["women", None],
    )


def test_hatecheck_is_grouped_by_functionality_and_by_target(make_table: MakeTable) -> None:
    cases = read_hatecheck(hatecheck(make_table))
    (judgement,) = cases.judgements
    assert (cases.kind, cases.texts, judgement.attribute) == ("hatecheck", ("one", "two"), "IDENTITY_ATTACK")
    assert labels(judgement) == [1, 0]
    functionality, target = judgement.groupings
    assert functionality.groups == [("derog_neg",), ("ident_pos",)]
    assert target.groups == [("women",), ()]  # a case about no group belongs to none


def test_hatecheck_names_an_unknown_label(make_table: MakeTable) -> None:
    with pytest.raises(BadFile, match=r"set.csv, row 2, column 'label_gold': 'neutral' is not a known label"):
        read_hatecheck(hatecheck(make_table, ["hateful", "neutral"]))


def test_attributes_can_be_chosen(make_table: MakeTable) -> None:
    chosen = (Attribute.TOXICITY, Attribute.INSULT)
    cases = read_hatecheck(hatecheck(make_table), attributes=chosen)
    assert [one.attribute for one in cases.judgements] == list(chosen)


def test_queerreclaimlex_is_judged_for_authors_inside_and_outside(make_table: MakeTable) -> None:
    table = make_table(
        template=["one", "two"], term=["queer", "other"], HARMFUL_IN_gold=["0", ""], HARMFUL_OUT_gold=["1", 0]
    )
    inside, outside = read_queerreclaimlex(table).judgements
    assert labels(inside) == [0, None]
    assert labels(outside) == [1, 0]
    assert inside.groupings[0].groups == [("queer",), ("other",)]
    assert (inside.groupings[0].name, inside.groupings[0].shown) == ("term", "false alarms")


def test_madlibs_are_grouped_by_the_term_in_the_templates_place(make_table: MakeTable) -> None:
    table = make_table(
        Text=["Sam is tall", "gay people are kind", "hello"],
        Label=["NOT_BAD", "BAD", "NOT_BAD"],
        Template=["Sam is <identity>", "17", ""],
    )
    cases = read_madlibs(table)
    assert cases.judgements[0].groupings[0].groups == [("tall",), ("gay",), ()]
    assert labels(cases.judgements[0]) == [0, 1, 0]
    assert cases.judgements[0].attribute == "TOXICITY"
    assert cases.notes == ("1 texts name no known identity term; see --terms.",)


def test_terms_given_are_the_only_ones_looked_for(make_table: MakeTable) -> None:
    table = make_table(Text=["Sam is tall"], Label=["BAD"], Template=["Sam is <identity>"])
    (judgement,) = read_madlibs(table, terms=["Sam"]).judgements
    assert judgement.groupings[0].groups == [("sam",)]


def test_hateval_sorts_hateful_posts_by_kind(make_table: MakeTable) -> None:
    table = make_table(id=[1, 2, 3], text=["a", "b", "c"], HS=[1, 0, 1], TR=[1, 0, 0], AG=[0, 0, 1])
    (judgement,) = read_hateval(table).judgements
    assert labels(judgement) == [1, 0, 1]
    assert judgement.groupings[0].groups == [
        ("aimed at one person", "not aggressive"),
        (),
        ("aimed at a group", "aggressive"),
    ]


def test_jigsaw_labels_go_to_their_attributes(make_table: MakeTable) -> None:
    columns = {name: ["0", "1"] for name in ("toxic", "severe_toxic", "obscene", "threat", "insult")}
    cases = read_jigsaw(make_table(comment_text=["a", "b"], **columns, identity_hate=[-1, nan]))
    assert {one.name: str(one.attribute) for one in cases.judgements} == {
        "toxic": "TOXICITY",
        "severe_toxic": "SEVERE_TOXICITY",
        "obscene": "PROFANITY",
        "threat": "THREAT",
        "insult": "INSULT",
        "identity_hate": "IDENTITY_ATTACK",
    }
    assert labels(cases.judgements[0]) == [0, 1]
    assert labels(cases.judgements[5]) == [None, None]


def test_jigsaw_needs_only_the_columns_asked_for(make_table: MakeTable) -> None:
    table = make_table(comment_text=["a"], toxic=[None])
    assert len(read_jigsaw(table, attributes=[Attribute.TOXICITY]).judgements) == 1
    with pytest.raises(BadFile, match="has no column 'severe_toxic'"):
        read_jigsaw(table)
    with pytest.raises(UnknownName, match="Unknown attribute of jigsaw 'SEXUALLY_EXPLICIT'"):
        read_jigsaw(table, attributes=[Attribute.SEXUALLY_EXPLICIT])


def test_any_file_is_read_by_the_columns_named(make_table: MakeTable) -> None:
    table = make_table(body=["a", "b", "c"], rude=[0.4, "0.5", None], area=["x", None, "y"])
    cases = read_generic(table, text_column="body", labels={"rude": Attribute.INSULT}, groups=["area"])
    (judgement,) = cases.judgements
    assert (judgement.name, judgement.attribute) == ("rude", "INSULT")
    assert labels(judgement) == [0, 1, None]  # a share counts from one half
    assert judgement.groupings[0].groups == [("x",), (), ("y",)]


def test_columns_named_as_attributes_need_no_naming(make_table: MakeTable) -> None:
    cases = read_generic(make_table(text=["a"], THREAT=[1], TOXICITY=[0], other=[5]))
    assert [one.attribute for one in cases.judgements] == ["THREAT", "TOXICITY"]
    with pytest.raises(BadInput, match=r"set.csv has no column named as an attribute"):
        read_generic(make_table(text=["a"], toxicity_score=[1]))


@pytest.mark.parametrize("spans", ["[0, 2]", [0, 2], "[2, 0, 0]"])
def test_offsets_are_read_as_text_and_as_a_list(make_table: MakeTable, spans: object) -> None:
    cases = read_toxicspans(make_table(text=["abc"], spans=[spans]))
    assert cases.characters == [frozenset({0, 2})]
    assert cases.judgements == ()


@pytest.mark.parametrize(
    ("spans", "message"),
    [
        ("[3]", "row 1, column 'spans': 3 is not an offset into the text"),
        ([-1], "-1 is not an offset"),
        (["1"], "something is not an offset"),
        ("0-2", "not a list of offsets"),
        ('{"a": 1}', "not a list of offsets"),
        (None, "an empty cell is not a list"),
    ],
)
def test_offsets_outside_the_text_are_named(make_table: MakeTable, spans: object, message: str) -> None:
    with pytest.raises(BadFile, match=message):
        read_toxicspans(make_table(text=["abc"], spans=[spans]))
