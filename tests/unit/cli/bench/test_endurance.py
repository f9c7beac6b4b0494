from collections import Counter

import pytest

from sayso.cli.bench.endurance import Findings, Tally
from sayso.storage import Head, Problem, Verification


def make_verification(problem: Problem | None = None) -> Verification:
    return Verification(entries=3, texts=3, erased=0, head=Head(3, "0" * 64), problem=problem)


INTACT = make_verification()
BROKEN = make_verification(Problem(2, "its hash does not fit"))


@pytest.mark.parametrize(
    ("missing", "failures", "verifications", "sound"),
    [
        (0, 0, (INTACT, INTACT), True),
        (1, 0, (INTACT, INTACT), False),
        (0, 1, (INTACT, INTACT), False),
        (0, 0, (BROKEN, INTACT), False),
    ],
)
def test_findings_are_sound_only_if_nothing_is_wrong(
    missing: int, failures: int, verifications: tuple[Verification, ...], sound: bool
) -> None:
    assert Findings(5, missing, failures, verifications).is_sound is sound


def test_findings_are_told_in_a_sentence() -> None:
    assert Findings(1200, 1, 2, (BROKEN,)).sentence == (
        "1,200 suggestions were acknowledged, 1 of them are missing from the ledger;"
        " 2 requests failed; the chain is BROKEN."
    )


def test_every_outcome_but_an_answer_is_a_failure() -> None:
    tally = Tally(outcomes=Counter({"200": 7, "503": 2, "ConnectionResetError": 1}))
    assert tally.failures == 3
