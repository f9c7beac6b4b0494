"""Texts a second of the text layer, each piece beside a peer where one is installed, in one run on one core.

Words beside `regex` with Unicode's own rules; the three foldings beside each other; a search for 2,000 terms
beside pyahocorasick, if it is there, and one regular expression.
Run: python benchmarks/text.py [--comments 5000]
"""

import argparse
import random
import re
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import regex
from ahocorasick_rs import AhoCorasick

from sayso.core import Span
from sayso.text.disguise import fold, variants
from sayso.text.sentences import split_sentences
from sayso.text.words import Word, split_words

TERMS = 2000
SLOW = 20
"""The regular expression is so slow that one comment in this many must do."""
SENTENCES = (
    "You really have to read the article again before you write that nobody knows anything about this",
    "Where would all of these people go, and why is it always the others who are wrong",
    "What a silly goose, and what a lot of nonsense because of one wrong word in the third comment",
)
WORDS = sorted({word.strip(",").lower() for sentence in SENTENCES for word in sentence.split()})
ODD = (
    "1d10t",
    "s i l l y",
    "sooooo",
    "c'est déjà",
    "gооse",
    "s***y",
    "https://example.org/a-b",
    "\U0001f986",
)
UNICODE_WORDS = regex.compile(r"\b\w.*?\b", regex.WORD | regex.DOTALL)

Work = Callable[[str], object]


def make_comments(count: int) -> list[str]:
    """Comments of two to three sentences, the same each time; one in ten has something odd in it."""
    chooser = random.Random(1)
    return [make_comment(chooser, is_odd=number % 10 == 0) for number in range(count)]


def make_comment(chooser: random.Random, *, is_odd: bool) -> str:
    sentences = [
        " ".join(chooser.choices(WORDS, k=chooser.randint(5, 11))) for _ in range(chooser.randint(2, 3))
    ]
    if is_odd:
        sentences.insert(1, chooser.choice(ODD))
    return " ".join(f"{sentence.capitalize()}{chooser.choice('.!?')}" for sentence in sentences)


def make_terms() -> list[str]:
    chooser = random.Random(2)
    made_up = ("".join(chooser.choices("etaoinshrdlu", k=chooser.randint(5, 9))) for _ in range(TERMS - 2))
    return ["goose", "silly thing", *made_up]


def measure_rate(work: Work, comments: Sequence[str]) -> float:
    """Comments a second: the median of three rounds after a short one that is not counted."""
    rates: list[float] = []
    for texts in (comments[:100], comments, comments, comments):
        began = time.perf_counter()
        for text in texts:
            work(text)
        rates.append(len(texts) / (time.perf_counter() - began))
    return statistics.median(rates[1:])


def list_works() -> Iterator[tuple[str, Work, int]]:
    """What to measure, and on which share of the comments: one in so many."""
    yield "words: ours", split_words, 1
    yield "words: regex, Unicode's rules", split_by_unicode, 1
    yield "sentences: sentencex, ours around it", split_sentences, 1
    yield "folding: fold", fold, 1
    yield "folding: variants", variants, 1
    terms = make_terms()
    yield "terms: ahocorasick-rs", make_ahocorasick_rs(terms), 1
    if find_spec("ahocorasick"):
        yield "terms: pyahocorasick", make_pyahocorasick(terms), 1
    pattern = re.compile("|".join(map(re.escape, terms)))
    yield "terms: one regular expression", lambda text: list(pattern.finditer(text)), SLOW


def split_by_unicode(text: str) -> list[Word]:
    return [Word(Span(*match.span()), match.group()) for match in UNICODE_WORDS.finditer(text)]


def make_ahocorasick_rs(terms: Sequence[str]) -> Work:
    automaton = AhoCorasick(terms)
    return lambda text: automaton.find_matches_as_indexes(text, overlapping=True)


def make_pyahocorasick(terms: Sequence[str]) -> Work:
    automaton: Any = import_module("ahocorasick").Automaton()  # it has no types
    for term in terms:
        automaton.add_word(term, term)
    automaton.make_automaton()
    return lambda text: list(automaton.iter(text))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--comments", type=int, default=5000)
    comments = make_comments(parser.parse_args().comments)
    length = statistics.mean(map(len, comments))
    print(f"{len(comments):,} comments of {length:.0f} characters, {TERMS:,} terms, one core")
    for name, work, share in list_works():
        print(f"{name:<38} {measure_rate(work, comments[::share]):>12,.0f} comments/s")
    single = sum(len(variants(text)) == 1 for text in comments) / len(comments)
    print(f"comments with one reading only: {single:.0%}")


if __name__ == "__main__":
    main()
