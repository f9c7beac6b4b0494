"""What has to be scored before a reply can be decided on."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import shorten

from sayso.core import Policy, Span, Term
from sayso.deciding.spelling import LONGEST_WORD
from sayso.deciding.word_bank import WordBank
from sayso.text import Word, content_words, make_ngrams, split_sentences, split_words
from sayso.text.terms import MOST_WORDS

LONGEST_NAME = 80
LONGEST_PASSAGE = 160
NEUTRAL = "person"
"""Stands for a permitted word where a sentence is judged without it: left out, it would take the grammar with
it, and "Crips should stay at home" would become a text about nobody."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Words that the reader may be asked about, where they stand, and which of the texts has their scores.

    `name` is what an answer rules on, and `name_row` its own row: what is said of a reply is judged too.
    `passage` is how they stand in the reply, which is what a preview quotes.
    """

    name: str = field(repr=False)
    span: Span
    row: int
    name_row: int
    passage: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Unit:
    """The whole reply or a sentence of it, as `strict` judges it: as it stands, and without permitted words.

    For example: permit "sluts" and "Ethical sluts talk." is judged beside "Ethical person talk."
    """

    span: Span
    row: int
    neutral_row: int
    permitted: tuple[str, ...] = field(default=(), repr=False)
    passage: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Reading:
    """A reply made ready. `texts` is everything to be scored, each text once, the whole reply first.

    No texts: nothing needs scoring, because blocked terms settle it or there is nothing to read. `units` are
    what `strict` judges: the whole, and sentences that are scored anyway or hold permitted terms.
    `words` are those that are neither stop words nor permitted.
    """

    texts: tuple[str, ...] = field(default=(), repr=False)
    candidates: tuple[Candidate, ...] = ()
    units: tuple[Unit, ...] = ()
    words: tuple[Word, ...] = field(default=(), repr=False)
    has_permitted: bool = False
    blocked: tuple[Term, ...] = ()
    contexts: Mapping[int, frozenset[int]] = field(default_factory=dict[int, frozenset[int]])
    """For the row of an n-gram those of the sentences it stands in; none, if it is taken as it is."""

    @property
    def guarded(self) -> frozenset[int]:
        """The rows of all units, with their permitted words and without."""
        return frozenset(row for unit in self.units for row in (unit.row, unit.neutral_row))

    @property
    def fragments(self) -> tuple[int, ...]:
        """The rows of texts that are n-grams and nothing else: another scorer may know more about those."""
        whole = self.guarded.union(*self.contexts.values())
        return tuple(sorted({each.row for each in self.candidates} - whole))


class _Batch:
    """Texts to score, each once."""

    def __init__(self) -> None:
        self.rows: dict[str, int] = {}

    def add(self, text: str) -> int:
        return self.rows.setdefault(text, len(self.rows))


def prepare(reply: str, *, policy: Policy, bank: WordBank, in_context: bool = False) -> Reading:
    """What must be scored before a reply can be decided on. A pure function of its arguments.

    `in_context`: an n-gram counts for no more than the worst sentence it stands in, so those are scored too.
    """
    words = split_words(reply)
    findings = bank.search(reply, words=words)
    if findings.blocked:
        return Reading(blocked=findings.blocked)
    if not reply or reply.isspace():
        return Reading()
    batch = _Batch()
    whole = batch.add(reply)
    if policy.method == "fixed":
        span = Span(0, len(reply))
        return Reading((reply,), (Candidate("", span, whole, whole),), (Unit(span, whole, whole),))
    permitted = [word for index, word in enumerate(words) if index in findings.permitted]
    left = [word for index, word in enumerate(words) if index not in findings.permitted]
    if content_words(words):
        candidates = list(_list_ngrams(reply, left, batch))
        has_permitted = bool(content_words(permitted))
    else:
        candidates = list(_take_whole(reply, left, batch, has_permitted=bool(permitted)))
        has_permitted = bool(permitted)
    said = content_words(permitted) if content_words(words) else permitted
    units = (
        tuple(_list_units(reply, said, batch, all_sentences=in_context))
        if policy.strict
        else (Unit(Span(0, len(reply)), whole, whole),)
    )
    contexts = _find_contexts(reply, candidates, batch) if in_context else {}
    words = tuple(content_words(left))
    return Reading(tuple(batch.rows), tuple(candidates), units, words, has_permitted, contexts=contexts)


def _list_ngrams(reply: str, left: Sequence[Word], batch: _Batch) -> Iterator[Candidate]:
    for ngram in make_ngrams(content_words(left)):
        name = " ".join(word.text[:LONGEST_WORD] for word in ngram.words)
        passage = quote(reply, ngram.span) or name
        yield Candidate(name, ngram.span, batch.add(ngram.text), batch.add(name), passage)


def quote(reply: str, span: Span) -> str:
    """What stands there, in one line; nothing of what is too long to be quoted: cut short, it would be
    another text than the one that was judged."""
    passage = " ".join(reply[span.begin : span.end].split())
    return passage if len(passage) <= LONGEST_PASSAGE else ""


def _list_units(
    reply: str, permitted: Sequence[Word], batch: _Batch, *, all_sentences: bool
) -> Iterator[Unit]:
    yield _make_unit(reply, Span(0, len(reply)), permitted, batch)
    begins = [word.span.begin for word in permitted]
    for span in split_sentences(reply) if all_sentences or permitted else ():
        first = bisect_left(begins, span.begin)
        own = permitted[max(first - 1, 0) : bisect_left(begins, span.end)]
        own = [word for word in own if span.overlaps(word.span)]
        if own or all_sentences:
            yield _make_unit(reply, span, own, batch)


def _make_unit(reply: str, span: Span, permitted: Sequence[Word], batch: _Batch) -> Unit:
    row = batch.add(reply[span.begin : span.end])
    neutral_row = batch.add(_neutralise(reply, span, permitted)) if permitted else row
    names = tuple({word.text.casefold(): word.text for word in permitted}.values())
    return Unit(span, row, neutral_row, names, quote(reply, span))


def _neutralise(reply: str, span: Span, permitted: Sequence[Word]) -> str:
    parts, begin = list[str](), span.begin
    for word in permitted:
        parts += [reply[begin : word.span.begin], NEUTRAL]
        begin = word.span.end
    return "".join([*parts, reply[begin : span.end]])


def _take_whole(
    reply: str, left: Sequence[Word], batch: _Batch, *, has_permitted: bool
) -> Iterator[Candidate]:
    """A reply without content words is judged as one, or what is left of it once permitted words are out."""
    text = " ".join(word.text for word in left) if has_permitted else reply
    if text:
        span = Span(left[0].span.begin, left[-1].span.end) if left else Span(0, 0)
        name = shorten(" ".join(word.text for word in left[:MOST_WORDS]), LONGEST_NAME, placeholder="")
        row = batch.add(text)
        yield Candidate(name, span, row, batch.add(name) if name else row, name)


def _find_contexts(reply: str, candidates: Sequence[Candidate], batch: _Batch) -> dict[int, frozenset[int]]:
    """The rows of the sentences that each n-gram touches, wherever it stands; each sentence is read once."""
    sentences = split_sentences(reply)
    ends = [sentence.end for sentence in sentences]
    rows: dict[int, int] = {}
    contexts: dict[int, set[int]] = {}
    for each in candidates:
        found = contexts.setdefault(each.row, set())
        for place in range(bisect_right(ends, each.span.begin), len(sentences)):
            one = sentences[place]
            if one.begin >= each.span.end:
                break
            if place not in rows:
                rows[place] = batch.add(reply[one.begin : one.end])
            found.add(rows[place])
    return {row: frozenset(found) for row, found in contexts.items()}
