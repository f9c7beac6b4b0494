"""Compiled word banks, kept while they are used: compiling a long list takes longer than reading it."""

from collections import OrderedDict
from threading import Lock

from sayso.core import Term
from sayso.deciding.word_bank import EMPTY_BANK, WordBank

BANKS_KEPT = 256
TERMS_KEPT = 50_000
"""In all banks together; a bank of two-word terms takes about 6.5 kB for each."""

_Key = tuple[str, tuple[Term, ...]]


class BankCache:
    """The same words in force, the same bank. Threads may share it."""

    def __init__(self) -> None:
        self._banks: OrderedDict[_Key, WordBank] = OrderedDict()
        self._terms = 0
        self._lock = Lock()

    def find(self, terms: tuple[Term, ...], conversation: str) -> WordBank:
        if not terms:
            return EMPTY_BANK
        is_scoped = any(term.conversation is not None for term in terms)
        key = (conversation if is_scoped else "", terms)
        with self._lock:
            bank = self._take(key)
        bank = bank or WordBank(terms, conversation=conversation)
        with self._lock:
            self._take(key)
            self._put(key, bank)
        return bank

    def _take(self, key: _Key) -> WordBank | None:
        bank = self._banks.pop(key, None)
        self._terms -= len(key[1]) if bank else 0
        return bank

    def _put(self, key: _Key, bank: WordBank) -> None:
        """The newest stays, however large."""
        self._banks[key] = bank
        self._terms += len(key[1])
        while len(self._banks) > 1 and (len(self._banks) > BANKS_KEPT or self._terms > TERMS_KEPT):
            self._take(next(iter(self._banks)))
