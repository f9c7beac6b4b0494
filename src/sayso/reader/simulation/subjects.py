"""What an n-gram is about: the word that readers would have an opinion on.

"silly question", "such silly question" and "silly old question" are three n-grams and one matter. Were tastes
drawn for each n-gram apart, a reader would permit the first and block the second, and a long reply would
always hold something that everybody blocks.
"""

from collections.abc import Callable, Container, Sequence

from sayso.deciding.stemming import stem
from sayso.text.disguise import plainly
from sayso.text.ngrams import content_words
from sayso.text.words import split_words


def make_key(text: str) -> str:
    """The words of a term without stop words, case, disguises and endings."""
    return " ".join(_reduce(word.text) for word in content_words(split_words(text)))


def find_subject(words: Sequence[str], *, weigh: Callable[[str], float], terms: Container[str] = ()) -> str:
    """The longest of `terms` that stands in these words; else the word that weighs most alone, the first of
    equals; nothing of no words."""
    keys = [_reduce(word) for word in words]
    for size in range(len(keys), 0, -1):
        for begin in range(len(keys) - size + 1):
            if (run := " ".join(keys[begin : begin + size])) in terms:
                return run
    heaviest = max(range(len(words)), key=lambda place: weigh(words[place]), default=None)
    return "" if heaviest is None else keys[heaviest]


def _reduce(word: str) -> str:
    return stem(plainly(word).text or word.casefold())
