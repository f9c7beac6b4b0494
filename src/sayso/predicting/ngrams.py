"""How likely a sentence is, by its words in threes: an n-gram model of everyday English.

Kneser-Ney estimates of words given the two before them, each in eight bits. A word that is not among the
known ones counts by its ending, so that an unknown name and an unknown participle are not the same.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sayso.core.errors import BadWeights
from sayso.core.installation import explain_repair
from sayso.text.tokens import split_tokens

SHIPPED = Path(__file__).parent / "data" / "ngrams.v1.npz"
BEGIN, END, NUMBER, UNKNOWN = "<s>", "</s>", "<number>", "<unknown>"
ENDINGS = ("ing", "ed", "ly", "s")
SPECIAL = (BEGIN, END, NUMBER, UNKNOWN, *(f"<-{ending}>" for ending in ENDINGS))
STEP = 16.0
"""A natural logarithm is kept in sixteenths: 255 of them reach down to e to the minus sixteen."""
USUAL = 1.2
"""What a token of everyday text gains, at least, from those before it."""
Ids = NDArray[np.int64]
Logs = NDArray[np.float32]
Table = NDArray[np.integer]


def name_tokens(text: str) -> list[str]:
    """The tokens of a text; every number is the same."""
    return [NUMBER if token.text[0].isdigit() else token.text for token in split_tokens(text)]


class NgramModel:
    """Tokens as numbers; pairs and triples as sorted keys, so that many are looked up at once.

    The key of a pair is first * size + second, that of a triple (place of its pair) * size + third.
    """

    name = "ngrams.v1"

    def __init__(self, words: Sequence[str], tables: Mapping[str, Table]) -> None:
        self.words = list(words)
        self._size = len(self.words)
        self._places = {word: place for place, word in enumerate(self.words)}
        self._one, self._one_back = (_to_logs(tables[name]) for name in ("one", "one_back"))
        firsts = np.repeat(np.arange(self._size, dtype=np.int64), tables["two_counts"])
        self._pairs: Ids = firsts * self._size + tables["two_last"]
        self._two, self._two_back = (_to_logs(tables[name]) for name in ("two", "two_back"))
        heads = np.repeat(np.arange(len(self._pairs), dtype=np.int64), tables["three_counts"])
        self._triples: Ids = heads * self._size + tables["three_last"]
        self._three = _to_logs(tables["three"])
        self._find = lru_cache(maxsize=20_000)(self._look_up)

    def __contains__(self, word: str) -> bool:
        return word.lower() in self._places

    def weigh(self, texts: Sequence[str]) -> list[float]:
        """For each text how much likelier its tokens are in this order than each by itself, as a natural
        logarithm (Pauls and Klein 2012 divide it by the length), less `USUAL` a token: a text is not better
        for being longer."""
        rows = [self._number(text) for text in texts]
        if not rows:
            return []
        lengths = np.array([len(row) - 2 for row in rows])
        flat = np.concatenate([np.array(row, np.int64) for row in rows])
        starts = np.concatenate([[0], np.cumsum(lengths + 2)[:-1]])
        keep = np.ones(len(flat), bool)
        keep[starts] = keep[starts + 1] = False
        thirds = np.flatnonzero(keep)
        gains = self._give(flat[thirds - 2], flat[thirds - 1], flat[thirds]) - self._one[flat[thirds]]
        begins = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        return [float(one) for one in np.add.reduceat(gains - USUAL, begins)]

    def log_probabilities(self, first: str, second: str, thirds: Sequence[str]) -> list[float]:
        """Natural logarithms of each word's probability after two others; "" is the beginning of a text."""
        one, two = (self._find(word) if word else 0 for word in (first, second))
        ids = np.array([self._find(word) for word in thirds], np.int64)
        return [float(log) for log in self._give(np.full(len(ids), one), np.full(len(ids), two), ids)]

    def _number(self, text: str) -> list[int]:
        return [0, 0, *(self._find(token) for token in name_tokens(text)), 1]

    def _look_up(self, token: str) -> int:
        found = self._places.get(token.lower())
        return self._places[name_unknown(token.lower())] if found is None else found

    def _give(self, first: Ids, second: Ids, third: Ids) -> Logs:
        head, has_head = _locate(self._pairs, first * self._size + second)
        place, is_there = _locate(self._triples, head * self._size + third)
        is_there &= has_head
        pair, has_pair = _locate(self._pairs, second * self._size + third)
        two = np.where(has_pair, self._two[pair], self._one_back[second] + self._one[third])
        back = np.where(has_head, self._two_back[head], np.float32(0))
        return np.where(is_there, self._three[place], back + two).astype(np.float32)


def name_unknown(word: str) -> str:
    """What stands for a word that is not known."""
    ending = next((one for one in ENDINGS if word.endswith(one) and len(word) > len(one) + 2), "")
    return f"<-{ending}>" if ending else UNKNOWN


def _locate(keys: Ids, wanted: Ids) -> tuple[Ids, NDArray[np.bool_]]:
    places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return places, keys[places] == wanted


def to_bytes(logs: NDArray[np.floating]) -> NDArray[np.uint8]:
    """Natural logarithms at most 0 in sixteenths."""
    return np.rint(np.clip(-logs * STEP, 0, 255)).astype(np.uint8)


def _to_logs(kept: Table) -> Logs:
    return kept.astype(np.float32) / np.float32(-STEP)


def save_ngrams(
    path: Path,
    words: Sequence[str],
    tables: Mapping[str, Table],
    *,
    record: Mapping[str, object],
) -> None:
    """One file; the record says whence."""
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = {
        "words": np.frombuffer("\n".join(words).encode(), np.uint8),
        "record": np.frombuffer(json.dumps(dict(record)).encode(), np.uint8),
    }
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **kept, **dict(tables))


def load_ngrams(path: Path = SHIPPED) -> NgramModel:
    """The model in a file; `BadWeights`, with the way to repair it, if it is missing or damaged."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            words = kept["words"].tobytes().decode().split("\n")
            return NgramModel(words, {name: kept[name] for name in TABLES})
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise BadWeights(
            f"The n-gram model {path} is missing or damaged.",
            hint=explain_repair(
                installed="--force-reinstall sayso",
                clone=f"git checkout -- src/sayso/predicting/data/{path.name}",
            ),
        ) from error


TABLES = (
    "one",
    "one_back",
    "two_counts",
    "two_last",
    "two",
    "two_back",
    "three_counts",
    "three_last",
    "three",
)
