"""Word banks as tests make and ask them."""

from sayso.core import Term
from sayso.deciding import WordBank
from sayso.text import split_words


def block(*texts: str) -> WordBank:
    return WordBank([Term(text, "block") for text in texts])


def permit(*texts: str) -> WordBank:
    return WordBank([Term(text, "permit") for text in texts])


def find_blocked(bank: WordBank, text: str) -> list[str]:
    return [term.text for term in bank.search(text, words=split_words(text)).blocked]


def find_permitted(bank: WordBank, text: str) -> list[str]:
    words = split_words(text)
    return [words[index].text for index in sorted(bank.search(text, words=words).permitted)]
