import pytest
from tests.unit.deciding.banks import find_blocked

from sayso.core import Term
from sayso.deciding.word_bank import EMPTY_BANK
from sayso.reader.guard import judging
from sayso.reader.guard.judging import BankCache


def make_terms(*texts: str, conversation: str | None = None) -> tuple[Term, ...]:
    return tuple(Term(text, "block", conversation=conversation) for text in texts)


def test_no_words_are_the_empty_bank() -> None:
    assert BankCache().find((), "c1") is EMPTY_BANK


def test_words_for_good_have_one_bank_in_all_conversations() -> None:
    shelf = BankCache()
    first = shelf.find(make_terms("goose"), "c1")
    assert shelf.find(make_terms("goose"), "c2") is first
    assert shelf.find(make_terms("duck"), "c1") is not first


def test_words_of_a_conversation_have_a_bank_for_each() -> None:
    shelf, terms = BankCache(), make_terms("goose", conversation="c1")
    assert find_blocked(shelf.find(terms, "c1"), "a goose")
    assert not find_blocked(shelf.find(terms, "c2"), "a goose")


def test_the_bank_that_was_not_used_for_longest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "BANKS_KEPT", 2)
    shelf = BankCache()
    found = {text: shelf.find(make_terms(text), "") for text in ("goose", "duck")}
    assert shelf.find(make_terms("goose"), "") is found["goose"]
    shelf.find(make_terms("swan"), "")
    assert shelf.find(make_terms("goose"), "") is found["goose"]
    assert shelf.find(make_terms("duck"), "") is not found["duck"]


def test_only_so_many_terms_are_remembered_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "TERMS_KEPT", 3)
    shelf = BankCache()
    first, second = make_terms("goose", "duck"), make_terms("swan")
    kept, small = shelf.find(first, ""), shelf.find(second, "")
    assert (shelf.find(first, ""), shelf.find(second, "")) == (kept, small)
    shelf.find(make_terms("hen"), "")
    assert shelf.find(second, "") is small
    assert shelf.find(first, "") is not kept


def test_one_bank_stays_however_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "TERMS_KEPT", 1)
    shelf, terms = BankCache(), make_terms("goose", "duck")
    assert shelf.find(terms, "") is shelf.find(terms, "")
