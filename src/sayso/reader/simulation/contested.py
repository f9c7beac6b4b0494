"""What a reply holds that readers could object to, whatever filter it passes."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sayso.core import Attribute, Span
from sayso.core.policy import Policy
from sayso.reader.simulation.known import KnownScores
from sayso.reader.simulation.tastes import find_subject
from sayso.text.ngrams import Ngram, content_words, make_ngrams
from sayso.text.sentences import split_sentences
from sayso.text.words import split_words


@dataclass(frozen=True, slots=True)
class Contested:
    """A reply before any reader's say.

    `subjects` are what its n-grams at or over the soft limit are about. A reply is unwanted by a reader who
    would block one of them, and by everybody if it is at or over the hard limit as a whole.
    """

    whole: Mapping[Attribute, float]
    is_strong: bool
    """The whole reply is at or over the soft limit."""
    is_over: bool
    """The whole reply is at or over the hard limit."""
    is_last: bool
    """It is at or over the last limit."""
    subjects: frozenset[str]


class Contests:
    """Finds and remembers what is contested in replies."""

    def __init__(self, known: KnownScores, policy: Policy, *, terms: Container[str] = ()) -> None:
        self._known = known
        self._policy = policy
        self._terms = terms
        self._found: dict[str, Contested] = {}
        self._has_contexts = known.ngrams is not known

    def learn(self, replies: Sequence[str]) -> None:
        """Score all replies, their n-grams and the words of those that are contested, in batches."""
        self._known.learn(replies)
        if self._has_contexts:
            self._known.learn(
                reply[one.begin : one.end] for reply in replies for one in split_sentences(reply)
            )
        ngrams = self._known.ngrams
        ngrams.learn(one.text for reply in replies for one in _list_ngrams(reply))
        ngrams.learn(word.text for reply in replies for one in self._list(reply) for word in one.words)

    def find(self, reply: str) -> Contested:
        if reply not in self._found:
            self._found[reply] = self._read(reply)
        return self._found[reply]

    def name_subject(self, ngram: str) -> str:
        """What a named n-gram is about."""
        return self._name([word.text for word in split_words(ngram)])

    def _read(self, reply: str) -> Contested:
        worst = self._weigh_whole(reply)
        subjects = (self._name([word.text for word in one.words]) for one in self._list(reply))
        return Contested(
            self._known.row(reply),
            is_strong=worst >= self._policy.soft_limit,
            is_over=worst >= self._policy.hard_limit,
            is_last=worst >= self._policy.last_limit,
            subjects=frozenset(subjects),
        )

    def _list(self, reply: str) -> Iterable[Ngram]:
        limit = self._policy.soft_limit
        strong = self._find_strong(reply)
        return (
            one
            for one in _list_ngrams(reply)
            if self._weigh(one.text) >= limit and any(span.overlaps(one.span) for span in strong)
        )

    def _find_strong(self, reply: str) -> list[Span]:
        """Where n-grams may be contested: in sentences at or over the soft limit, or anywhere if n-grams are
        taken as they are."""
        if not self._has_contexts:
            return [Span(0, len(reply))]
        spans = split_sentences(reply)
        return [
            one for one in spans if self._weigh_whole(reply[one.begin : one.end]) >= self._policy.soft_limit
        ]

    def _name(self, words: Sequence[str]) -> str:
        return find_subject(words, weigh=self._weigh, terms=self._terms)

    def _weigh_whole(self, text: str) -> float:
        return self._known.highest(text, self._policy.attributes)

    def _weigh(self, text: str) -> float:
        return self._known.ngrams.highest(text, self._policy.attributes)


def _list_ngrams(reply: str) -> list[Ngram]:
    """What is scored of a reply; one of stop words alone is a single n-gram."""
    words = split_words(reply)
    content = content_words(words)
    return make_ngrams(content) if content else [Ngram(tuple(words))] if words else []
