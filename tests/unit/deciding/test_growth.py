"""Several times the reply may take about so many times as long to prepare, whatever it is made of."""

from collections.abc import Callable
from itertools import product
from time import thread_time
from typing import Self, SupportsIndex

import pytest

from sayso.core import Policy, Term
from sayso.deciding import EMPTY_BANK, WordBank, prepare

WORDS = [f"g{first}{second}e" for first, second in product("abcdefghijklmnopqr", repeat=2)]
PAIRS = [f"{first} {second}" for first, second in zip(WORDS[:150], WORDS[150:], strict=False)]
BANK = WordBank(
    [
        *(Term(word, "permit") for word in WORDS[150:300]),
        *(Term(pair, "block") for pair in PAIRS),
    ]
)
MakeReply = Callable[[int], str]
UNITS = ["s i l l y ", "a@b#", "g**e ", "好。", "&#105;", "\u202ea", "😀"]


def seconds(reply: str, bank: WordBank) -> float:
    begin = thread_time()
    prepare(reply, policy=Policy(), bank=bank, in_context=True)
    return thread_time() - begin


@pytest.mark.parametrize("unit", UNITS, ids=ascii)
def test_300_terms_are_looked_for_in_time_that_grows_with_the_length_of_the_reply(unit: str) -> None:
    short, long = unit * (4_000 // len(unit)), unit * (16_000 // len(unit))
    assert any(seconds(long, BANK) < 9 * seconds(short, BANK) + 0.010 for _ in range(5))


def short_sentences(size: int) -> str:
    return "好。" * (size // 2)


def sentences_that_differ(size: int) -> str:
    """With one n-gram, which stands in each of them."""
    return "".join(f"Zoo hut cow {number}. " for number in range(size // 17))


@pytest.mark.parametrize("make", [short_sentences, sentences_that_differ])
def test_the_sentences_around_n_grams_are_found_in_time_that_grows_with_the_reply(make: MakeReply) -> None:
    short, long = make(10_000), make(80_000)
    assert any(seconds(long, EMPTY_BANK) < 18 * seconds(short, EMPTY_BANK) + 0.010 for _ in range(5))


class CountedText(str):
    """Counts the characters that are copied out of it."""

    __slots__ = ("copied",)

    def __new__(cls, text: str) -> Self:
        counted = super().__new__(cls, text)
        counted.copied = 0
        return counted

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        part = super().__getitem__(key)
        self.copied += len(part)
        return part


def test_a_sentence_is_copied_once_however_many_n_grams_stand_in_it() -> None:
    reply = CountedText("".join(f"hut{number} " for number in range(500)))
    prepare(reply, policy=Policy(), bank=EMPTY_BANK, in_context=True)
    assert reply.copied <= 12 * len(reply)
