import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from sayso.audit.evaluation.formats import read_hatexplain, read_split
from sayso.core import Attribute, Span
from sayso.core.errors import BadFile, UnknownName
from sayso.files.labelled import Table

MakeTable = Callable[..., Table]
HATE, RUDE, FINE = "hatespeech", "offensive", "normal"


@pytest.fixture
def make(make_table: MakeTable) -> Callable[..., Table]:
    def one(
        labels: Sequence[Any] = (HATE, HATE, FINE),
        targets: Sequence[Any] = (["Women"], ["Women", "Men"], ["Other"]),
        tokens: Sequence[Any] = ("you", "silly", "lot"),
        rationales: Sequence[Any] = ([0, 1, 0], [0, 1, 1]),
    ) -> Table:
        return make_table(
            post_id=["p1"],
            labels=[list(labels)],
            targets=[list(targets)],
            tokens=[list(tokens)],
            rationales=[list(rationales)],
            split=["val"],
        )

    return one


def test_a_post_is_its_tokens_with_what_most_people_said(make: Callable[..., Table]) -> None:
    cases = read_hatexplain(make())
    assert cases.texts == ("you silly lot",)
    assert cases.classes is not None
    assert cases.classes.labels.tolist() == [0]
    hate, toxic = cases.judgements
    assert (hate.attribute, hate.name, hate.labels.tolist()) == ("IDENTITY_ATTACK", "hatespeech", [1.0])
    assert (toxic.attribute, toxic.labels.tolist()) == ("TOXICITY", [1.0])
    assert hate.groupings[0].groups == [("Women",)]  # two of three named them; Men one, Other is no group


def test_a_token_is_marked_if_half_of_the_people_marked_it(make: Callable[..., Table]) -> None:
    tokens = read_hatexplain(make()).tokens
    assert tokens is not None
    assert tokens.spans == [(Span(0, 3), Span(4, 9), Span(10, 13))]
    assert tokens.marked == [(False, True, True)]  # 0 of 2, 2 of 2, 1 of 2


@pytest.mark.parametrize(
    ("labels", "rationales"), [((FINE, FINE, HATE), ([1, 1, 1],)), ((RUDE, RUDE, RUDE), ())]
)
def test_normal_posts_and_posts_without_rationale_have_no_tokens_to_find(
    make: Callable[..., Table], labels: Sequence[str], rationales: Sequence[Sequence[int]]
) -> None:
    tokens = read_hatexplain(make(labels=labels, rationales=rationales)).tokens
    assert tokens is not None
    assert tokens.spans == [()]


def test_an_offensive_post_is_toxic_and_no_hate(make: Callable[..., Table]) -> None:
    hate, toxic = read_hatexplain(make(labels=(RUDE, RUDE, HATE))).judgements
    assert (hate.labels.tolist(), toxic.labels.tolist()) == ([0.0], [1.0])


def test_a_post_on_which_all_differ_is_left_out_with_a_note(make: Callable[..., Table]) -> None:
    both = make().rows + make(labels=(HATE, RUDE, FINE)).rows
    cases = read_hatexplain(make().keep(both))
    assert len(cases.texts) == 1
    assert cases.notes == ("1 posts on which all three people differ are left out.",)
    with pytest.raises(BadFile, match="no post on which two people agree"):
        read_hatexplain(make(labels=(HATE, RUDE, FINE)))


def test_a_rationale_that_does_not_fit_its_tokens_is_left_out_with_a_note(make: Callable[..., Table]) -> None:
    cases = read_hatexplain(make(rationales=([0, 1],)))
    assert cases.tokens is not None
    assert cases.tokens.spans == [()]
    assert "1 posts are left out of token F1" in cases.notes[0]
    assert "(first: row 1)" in cases.notes[0]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"labels": ("hate", HATE, HATE)}, "column 'labels': 'hate' is not a known label"),
        ({"labels": ()}, "column 'labels': the list is empty"),
        ({"labels": (1, 1, 1)}, "column 'labels': the list holds something that is not text"),
        ({"rationales": (1, 0)}, "column 'rationales': the list holds something that is not a list"),
        ({"targets": ("Women",)}, "column 'targets': the list holds something that is not a list"),
    ],
)
def test_what_is_wrong_with_a_post_is_named(
    make: Callable[..., Table], changed: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadFile, match=f"set.csv, row 1, {message}"):
        read_hatexplain(make(**changed))


def test_other_attributes_have_no_labels(make: Callable[..., Table]) -> None:
    assert len(read_hatexplain(make(), attributes=[Attribute.TOXICITY]).judgements) == 1
    with pytest.raises(UnknownName, match="Unknown attribute of hatexplain 'INSULT'"):
        read_hatexplain(make(), attributes=[Attribute.INSULT])


def test_a_split_is_read_from_its_column_or_from_a_file(make: Callable[..., Table], tmp_path: Path) -> None:
    splits = tmp_path / "splits.json"
    splits.write_text(json.dumps({"train": [], "test": ["p1"]}))
    assert len(read_split(make(), "val").rows) == 1
    assert len(read_split(make(), "test", splits=splits).rows) == 1
    with pytest.raises(UnknownName, match=r"Unknown split 'vla'. Known: val. Did you mean 'val'\?"):
        read_split(make(), "vla")
    with pytest.raises(BadFile, match=r"The split 'train' is empty: set.csv has none of its posts"):
        read_split(make(), "train", splits=splits)


@pytest.mark.parametrize("content", ["[1]", "{", '{"val": 5}'])
def test_a_file_that_holds_no_splits_is_named(
    make: Callable[..., Table], tmp_path: Path, content: str
) -> None:
    splits = tmp_path / "splits.json"
    with pytest.raises(BadFile, match="cannot be read"):
        read_split(make(), "val", splits=splits)
    splits.write_text(content)
    with pytest.raises(BadFile, match=r"splits.json is not a JSON object of splits"):
        read_split(make(), "val", splits=splits)
