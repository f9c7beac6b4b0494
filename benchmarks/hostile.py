"""Hostile texts, made by a seed, through everything that reads them: no exception, no offset out of place.

What a screen shows, every reading, plain reading, the word bank, the rules of the guard and tool calls.
Run: python benchmarks/hostile.py [--texts 100000] [--seed 1]
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Sequence

from sayso.audit.blinding.families import list_families
from sayso.core import Policy, Term
from sayso.core.traces import describe_error
from sayso.deciding import WordBank
from sayso.reader.guard.completions import frame
from sayso.reader.guard.replies import ToolCall, is_readable, list_texts, mend, rewrite_arguments
from sayso.testing import FakeScorer
from sayso.testing.judging import judge
from sayso.text import split_words
from sayso.text.folded import Folded
from sayso.text.lexicon import Lexicon
from sayso.text.reading import read_plain
from sayso.text.screen import see
from sayso.text.seen import list_readings

WORDS = [
    "idiot",
    "silly",
    "goose",
    "the",
    "you",
    "gender-fluid",
    "it's",
    "1d10t",
    "s i l l y",
    "дурак",
    "你好",
    "ไทย",
]
MARKS = [
    "\u202e",
    "\u202d",
    "\u202c",
    "\u2066",
    "\u2067",
    "\u2069",
    "\u200b",
    "\u200d",
    "\u2065",
    "\ufff0",
    "\U000e0061",
    "\u0301",
    "\u0336",
    "\u20dd",
    "\u3164",
    "\u00ad",
    "\ud800",
    "\udc00",
    "\x00",
    "\x85",
    "\u2028",
    "ß",
    "İ",
    "ﷺ",
    "ŉ",
]
MARKUP = [
    "&#105;",
    "&#x69;",
    "&shy;",
    "&#0;",
    "&#9999999;",
    "&amp;",
    "&",
    "<b>",
    "</b>",
    "<!--",
    "-->",
    "<",
    "](http://a)",
    "[",
    "**",
    "__",
    "~~",
    "`",
    "```",
    "%20",
    "@",
    "#",
    "$",
    "*",
    "'",
    "-",
    "_",
    ".",
    "\n",
    " ",
    "    ",
    "\t",
    "1",
    "0",
]
POLICY = Policy(strict=True)
BANK = WordBank(
    [
        Term("silly goose", "block"),
        Term("дурак", "block"),
        Term("idiot", "permit"),
        Term("gender-fluid", "permit"),
    ]
)
SCORER = FakeScorer()
LEXICON = Lexicon({word: place for place, word in enumerate(WORDS)}, ["idiot", "stupid"])
FAMILIES = list_families()


def make_text(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.2:
        return "".join(chr(rng.randrange(0x110000)) for _ in range(rng.randrange(30)))
    pieces = [_make_piece(rng) for _ in range(rng.randrange(16))]
    text = "".join(pieces)
    return rng.choice(FAMILIES).apply(text.encode("utf-8", "replace").decode()) if kind > 0.7 else text


def _make_piece(rng: random.Random) -> str:
    pool = rng.choice([WORDS, MARKS, MARKUP])
    return rng.choice(pool) if rng.random() < 0.95 else chr(rng.randrange(0x110000))


def check(text: str) -> None:
    """Raises where anything goes wrong."""
    for folded in (see(text), *list_readings(text), read_plain(text, LEXICON)):
        check_offsets(text, folded)
    words = split_words(text)
    findings = BANK.search(text, words=words)
    assert all(0 <= place < len(words) for place in findings.permitted)
    decision = judge(text, scorer=SCORER, policy=POLICY, bank=BANK)
    for ngram in decision.named:
        assert 0 <= ngram.span.begin <= ngram.span.end <= len(text)
    assert len(frame({"content": mend(text)}).decode().splitlines()) == 2
    call = ToolCall(name="send", arguments=text)
    list_texts([call])
    if is_readable(call):
        rewrite_arguments(call).encode()


def check_offsets(text: str, folded: Folded) -> None:
    assert len(folded.text) == len(folded.begins) == len(folded.ends)
    pairs = zip(folded.begins, folded.ends, strict=True)
    assert all(0 <= begin < end <= len(text) for begin, end in pairs)


def run(count: int, *, seed: int) -> Counter[str]:
    """How often what went wrong, by the place where it did."""
    rng, faults = random.Random(seed), Counter[str]()
    for number in range(count):
        text = make_text(rng)
        try:
            check(text)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is what we look for
            where = str(describe_error(error))
            if not faults[where]:
                print(f"text {number}: {text!a}\n  {where}")
            faults[where] += 1
    return faults


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    began_at = time.perf_counter()
    faults = run(options.texts, seed=options.seed)
    took = time.perf_counter() - began_at
    print(f"{options.texts:,} texts, seed {options.seed}: {faults.total():,} faults in {took:.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
