from collections import Counter

from sayso_lab.data.rows import Row, make_row
from sayso_lab.data.splits import Part
from sayso_lab.data.table import Table
from sayso_lab.measuring import material
from sayso_lab.measuring.material import gather_held_out
from sayso_lab.suites.contrast import load_contrast


def make_table(*rows: Row, part: Part = Part.HELD_OUT) -> Table:
    return Table(rows, (part,) * len(rows))


def test_only_held_out_rows_of_measured_sets_are_taken() -> None:
    rows = (
        make_row("hatexplain", "val", {}, own="val"),
        make_row("hatexplain", "like a val", {}, own="train"),
        make_row("toxic_spans_gold", "not measured", {}),
        make_row("jigsaw", "toxic", {"TOXICITY": 1.0}),
    )
    found = gather_held_out(make_table(*rows))
    assert {source: [row.text for row in some] for source, some in found.rows.items()} == {
        "hatexplain": ["val"],
        "jigsaw": ["toxic"],
    }
    assert gather_held_out(make_table(*rows, part=Part.TRAIN)).rows == {}


def test_large_sets_without_a_row_of_their_own_are_cut_and_a_limit_cuts_all() -> None:
    rows = [make_row(name, f"{name} {place}", {}) for name in ("jigsaw", "davidson") for place in range(1600)]
    counts = {name: len(some) for name, some in gather_held_out(make_table(*rows)).rows.items()}
    assert counts == {"jigsaw": 1600, "davidson": material.MOST}
    few = gather_held_out(make_table(*rows), limit=7)
    assert {name: len(some) for name, some in few.rows.items()} == {"jigsaw": 7, "davidson": 7}
    assert (len(few.sentences), len(few.mentions), few.limit) == (28, 28, 7)


def test_unseen_groups_and_groups_of_training_are_kept_apart() -> None:
    found = gather_held_out(make_table())
    unseen, seen = (
        {group.members for group in groups}
        for groups in (load_contrast().list_groups("held_out"), load_contrast().list_groups("learn"))
    )
    assert {one.group for one in found.sentences} - {""} == unseen
    assert {one.group for one in found.mentions} == seen
    assert set(Counter(one.kind for one in found.mentions)) == {"neutral_identity", "positive_identity"}
    assert {one.template for one in found.mentions} <= {one.template for one in found.sentences}
