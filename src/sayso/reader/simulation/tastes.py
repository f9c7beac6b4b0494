"""Whom a simulated reader is: what they would permit and block, how sure they are, whether they look."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import get_args

from sayso.core.errors import BadInput
from sayso.core.reader import Ruling
from sayso.deciding.stemming import stem
from sayso.files.labelled import Row, read_objects
from sayso.text.disguise import plainly
from sayso.text.ngrams import content_words
from sayso.text.words import split_words

RULINGS: Mapping[str, Ruling] = {ruling: ruling for ruling in get_args(Ruling)}
ROUNDING = 0.01
"""How far shares may be from adding up to 1: the paper's own add up to .999."""


@dataclass(frozen=True, slots=True)
class Tastes:
    """Chances of each answer to "filter this in future?", and of looking at what is held.

    The defaults are what participants of Recourse for Reclamation answered (n = 27): no 68.3 %, yes 14.5 %,
    ask me again 17.1 %; all of them looked every time. `terms` are tastes that every reader shares.
    """

    permit: float = 0.683
    block: float = 0.145
    ask: float = 0.171
    view: float = 1.0
    terms: Mapping[str, Ruling] = field(default_factory=dict[str, Ruling], repr=False)

    def __post_init__(self) -> None:
        shares = (self.permit, self.block, self.ask)
        if min(shares) < 0 or abs(sum(shares) - 1) > ROUNDING:
            raise BadInput(
                f"Tastes of permit {self.permit:g}, block {self.block:g} and ask {self.ask:g} are no shares.",
                hint="Give three numbers from 0 that add up to 1.",
            )
        if not 0 <= self.view <= 1:
            raise BadInput(f"The chance of looking is {self.view:g}.", hint="Give a number from 0 to 1.")

    @property
    def doubt(self) -> float:
        """The chance that a reader asked about a term says: ask me again."""
        return self.ask / (self.permit + self.block + self.ask)

    @property
    def objection(self) -> float:
        """The chance that a reader, once sure, blocks. 0 where nobody is ever sure."""
        sure = self.permit + self.block
        return self.block / sure if sure else 0.0


class SimulatedReader:
    """One reader.

    What they think of a subject is drawn once, by its name, and does not depend on when or under which filter
    they meet it; whether they are ready to say so is drawn at every question.
    """

    def __init__(self, tastes: Tastes, *, name: str, seed: int) -> None:
        self._tastes = tastes
        self._seed = f"{seed}:{name}"
        self._leanings: dict[str, Ruling] = {}
        self._moods = Random(f"{self._seed}:moods")  # noqa: S311 - a simulation, nothing to guess
        self.name = name

    def lean(self, subject: str) -> Ruling:
        """`permit` or `block`; `ask` only where tastes say that nobody ever becomes sure of it."""
        if subject not in self._leanings:
            self._leanings[subject] = self._draw(subject)
        return self._leanings[subject]

    def _draw(self, subject: str) -> Ruling:
        if subject in self._tastes.terms:
            return self._tastes.terms[subject]
        if self._tastes.doubt == 1:
            return "ask"
        chance = Random(f"{self._seed}:{subject}").random()  # noqa: S311
        return "block" if chance < self._tastes.objection else "permit"

    def objects(self, subjects: Iterable[str]) -> bool:
        """Whether there is anything among these that they would block."""
        return any(self.lean(subject) == "block" for subject in subjects)

    def looks(self) -> bool:
        return self._moods.random() < self._tastes.view

    def answer(self, subject: str) -> Ruling:
        """What they say when asked: what they think, or that they would rather be asked again.

        Given the chances p of `Tastes`, a question is answered permit, block or ask with exactly these
        chances, and a term is asked about 1 / (1 - p_ask) times on average until it is settled.
        """
        if subject in self._tastes.terms:
            return self._tastes.terms[subject]
        return "ask" if self._moods.random() < self._tastes.doubt else self.lean(subject)


def read_tastes(path: Path, *, others: Tastes) -> Tastes:
    """Tastes per term from a file, `{"term", "ruling"}` a line; `others` holds for all other words."""
    terms: dict[str, Ruling] = {}
    for row in read_objects(path):
        terms[_read_key(row)] = row.label("ruling", RULINGS)
    return Tastes(others.permit, others.block, others.ask, others.view, terms)


def _read_key(row: Row) -> str:
    key = make_key(row.text("term"))
    if not key:
        raise row.fault("term", "it holds no word to have a taste for.")
    return key


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
