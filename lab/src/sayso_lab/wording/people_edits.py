"""Counts what people did with rude passages, from pairs of a sentence and its rewrite."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from sayso.explaining.people_edits import LONGEST, classify
from sayso.text.stopwords import is_stop_word
from sayso.text.tokens import split_tokens

LEAST_PASSAGE, LEAST_WORDING = 4, 2
"""How often a passage must have been changed, and a wording written for it, to be kept."""
MOST_WORDINGS = 12
LONGEST_WORDING = 4
LEAST_GONE = 0.5
"""A word is rude if it is gone from at least so many of the rewrites of sentences that had it."""
LEAST_SEEN = 4
SPELLING = 0.7
"""A wording whose letters are so much alike is the same word, spelt otherwise."""
_PLAIN = re.compile(r"[a-z' -]*")
Pair = tuple[str, str]
"""A rude sentence and one of its rewrites."""


@dataclass(frozen=True)
class Edit:
    """One change: what stood there, between what, and what was written."""

    passage: str
    left: str | None
    right: str | None
    wording: str


def make_edit_table(pairs: Sequence[Pair], target: Path, *, record: dict[str, object]) -> int:
    """Writes what was seen often enough; how many passages."""
    rude = find_rude_words(pairs)
    counts: defaultdict[str, defaultdict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for rude_text, rewrite in pairs:
        for edit in find_edits(rude_text, rewrite):
            if rude.isdisjoint(edit.passage.split()):
                continue
            left, right = classify(edit.left), classify(edit.right)
            for context in ("", f"{left} *", f"* {right}", f"{left} {right}"):
                counts[edit.passage][context][edit.wording] += 1
    kept = {passage: _choose(contexts) for passage, contexts in sorted(counts.items())}
    kept = {passage: contexts for passage, contexts in kept.items() if contexts}
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps({"record": record, "edits": kept}) + "\n", "utf-8")
    return len(kept)


def _choose(contexts: dict[str, Counter[str]]) -> dict[str, list[tuple[str, int]]]:
    """Of a passage changed often enough the wordings that several people wrote; contexts seen once go."""
    everywhere = contexts[""]
    if sum(everywhere.values()) < LEAST_PASSAGE:
        return {}
    known = {wording for wording, count in everywhere.most_common(MOST_WORDINGS) if count >= LEAST_WORDING}
    kept = {
        context: [(wording, count) for wording, count in found.most_common() if wording in known]
        for context, found in contexts.items()
    }
    return {context: found for context, found in kept.items() if sum(count for _, count in found) > 1}


def find_rude_words(pairs: Iterable[Pair]) -> frozenset[str]:
    """Words that people mostly did away with."""
    seen: Counter[str] = Counter()
    gone: Counter[str] = Counter()
    for rude, rewrite in pairs:
        before, after = ({token.text for token in split_tokens(text)} for text in (rude, rewrite))
        seen.update(before)
        gone.update(before - after)
    return frozenset(
        word
        for word, count in seen.items()
        if count >= LEAST_SEEN
        and gone[word] / count >= LEAST_GONE
        and len(word) > 2
        and not is_stop_word(word)
    )


def find_edits(rude: str, rewrite: str) -> Iterator[Edit]:
    """Each passage that was left out or replaced, at most `LONGEST` tokens of it."""
    before, after = ([token.text for token in split_tokens(text)] for text in (rude, rewrite))
    for kind, begin, end, new_begin, new_end in SequenceMatcher(
        None, before, after, autojunk=False
    ).get_opcodes():
        if (
            kind not in ("replace", "delete")
            or end - begin > LONGEST
            or new_end - new_begin > LONGEST_WORDING
        ):
            continue
        passage, wording = " ".join(before[begin:end]), " ".join(after[new_begin:new_end])
        if not _PLAIN.fullmatch(passage) or not _PLAIN.fullmatch(wording):
            continue
        if SequenceMatcher(None, passage, wording).ratio() >= SPELLING:
            continue
        left = before[begin - 1] if begin else None
        yield Edit(passage, left, before[end] if end < len(before) else None, wording)
