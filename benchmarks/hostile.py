"""Hostile texts, made by a seed, through everything that reads them: no exception, no offset out of place.

What a screen shows, every reading, plain reading, the word bank, the rules of the guard, tool calls, and each
text once more in pieces through the guard's buffer, out of which nothing comes that was not judged.
Run: python benchmarks/hostile.py [--texts 1000000] [--seed 1]
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from sayso.audit.blinding.families import list_families
from sayso.core import Decision, Policy, Streaming, Term
from sayso.core.traces import describe_error
from sayso.deciding import WordBank
from sayso.deciding.word_bank import Findings
from sayso.reader.guard.completions import frame
from sayso.reader.guard.parts import ReplyPiece
from sayso.reader.guard.release import CutFinder, ReleaseBuffer
from sayso.reader.guard.replies import Reply, ToolCall, is_readable, list_texts, mend, rewrite_arguments
from sayso.reader.guard.stream_writer import OutgoingReply
from sayso.testing import FakeScorer
from sayso.testing.judging import judge
from sayso.text import Word
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


class WatchedBank(WordBank):
    """Sees to it that what it finds are words of the text."""

    def search(self, text: str, *, words: Sequence[Word]) -> Findings:
        findings = super().search(text, words=words)
        assert all(0 <= place < len(words) for place in findings.permitted)
        return findings


BANK = WatchedBank(
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


def check(text: str, rng: random.Random) -> None:
    """Raises where anything goes wrong."""
    check_stream(text, rng)
    for folded in (see(text), *list_readings(text), read_plain(text, LEXICON)):
        check_offsets(text, folded)
    decision = judge(text, scorer=SCORER, policy=POLICY, bank=BANK)
    for ngram in decision.named:
        assert 0 <= ngram.span.begin <= ngram.span.end <= len(text)
    assert len(frame({"content": mend(text)}).decode().splitlines()) == 2
    call = ToolCall(name="send", arguments=text)
    list_texts([call])
    if is_readable(call):
        rewrite_arguments(call).encode()


@dataclass
class Judge:
    """Shows what has no word of the list, and remembers what it has shown."""

    shown: set[str] = field(default_factory=set[str])

    async def __call__(self, text: str) -> Decision:
        may = "idiot" not in text and "1d10t" not in text
        if may:
            self.shown.add(text)
        return Decision("shown" if may else "replaced", "under" if may else "over", 0.0, {}, "double", 1)


def check_stream(text: str, rng: random.Random) -> None:
    """The text in pieces of any length: all that has left is, each time, a text judged as a whole."""
    judge_text = Judge()
    buffer = ReleaseBuffer(CutFinder(rng.choice(get_args(Streaming)), rng.randrange(1, 4)), judge_text)
    outgoing, left, begin = OutgoingReply(Reply(0), buffer), "", 0
    while begin < len(text):
        end = begin + rng.randrange(1, 24)
        outgoing.add(ReplyPiece(0, text[begin:end]))
        left += run_at_once(buffer.advance())
        assert not left or left in judge_text.shown
        begin = end
    outgoing.close()
    if run_at_once(buffer.finish()).outcome == "shown":
        left += buffer.release_rest()
        assert left == mend(text)
        assert not left or left in judge_text.shown


def run_at_once(work: Coroutine[Any, Any, Any]) -> Any:
    """A coroutine that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("it waits")


def check_offsets(text: str, folded: Folded) -> None:
    assert len(folded.text) == len(folded.begins) == len(folded.ends)
    pairs = zip(folded.begins, folded.ends, strict=True)
    assert all(0 <= begin < end <= len(text) for begin, end in pairs)


def run(count: int, *, seed: int) -> Counter[str]:
    """How often what went wrong, by the place where it did."""
    rng, faults = random.Random(seed), Counter[str]()
    for number in range(count):
        if number and number % 100_000 == 0:
            print(f"{number:,} texts, {faults.total():,} faults", flush=True)
        text = make_text(rng)
        try:
            check(text, rng)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is what we look for
            where = str(describe_error(error))
            if not faults[where]:
                print(f"text {number}: {text!a}\n  {where}")
            faults[where] += 1
    return faults


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    began_at = time.perf_counter()
    faults = run(options.texts, seed=options.seed)
    took = time.perf_counter() - began_at
    print(f"{options.texts:,} texts, seed {options.seed}: {faults.total():,} faults in {took:.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
