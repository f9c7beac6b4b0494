"""A text as the encoder takes it in: plain words, then tokens, each with its place in the original."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from sayso.scoring.encoder_file import EncoderMetadata
from sayso.text.folded import Edit, Folded
from sayso.text.lexicon import Lexicon
from sayso.text.reading import read_plain
from sayso.text.words import Word

Places = NDArray[np.int64]
UNKNOWN = "[UNK]"
LONGEST_WORD = 90
"""The vocabulary's own limit is 100 letters: a longer word is unknown whatever it says."""


@dataclass(frozen=True, slots=True)
class ReadText:
    """A text as the model reads it, and its tokens' places in that reading.

    `unknown` is the share of its letters and figures that the vocabulary does not have.
    """

    folded: Folded
    encoding: Encoding
    unknown: float = 0.0

    @property
    def ids(self) -> list[int]:
        """The tokens, and the two that mark begin and end around them."""
        return self.encoding.ids

    def find_places(self) -> tuple[Places, Places]:
        """Where the tokens between the two marks begin and end in the original."""
        spans = [self.folded.original_span(begin, end) for begin, end in self.encoding.offsets[1:-1]]
        begins, ends = [span.begin for span in spans], [span.end for span in spans]
        return np.array(begins, np.int64), np.array(ends, np.int64)


class EncoderTokenizer:
    """Reads texts as the metadata says."""

    def __init__(self, metadata: EncoderMetadata) -> None:
        self._tokenizer: Any = _make_tokenizer(metadata.tokenizer)
        self._lexicon = Lexicon(self._tokenizer.get_vocab(), metadata.charged)
        self._unknown: int | None = self._tokenizer.token_to_id(UNKNOWN)

    def read(self, text: str) -> ReadText:
        """In words the model knows: a character it lacks would make the word around it unknown."""
        folded = read_plain(text, self._lexicon)
        encoding: Encoding = self._tokenizer.encode(folded.text)
        if self._unknown not in encoding.ids:
            return ReadText(folded, encoding)
        known = folded.edit(self._clear(folded.text, encoding))
        lost = _count(folded.text) - _count(known.text)
        encoding = self._tokenizer.encode(known.text)
        lost += sum(_count(known.text[begin:end]) for begin, end in self._find_unknown(encoding))
        return ReadText(known, encoding, lost / max(1, _count(folded.text)))

    def _clear(self, text: str, encoding: Encoding) -> Iterator[Edit]:
        """Takes out of unknown words what is no plain letter or figure, and cuts those that are too long.

        `idʹiot` becomes `idiot`, which is a word; of `youʹhere` two are made.
        """
        for begin, end in self._find_unknown(encoding):
            word = text[begin:end]
            bare = "".join(filter(_is_plain, word))
            gap = "" if bare.lower() in self._lexicon else " "
            for place, character in enumerate(word, begin):
                if not _is_plain(character):
                    yield Edit(place, place + 1, gap)
                elif (place - begin) % LONGEST_WORD == LONGEST_WORD - 1:
                    yield Edit(place, place + 1, f"{character} ")

    def _find_unknown(self, encoding: Encoding) -> list[tuple[int, int]]:
        """Where unknown tokens stand in what was encoded."""
        pairs = zip(encoding.ids, encoding.offsets, strict=True)
        return [span for token, span in pairs if token == self._unknown and span[0] < span[1]]


def _is_plain(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _count(text: str) -> int:
    """Letters and figures, of whatever script."""
    return sum(map(str.isalnum, text))


def _make_tokenizer(kept: str) -> Any:
    """Every token of a text, and no sign of the model's own that an author wrote, such as `[SEP]`."""
    tokenizer: Any = Tokenizer.from_str(kept)
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.encode_special_tokens = True
    return tokenizer


def find_tokens(words: Sequence[Word], begins: Places, ends: Places) -> list[slice]:
    """The tokens that touch each word: they come in the order of the text, so these stand side by side."""
    firsts: list[int] = np.searchsorted(ends, [word.span.begin for word in words], side="right").tolist()
    lasts: list[int] = np.searchsorted(begins, [word.span.end for word in words], side="left").tolist()
    return [slice(first, last) for first, last in zip(firsts, lasts, strict=True)]
