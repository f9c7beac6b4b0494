"""Each fault a suite may have is found, and said in a line."""

from typing import Any

import pytest

from sayso.audit.suites import Suite, find_faults

TEACHERS = {"members": "teachers", "member": "a teacher", "target": "other"}
BAKERS = {"members": "bakers", "member": "a baker", "target": "other"}


def make(**parts: Any) -> Suite:
    return Suite.model_validate(parts)


def make_kind(name: str = "calm", attack: float = 0.0, **halves: Any) -> dict[str, Any]:
    return {"kind": name, "labels": {"IDENTITY_ATTACK": attack}, **halves}


def test_a_sound_suite_has_no_faults() -> None:
    suite = make(
        kinds=[make_kind(learn=["{G} like {drink}."], held_out=["Ask {P}."])],
        words={"learn": {"drink": ["tea"]}},
        groups={"learn": [TEACHERS], "held_out": [BAKERS]},
    )
    assert find_faults(suite) == []


@pytest.mark.parametrize(
    ("suite", "fault"),
    [
        (make(kinds=[make_kind(learn=["tea", "tea"])]), "calm, learn: 'tea' stands 2 times."),
        (make(words={"held_out": {"w": ["a", "a", "a"]}}), "words of {w}, held_out: 'a' stands 3 times."),
        (make(groups={"learn": [TEACHERS, TEACHERS]}), "groups, learn: 'teachers' stands 2 times."),
        (
            make(kinds=[make_kind(learn=["Tea is bad."]), make_kind("other", held_out=["tea is bad"])]),
            "other, held_out: 'tea is bad' is learned from too.",
        ),
        (
            make(groups={"learn": [TEACHERS], "held_out": [TEACHERS | {"members": "Teachers"}]}),
            "groups, held_out: 'Teachers' is learned from too.",
        ),
        (make(kinds=[make_kind(learn=["a {thing}"])]), "calm, learn: nothing fills {thing} in 'a {thing}'."),
        (make(kinds=[make_kind(learn=["{G} vote"])]), "calm, learn: nothing fills {G} in '{G} vote'."),
        (make(kinds=[make_kind(learn=["oh {"])]), "calm, learn: 'oh {' has a brace that belongs to no slot."),
        (
            make(kinds=[make_kind("hate", 1, learn=["Go away!"]), make_kind(learn=["go away"])]),
            "calm, learn: 'go away' is an attack in another kind.",
        ),
    ],
)
def test_a_fault_is_said_in_a_line(suite: Suite, fault: str) -> None:
    assert find_faults(suite) == [fault]
