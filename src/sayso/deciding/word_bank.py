"""A reader's word bank: what is permitted and blocked, found in a reply however it is written.

Found are inflections, disguises (1d10t, i d i o t, idiooot, id*ot), other hyphens; of blocked terms also
other orders of their words. Stop words between the words of a term count as nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Literal

from sayso.core import Term
from sayso.deciding.matching import FreeIndex, Match, OrderedIndex
from sayso.deciding.permitted_words import PermittedWords
from sayso.deciding.spelling import UNSPACED, KnownWords, Row, spell, spell_disguised
from sayso.text import Word, fold
from sayso.text.disguise import plainly
from sayso.text.terms import normalise_term

_NEVER = datetime.min.replace(tzinfo=UTC)
_ENDINGS = ("", "s", "ed", "ing")
_MOST_ROUNDS = 50
"""Terms inside terms inside terms: a text made for it costs no more than this."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What of a word bank stands in a text."""

    blocked: tuple[Term, ...] = ()
    """Each once."""
    permitted: frozenset[int] = frozenset()
    """Indices of words; none if something is blocked."""


class WordBank:
    """The terms in force, compiled once and then only read, so that threads may share it.

    In force are those for good and those of `conversation`. Of several rulings on the same words one counts:
    this conversation's before one for good, the reader's own before the community's, the latest before
    earlier ones; terms without a time are the latest, in the order given. `ask` means: no ruling.
    """

    def __init__(self, terms: Sequence[Term], *, conversation: str | None = None) -> None:
        # One term for the same words, and none of those that are to be asked about.
        applying = (term for term in terms if term.conversation in {None, conversation})
        chosen = {normalise_term(term.text): term for term in sorted(applying, key=_weigh)}
        self.terms = tuple(term for term in chosen.values() if term.ruling != "ask")
        self._blocked = _Index()
        self._permitted = _Index()
        for term in self.terms:
            index = self._blocked if term.ruling == "block" else self._permitted
            index.add(term, order="free" if term.ruling == "block" else "own")

    def search(self, text: str, *, words: Sequence[Word]) -> Findings:
        """What `text`, whose words are `words`, holds of the bank. Once something is blocked, nobody asks
        what is permitted."""
        if not self.terms:
            return Findings()
        rows = spell_disguised(text, list_known=lambda: self._known)
        permitted = PermittedWords(text, words)
        for _ in range(_MOST_ROUNDS):
            if blocked := {id(term): term for term, _ in self._blocked.find(rows)}:
                return Findings(tuple(blocked.values()))
            if not permitted.cover(span for _, spans in self._permitted.find(rows) for span in spans):
                break
            # What is left closes up, and terms may now stand together that did not before.
            rows = [tuple(filter(permitted.is_open, row)) for row in rows]
        return Findings(permitted=permitted.permitted)

    @cached_property
    def _known(self) -> KnownWords:
        """Words of blocked terms first, and of those the ones that are blocked by themselves."""
        split = [(term.ruling != "block", normalise_term(term.text).split()) for term in self.terms]
        ranked = sorted(split, key=lambda each: (each[0], len(each[1]) > 1))
        words = dict.fromkeys(word for _, words in ranked for word in words)
        return KnownWords(word + ending for ending in _ENDINGS for word in words)


class _Index:
    """Terms of one ruling, by the way they are looked for."""

    def __init__(self) -> None:
        self._literal = OrderedIndex()
        self._ordered = OrderedIndex()
        self._free = FreeIndex()

    def add(self, term: Term, *, order: Literal["own", "free"]) -> None:
        for row in _spell_term(term.text):
            content = [next(iter(token.keys)) for token in row if not token.is_stop]
            if not content:
                self._literal.add([next(iter(token.keys)) for token in row], term)
            elif order == "own" or UNSPACED.search(term.text):
                self._ordered.add(content, term)
            else:
                self._free.add(content, term)

    def find(self, rows: Sequence[Row]) -> Iterator[Match]:
        for row in rows:
            content = [token for token in row if not token.is_stop]
            yield from self._literal.find(row)
            yield from self._ordered.find(content)
            yield from self._free.find(content)


def _spell_term(text: str) -> list[Row]:
    """As it stands, and with its own disguise undone, if it has one."""
    rows = spell(text)
    undone = fold(text).text
    return rows if undone == plainly(text).text else rows + spell(undone)


def _weigh(term: Term) -> tuple[bool, bool, bool, datetime]:
    own = term.source != "community"
    return term.conversation is not None, own, term.created_at is None, term.created_at or _NEVER


EMPTY_BANK = WordBank(())
"""The bank of a reader who has ruled on nothing."""
