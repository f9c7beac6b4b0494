"""That no reply, whatever it is made of, takes much longer than its length accounts for."""

import time
import timeit

import pytest
from tests.unit.deciding.banks import find_blocked

from sayso.core import Policy, Term
from sayso.deciding import WordBank, prepare

BANK = WordBank([Term("silly goose", "block"), Term("queer", "permit")])
SHAPES = [f"a{sign}" for sign in "@#$*_-.'~"] + [f"a{sign}{sign}" for sign in "@#$*_-.'~"] + ["*", "a"]
MARKUP = ["<", "<a", "a<br>", "[", "](", "[^", "&", "&#1", "&amp;", "abc1 ", "dice "]


def measure(text: str, *, bank: WordBank) -> float:
    run = timeit.Timer(lambda: prepare(text, policy=Policy(), bank=bank), timer=time.process_time)
    return min(run.repeat(number=1, repeat=2))


@pytest.mark.parametrize(
    "shape", [*SHAPES, *MARKUP, "_", "a\u0301", "a\u200b", "\u202ea ", "s*lly ", "s i l l y ", "queer "]
)
def test_the_time_to_prepare_a_reply_grows_with_its_length(shape: str) -> None:
    def make(length: int) -> str:
        return shape * (length // len(shape)) + ("bb" if shape != "_" else "")

    # Eight times the length: 8 where it is linear, 64 where it is quadratic; 0.1 s for the clock's grain.
    assert any(measure(make(8_000), bank=BANK) < 24 * measure(make(1_000), bank=BANK) + 0.1 for _ in range(3))


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("s i.l l-y", True),
        ("dog's i.l l-y", False),  # the s is the last of "dog's"
        ("do*s i.l l-y", False),
        ("dog's s i.l l-y", True),
        ("s i.l l-y*rd", False),
        ("s i.l l-y d*mn", True),
        ("s i.l l-y*", True),
        ("x y z " * 50 + "s i.l l-y" + " x y z" * 50, True),  # a long run of letters hides nothing
    ],
)
def test_single_letters_are_read_but_not_those_that_belong_to_a_word(text: str, *, is_found: bool) -> None:
    assert bool(find_blocked(WordBank([Term("silly", "block")]), text)) == is_found
