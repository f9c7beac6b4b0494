from collections.abc import Sequence

import pytest

from sayso.core import Evidence
from sayso.reader.records.naming import find_groups, find_named


class Examiner:
    def __init__(self) -> None:
        self.sizes: list[int] = []

    def examine(self, texts: Sequence[str]) -> list[Evidence]:
        self.sizes.append(len(texts))
        return [Evidence(targets={"arab": 0.5, "men": 0.49}) for _ in texts]


@pytest.mark.parametrize(
    ("reply", "groups"),
    [
        ("Two lesbians read a book.", ("lgb", "women")),
        ("GAY pride, and Muslims too", ("lgb", "muslim")),
        ("It rains.", ()),
        ("", ()),
    ],
)
def test_a_group_is_named_by_its_words_in_any_form(reply: str, groups: tuple[str, ...]) -> None:
    assert find_named(reply) == groups


def test_a_reply_may_be_aimed_at_a_group_that_it_does_not_name() -> None:
    assert find_groups(Examiner(), ["it rains", "women"]) == {
        "it rains": ("arab",),
        "women": ("arab", "women"),
    }


def test_without_evidence_words_alone_tell() -> None:
    assert find_groups(None, ["it rains", "women"]) == {"it rains": (), "women": ("women",)}


def test_replies_are_examined_once_each_in_batches() -> None:
    examiner = Examiner()
    find_groups(examiner, [str(number % 300) for number in range(600)])
    assert examiner.sizes == [256, 44]
