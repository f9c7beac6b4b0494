"""A text in one form for patterns: disguises undone, contractions spelled out, small letters."""

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from sayso.core import Span
from sayso.text.disguise import fold
from sayso.text.seen import list_readings
from sayso.text.sentences import split_sentences

_TOKEN = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|[.!?]|[,;:()\"\u2014\u2013]|(?<= )-(?= )")
_END = "."
_SIGNS = dict.fromkeys(".!?", ".") | dict.fromkeys(',;:()"\u2014\u2013-', ",")
_DRAWN = re.compile(r"\bk[ ._/*-]?y[ ._/*-]?s\b")
_MASKED = (
    (re.compile(r"\bk[*!.]ll"), "kill"),
    (re.compile(r"\bd[*!.]e\b"), "die"),
    (re.compile(r"su[*!]c[*!i]de"), "suicide"),
)
_SPELLED = {
    "i'm": "i am", "im": "i am", "i'd": "i would", "id": "i would", "i'll": "i will", "ill": "i will",
    "i've": "i have", "ive": "i have", "imma": "i am going to", "ima": "i am going to", "you're": "you are",
    "youre": "you are", "ur": "your", "u": "you", "ya": "you", "you'll": "you will", "you'd": "you would",
    "he's": "he is", "she's": "she is", "it's": "it is", "they're": "they are", "we're": "we are",
    "he'll": "he will", "she'll": "she will", "they'll": "they will", "we'll": "we will", "we'd": "we would",
    "gonna": "going to", "gunna": "going to", "wanna": "want to", "gotta": "have to", "tryna": "trying to",
    "can't": "can not", "cannot": "can not", "cant": "can not", "won't": "will not", "wont": "will not",
    "don't": "do not", "dont": "do not", "doesn't": "does not", "doesnt": "does not", "didn't": "did not",
    "didnt": "did not", "isn't": "is not", "isnt": "is not", "aren't": "are not", "wouldn't": "would not",
    "shouldn't": "should not", "couldn't": "could not", "wasn't": "was not", "ain't": "is not",
    "aint": "is not", "nobody": "no one", "noone": "no one", "somebody": "someone", "everybody": "everyone",
    "urself": "yourself", "yourselves": "yourself", "yaself": "yourself", "ppl": "people", "pls": "please",
    "plz": "please", "rly": "really", "jus": "just", "anymore": "any more", "meself": "myself",
    "unalive": "kill", "unaliving": "killing", "y'all": "you all", "yall": "you all", "em": "them",
}  # fmt: skip
_SPLIT_SELF = re.compile(r"\b(my|your|him|her|them) (self|selves)\b")


@dataclass(frozen=True, slots=True)
class PlainText:
    """Words and clause signs with one space between them; sentences end in ` . `."""

    text: str = field(repr=False)
    _begins: tuple[int, ...]
    _sentences: tuple[Span, ...]

    def find_sentence(self, place: int) -> Span:
        """The sentence of the original that this place stems from."""
        return self._sentences[bisect_right(self._begins, place) - 1]


def make_plain(text: str) -> PlainText:
    """Sentence by sentence, each in its last reading, in which emphasis and look-alike letters are undone."""
    sentences = split_sentences(text)
    begins: list[int] = []
    parts: list[str] = []
    length = 1
    for span in sentences:
        begins.append(length)
        parts.append(_spell(text[span.begin : span.end]))
        length += len(parts[-1])
    return PlainText(" " + "".join(parts), tuple(begins), tuple(sentences))


def _spell(sentence: str) -> str:
    seen = list_readings(sentence)[-1].text
    plain = _DRAWN.sub("kys", fold(seen).text.lower().replace("’", "'"))
    for masked, word in _MASKED:
        plain = masked.sub(word, plain)
    found: list[str] = _TOKEN.findall(plain)
    marks = [_SIGNS.get(token) or _SPELLED.get(token, token) for token in found]
    return _SPLIT_SELF.sub(r"\1self", " ".join(marks)).rstrip(" .,") + f" {_END} "
