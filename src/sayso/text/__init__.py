"""What a text is made of: words, sentences, n-grams, windows, each with exact offsets.

Also stop words, and disguises folded back to plain letters. Offsets are code points unless a name
says UTF-16. Everything takes any `str`, lone surrogates too, in time that grows with its length.
Nothing here scores, decides, reads files or keeps state. Start with `words` and `disguise`.
"""

from sayso.text.disguise import fold, variants
from sayso.text.folded import Folded
from sayso.text.masks import Vocabulary
from sayso.text.ngrams import Ngram, content_words, make_ngrams
from sayso.text.offsets import Utf16Offsets, utf16_length
from sayso.text.sentences import split_sentences
from sayso.text.stopwords import STOP_WORDS, is_stop_word
from sayso.text.terms import normalise_term
from sayso.text.windows import split_windows
from sayso.text.words import Word, split_words

__all__ = [
    "STOP_WORDS",
    "Folded",
    "Ngram",
    "Utf16Offsets",
    "Vocabulary",
    "Word",
    "content_words",
    "fold",
    "is_stop_word",
    "make_ngrams",
    "normalise_term",
    "split_sentences",
    "split_windows",
    "split_words",
    "utf16_length",
    "variants",
]
