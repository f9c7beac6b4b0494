"""One suggestion for a whole sentence: all its flagged words at once, by a search over edits.

Edits come from the phrasebook, from what people did with the same passage, and from the candidates for single
words. The best sequences of edits that do not overlap are written into the sentence; those that leave
something hanging are dropped, and the rest is weighed by how it reads. Nothing is scored here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from math import log

from sayso.core import FluencyModel, Span
from sayso.explaining.edits import Edit, gather, is_whole, may_go, write_edits
from sayso.explaining.people_edits import LONGEST, PeopleEdits
from sayso.explaining.phrasebook import Phrasebook, Wording
from sayso.explaining.protected import is_protected, is_withheld
from sayso.text.stopwords import is_stop_word
from sayso.text.tokens import Token, split_tokens

BEAM = 60
"""Sequences of edits that are written out and weighed."""
KEEP_RUDE, KEEP_OTHER = 4.0, 0.3
"""What it costs to leave a flagged word, of full weight, as it is: a rude one, and any other."""
UNFLAGGED = 1.5
"""How much less readily a phrase is changed in which nothing is flagged."""
PEOPLE = 0.5
"""Before the logarithm of the share of people who did the same."""
READS = 0.35
"""What one unit of fluency counts, against the logarithms of edits."""
LEAST_SHARE = 0.04
NEAR = 4
"""Words back in which a "not" makes "something" into "anything"."""
EACH = 0.3
"""What any edit costs: fewer are better."""


@dataclass(frozen=True, slots=True)
class Flag:
    """A flagged word: its weight, and whether it is rude by itself."""

    span: Span
    weight: float
    is_rude: bool


@dataclass(frozen=True, slots=True)
class Version:
    """Another wording of a stretch of the text, and how good it is apart from its score."""

    span: Span
    text: str = field(repr=False)
    fit: float
    reads: float
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class _Path:
    worth: float
    edits: tuple[Edit, ...]


Placed = dict[int, list[tuple[int, Edit]]]
"""Edits by the token they begin with, each with the token it ends before."""


class Rewriter:
    """Finds wordings of sentences. Keeps nothing of a text."""

    def __init__(self, *, phrasebook: Phrasebook, people: PeopleEdits, fluency: FluencyModel) -> None:
        self._phrasebook = phrasebook
        self._people = people
        self._fluency = fluency

    def find_edits(self, text: str, stretch: Span, flags: Sequence[Flag]) -> list[Edit]:
        """What phrasebook and people would do in this stretch, no edit twice, the readiest first."""
        tokens = split_tokens(text, stretch)
        flagged = _place(tokens, flags)
        found: dict[tuple[Span, str], Edit] = {}
        for begin, end, wording, prior in self._name_edits(text, tokens, flagged):
            if not _may(tokens[begin:end], wording):
                continue
            span = Span(tokens[begin].span.begin, tokens[end - 1].span.end)
            less = 0.0 if flagged.keys() & set(range(begin, end)) else UNFLAGGED
            edit = Edit(span, wording, prior - less, "people" if wording else "omission")
            known = found.get((span, wording))
            if known is None or known.prior < edit.prior:
                found[span, wording] = edit
        return sorted(found.values(), key=lambda edit: -edit.prior)

    def reword(
        self, text: str, stretch: Span, flags: Sequence[Flag], edits: Sequence[Edit], *, count: int
    ) -> list[Version]:
        """The best wordings of a stretch by these edits, best first."""
        tokens = split_tokens(text, stretch)
        paths = _search(len(tokens), _sort_in(tokens, edits), _price(tokens, _place(tokens, flags)))
        original = text[stretch.begin : stretch.end]
        written: dict[str, _Path] = {}
        for path in paths:
            new = write_edits(text, stretch, path.edits)
            if path.edits and new != original and is_whole(original, new):
                written.setdefault(new, path)
        before, *reads = self._fluency.weigh([original, *written])
        found = [
            Version(stretch, new, path.worth + READS * (after - before), after - before, path.edits)
            for (new, path), after in zip(written.items(), reads, strict=True)
        ]
        return nlargest(count, found, key=lambda one: one.fit)

    def weigh(self, texts: Sequence[str]) -> Sequence[float]:
        """How well each reads."""
        return self._fluency.weigh(texts)

    def _name_edits(
        self, text: str, tokens: Sequence[Token], flagged: Mapping[int, Flag]
    ) -> Iterator[tuple[int, int, str, float]]:
        words = [token.text for token in tokens]
        for wording in self._phrasebook.find(words):
            yield wording.begin, wording.end, _write(text, tokens, wording), wording.prior
        rude = {place for place, flag in flagged.items() if flag.is_rude}
        for begin in range(len(words)):
            for end in range(begin + 1, min(len(words), begin + LONGEST) + 1):
                passage = " ".join(words[begin:end])
                if not self._people.is_known(passage) or not rude & set(range(begin, end)):
                    continue
                left = words[begin - 1] if begin else None
                right = words[end] if end < len(words) else None
                can_go = not (left in ("this", "that") and self._people.is_person(passage)) and may_go(
                    words, begin, end, is_name=self._people.is_name(passage)
                )
                denies = not _DENYING.isdisjoint(words[max(0, begin - NEAR) : begin])
                for say, share in self._people.find(passage, left=left, right=right).items():
                    if say == "anything" and not denies:
                        continue
                    if share >= LEAST_SHARE and (say not in _QUIRKS if say else can_go):
                        yield begin, end, say, PEOPLE + log(share)


def _place(tokens: Sequence[Token], flags: Sequence[Flag]) -> dict[int, Flag]:
    """The flagged tokens; endings and stop words are none."""
    return {
        place: flag
        for place, token in enumerate(tokens)
        for flag in flags
        if flag.span.overlaps(token.span) and token.text[0].isalnum() and not is_stop_word(token.text)
    }


def _write(text: str, tokens: Sequence[Token], wording: Wording) -> str:
    parts = (
        part if isinstance(part, str) else text[tokens[part[0]].span.begin : tokens[part[1] - 1].span.end]
        for part in wording.parts
    )
    return " ".join("".join(parts).split())


_DENYING = gather("'t not never no nobody without dont doesnt didnt wont cant aint isnt cannot")
_QUIRKS = {"mess with", "i don 't like", "i don 't care", "i do not care"} | gather(
    """
    good great nice normal best awesome wonderful amazing unsuitable unsuited girl girls woman women
    lady ladies she her he him man men guy guys boy dude friend sir mam oh one bad persons stuffs drink
    play selves mess forget ignore talk complain end keep care
    """
)
"""Wordings of people that turn the meaning round, say who is meant anew, or fit nowhere by themselves."""


def _may(tokens: Sequence[Token], wording: str) -> bool:
    """Whether names of groups stay, and none comes in."""
    had = {token.text for token in tokens}
    new = [word for word in wording.lower().split() if word not in had]
    kept = wording.lower().split()
    return not is_withheld(" ".join(new)) and all(word in kept for word in had if is_protected(word))


def _sort_in(tokens: Sequence[Token], edits: Sequence[Edit]) -> Placed:
    begins = {token.span.begin: place for place, token in enumerate(tokens)}
    ends = {token.span.end: place + 1 for place, token in enumerate(tokens)}
    placed: Placed = {}
    for edit in edits:
        begin, end = begins.get(edit.span.begin), ends.get(edit.span.end)
        if begin is not None and end is not None:
            placed.setdefault(begin, []).append((end, edit))
    return placed


def _price(tokens: Sequence[Token], flagged: Mapping[int, Flag]) -> list[float]:
    """What it costs to keep each token as it is."""

    def ask(place: int) -> float:
        flag = flagged.get(place)
        return flag.weight * (KEEP_RUDE if flag.is_rude else KEEP_OTHER) if flag else 0.0

    return [ask(place) for place in range(len(tokens))]


def _search(length: int, edits: Placed, price: Sequence[float]) -> list[_Path]:
    """The best sequences of edits, left to right; those that reach the same place compete."""
    reached: list[list[_Path]] = [[] for _ in range(length + 1)]
    reached[0] = [_Path(0.0, ())]
    for place in range(length):
        best = nlargest(BEAM, reached[place], key=lambda path: path.worth)
        reached[place + 1] += [_Path(path.worth - price[place], path.edits) for path in best]
        for end, edit in edits.get(place, ()):
            reached[end] += [_Path(path.worth + edit.prior - EACH, (*path.edits, edit)) for path in best]
    return nlargest(BEAM, reached[length], key=lambda path: path.worth)
