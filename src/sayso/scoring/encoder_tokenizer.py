"""A text as the encoder takes it in: plain words, then tokens, each with its place in the original."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from sayso.scoring.encoder_file import EncoderMetadata
from sayso.text.folded import Folded
from sayso.text.lexicon import Lexicon
from sayso.text.reading import read_plain
from sayso.text.words import Word

Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ReadText:
    """A text as the model reads it, and its tokens' places in that reading."""

    folded: Folded
    encoding: Encoding

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

    def read(self, text: str) -> ReadText:
        folded = read_plain(text, self._lexicon)
        return ReadText(folded, self._tokenizer.encode(folded.text))


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
