"""What has to be scored before a reply can be decided on."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from textwrap import shorten

from sayso.core import Policy, Span, Term
from sayso.deciding.spelling import LONGEST_WORD
from sayso.deciding.word_bank import WordBank
from sayso.text import Word, content_words, make_ngrams, split_sentences, split_words
from sayso.text.terms import MOST_WORDS

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Candidate:
    """Words that the reader may be asked about, where they stand, and which of the texts has their scores.

    `name` is what a preview says of them, and `name_row` its own row: what is said of a reply is judged too.
    """

    name: str = field(repr=False)
    span: Span
    row: int
    name_row: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A reply made ready. `texts` is everything to be scored, each text once, the whole reply first.

    No texts: nothing needs scoring, because blocked terms settle it or there is nothing to read. `guarded`
    are the rows that `strict` holds under the hard limit: the whole, and sentences with permitted terms.
    """

    texts: tuple[str, ...] = field(default=(), repr=False)
    candidates: tuple[Candidate, ...] = ()
    guarded: tuple[int, ...] = ()
    has_permitted: bool = False
    blocked: tuple[Term, ...] = ()
    contexts: Mapping[int, frozenset[int]] = field(default_factory=dict[int, frozenset[int]])
    """For the row of an n-gram those of the sentences it stands in; none, if it is taken as it is."""

    @property
    def fragments(self) -> tuple[int, ...]:
        """The rows of texts that are n-grams and nothing else: another scorer may know more about those."""
        whole = set(self.guarded).union(*self.contexts.values())
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
        everything = Candidate("", Span(0, len(reply)), whole, whole)
        return Reading((reply,), candidates=(everything,), guarded=(whole,))
    permitted = [word for index, word in enumerate(words) if index in findings.permitted]
    left = [word for index, word in enumerate(words) if index not in findings.permitted]
    if content_words(words):
        candidates = list(_list_ngrams(left, batch))
        has_permitted = bool(content_words(permitted))
    else:
        candidates = list(_take_whole(reply, left, batch, has_permitted=bool(permitted)))
        has_permitted = bool(permitted)
    guarded = (whole, *_guard_sentences(reply, permitted, batch))
    contexts = _find_contexts(reply, candidates, batch) if in_context else {}
    return Reading(tuple(batch.rows), tuple(candidates), guarded, has_permitted, contexts=contexts)


def _list_ngrams(left: Sequence[Word], batch: _Batch) -> Iterator[Candidate]:
    for ngram in make_ngrams(content_words(left)):
        name = " ".join(word.text[:LONGEST_WORD] for word in ngram.words)
        yield Candidate(name, ngram.span, batch.add(ngram.text), batch.add(name))


def _take_whole(
    reply: str, left: Sequence[Word], batch: _Batch, *, has_permitted: bool
) -> Iterator[Candidate]:
    """A reply without content words is judged as one, or what is left of it once permitted words are out."""
    text = " ".join(word.text for word in left) if has_permitted else reply
    if text:
        span = Span(left[0].span.begin, left[-1].span.end) if left else Span(0, 0)
        name = shorten(" ".join(word.text for word in left[:MOST_WORDS]), LONGEST_NAME, placeholder="")
        row = batch.add(text)
        yield Candidate(name, span, row, batch.add(name) if name else row)


def _find_contexts(reply: str, candidates: Sequence[Candidate], batch: _Batch) -> dict[int, frozenset[int]]:
    """The rows of the sentences that each n-gram touches, wherever it stands."""
    sentences = split_sentences(reply)
    ends = [sentence.end for sentence in sentences]
    contexts: dict[int, frozenset[int]] = {}
    for each in candidates:
        first = bisect_right(ends, each.span.begin)
        touched = takewhile(lambda one, each=each: one.begin < each.span.end, sentences[first:])
        rows = frozenset(batch.add(reply[one.begin : one.end]) for one in touched)
        contexts[each.row] = contexts.get(each.row, frozenset()) | rows
    return contexts


def _guard_sentences(reply: str, permitted: Sequence[Word], batch: _Batch) -> Iterator[int]:
    """The rows of sentences that hold a permitted word."""
    begins = [word.span.begin for word in permitted]
    for sentence in split_sentences(reply) if permitted else ():
        last = bisect_left(begins, sentence.end) - 1
        if last >= 0 and permitted[last].span.end > sentence.begin:
            yield batch.add(reply[sentence.begin : sentence.end])
