from collections.abc import Callable
from typing import Any

import pytest

from sayso.core.errors import BadFile
from sayso_lab.data.hatexplain import HATEXPLAIN_SET
from sayso_lab.data.rows import NOTHING_IMPLIED, Row

Shares = Callable[[Row], dict[str, float]]


def make_table(**changed: list[Any]) -> dict[str, list[Any]]:
    """A post that all three find normal, kept apart, and one they differ on."""
    table = {
        "tokens": [["fine"], ["<user>", "you", "lot"]],
        "labels": [["normal"] * 3, ["hatespeech", "offensive", "normal"]],
        "targets": [[["None"]] * 3, [["African", "Women"], ["African"], ["Islam"]]],
        "rationales": [[], [[0, 1, 1], [0, 0, 1]]],
        "split": ["val", "train"],
    }
    return table | changed


def read(table: dict[str, list[Any]]) -> list[Row]:
    return list(HATEXPLAIN_SET.read({"hatexplain": table}))


def test_three_peoples_labels_become_shares(shares: Shares) -> None:
    """TOXICITY (1 + 0.85 + 0.05) / 3; IDENTITY_ATTACK (1 + 0.4 + 0) / 3."""
    _, row = read(make_table())
    assert shares(row) == {"TOXICITY": round(1.9 / 3, 6), "IDENTITY_ATTACK": round(1.4 / 3, 6)}
    assert row.classes is not None
    assert row.classes.tolist() == pytest.approx([1 / 3] * 3)


def test_offensive_without_a_group_is_hardly_an_attack(shares: Shares) -> None:
    table = make_table(labels=[["normal"] * 3, ["offensive"] * 3], targets=[[[]] * 3, [["Other"], [], []]])
    assert shares(read(table)[1]) == {"TOXICITY": 0.85, "IDENTITY_ATTACK": 0.1}


def test_offensive_by_a_word_that_people_take_back_leaves_toxicity_open_unless_a_group_is_named(
    shares: Shares,
) -> None:
    changed = {"tokens": [["fine"], ["my", "queer", "lot"]], "labels": [["normal"] * 3, ["offensive"] * 3]}
    alone = make_table(**changed, targets=[[[]] * 3, [["Other"], [], []]])
    named = make_table(**changed, targets=[[[]] * 3, [["Homosexual"], [], []]])
    assert shares(read(alone)[1]) == {"IDENTITY_ATTACK": 0.1}
    assert shares(read(named)[1])["TOXICITY"] == 0.85


def test_only_those_who_found_it_bad_name_whom_it_attacks(groups: Shares) -> None:
    _, row = read(make_table())
    assert groups(row) == {"black": round(2 / 3, 6), "women": round(1 / 3, 6)}


def test_what_all_find_normal_implies_nothing(implied: Shares) -> None:
    normal, disputed = read(make_table())
    assert implied(normal) == NOTHING_IMPLIED
    assert disputed.implied is None


def test_marks_are_shares_of_people_per_character() -> None:
    """`you` was marked by one of two (125 of 250), `lot` by both; spaces by nobody."""
    normal, row = read(make_table())
    assert normal.word_marks is None
    assert row.text == "@user you lot"
    assert row.word_marks is not None
    assert row.word_marks.tolist() == [0] * 6 + [125] * 3 + [0] + [250] * 3


def test_the_sets_own_parts_are_kept() -> None:
    assert [row.own for row in read(make_table())] == ["val", "train"]


def test_one_odd_rationale_is_passed_over() -> None:
    _, row = read(make_table(rationales=[[], [[1, 1], [0, 1, 0]]]))
    assert row.word_marks is not None
    assert row.word_marks.max() == 250


def test_rationales_that_do_not_fit_the_tokens_are_refused() -> None:
    with pytest.raises(BadFile) as caught:
        read(make_table(rationales=[[], [[1, 1]]]))
    expected = "column 'rationales', row 1: a mark per token (3) is needed, not 2 marks."
    assert caught.value.message == f"hatexplain.parquet, {expected}"


def test_people_without_a_list_of_targets_are_refused() -> None:
    with pytest.raises(BadFile) as caught:
        read(make_table(targets=[[[]] * 3, [["African"]]]))
    expected = "column 'targets', row 1: a list per label (3) is needed, not 1 lists."
    assert caught.value.message == f"hatexplain.parquet, {expected}"


@pytest.mark.parametrize(("present", "missing"), [("train", "val"), ("val", "train")])
def test_an_empty_split_is_refused(present: str, missing: str) -> None:
    with pytest.raises(BadFile, match=f"hatexplain.parquet, column 'split': no row is in '{missing}'."):
        read(make_table(split=[present, present]))
