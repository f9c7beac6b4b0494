"""A text as rows of tokens, words by their stems: as it stands, and once for each reading of disguises."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sayso.core import Span
from sayso.deciding.stemming import name_other_number, stem
from sayso.text import Folded, Vocabulary, Word, is_stop_word, split_words, variants
from sayso.text.disguise import plainly
from sayso.text.folded import Edit
from sayso.text.leet import spell as read_signs
from sayso.text.masks import find_masked
from sayso.text.seen import list_readings

LONGEST_WORD = 60
"""What counts of a word, so that three of them still make a term."""

# Scripts that put no space between words: there a term is found anywhere, character by character.
UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_PART = re.compile(f"{UNSPACED.pattern}|[^-_‐‑–—/⁄\\s{UNSPACED.pattern[1:]}+")
_DRESS = re.compile("^[@#$]+|[\U0001f3fb-\U0001f3ff]")  # signs before a name, tones of skin

# Around **words** stars are no mask; inside w*or*d they may be neither mask nor seen.
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^\n]{1,200}?)(?<=[^\s*])\1(?![\w*])")
_INNER_MARKS = re.compile(r"(?<=\w)[*~`]++(?=\w)|(?<=[^\W_])_++(?=[^\W_])")
# Single letters, whatever is between them; not the last of "dog's", and further down not the first of "d*mn".
_LETTERS = re.compile(
    r"(?<![^\W_])(?<![^\W_]['*])[^\W_](?![^\W_])(?:(?:[^\w\n]|_){1,3}+[^\W_](?![^\W_])){2,}+"
)
# The same over lines and wider gaps: nobody permits a word by writing it so.
_FAR_LETTERS = re.compile(
    r"(?<![^\W_])(?<![^\W_]['*])[^\W_](?![^\W_])(?:(?:\W|_){1,12}+[^\W_](?![^\W_])){2,}+"
)
# Signs between words, stars unless they mask a letter, apostrophes unless an ending follows, and digits
# before or between long words.
_SIGNS = re.compile(
    r"(?<=[^\W_])(?:%[2-7][0-9A-Fa-f]|[@#$%&+=~^|])++(?=[^\W_])"
    r"|(?<=[^\W\d_]{3})\*++(?=[^\W\d_]{3})|(?<=[^\W_])['’](?=[^\W\d_]{3})|(?:(?<![^\W_])|(?<=[^\W\d_]{3}))\d++(?=[^\W\d_]{3})"
)
_JOINED = re.compile(r"['*@$#%]++[^\W_]")
_SHORTEST_SPACED = 3
# A mask, or single letters side by side: what only known words can read.
_NEEDS_KNOWN = re.compile(r"[*#%@$&^~+_•–—█■]|(?<!\w)\w[\W_]{1,3}\w(?!\w)")
_NUMBERED = re.compile(r"([^\W\d_]{3,})\d+(?:'s?)?")  # goose2, but not mp3
_REACH = 30
"""How many words around one with a loose key are looked at for the others of a term."""
_TWO_LETTERS = re.compile("[a-zA-Z0-9]{2}")


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a part of one: its place in the original text, and by which keys it is looked up."""

    span: Span
    keys: frozenset[str]
    is_stop: bool = False
    loose: frozenset[str] = frozenset()
    """Keys by which blocked terms alone may find it: whoever permits "goose" has not permitted "goose2"."""


Row = tuple[Token, ...]
_NONE: frozenset[str] = frozenset()


class KnownWords:
    """What masked and spaced-out words may stand for, the more important first; plain and lower-case."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = dict.fromkeys(words)
        self._longest = max(map(len, self._words), default=0)
        self.vocabulary = Vocabulary(self._words)

    def find_in(self, letters: str) -> Iterator[tuple[int, int]]:
        """Where known words stand in a run of letters, from left to right, the longest first."""
        begin = 0
        while begin < len(letters):
            ends = range(min(len(letters), begin + self._longest), begin + _SHORTEST_SPACED - 1, -1)
            end = next((end for end in ends if letters[begin:end] in self._words), None)
            if end:
                yield begin, end
            begin = end or begin + 1


def spell(text: str) -> list[Row]:
    """The words of a text as they stand; a second row where hyphens are read as no boundary."""
    return _make_rows(_split_word(word) for word in split_words(text))


def spell_disguised(text: str, *, list_known: Callable[[], KnownWords]) -> list[Row]:
    """Rows for every way to read `text`, the plain one first, those for blocked terms last.

    The latter are the text as a screen would show it, and words by their loose keys. In them no token is long
    enough to permit a word, so that permitted terms which are found there let nothing through.
    """
    rows = _spell_every_way(text, list_known)
    unchanged = Folded.unchanged(text)
    marked = [_mark(text, unchanged, part) for row in rows for part in _cut_out_loose(row)]
    readings = list_readings(text)
    for folded in readings:
        if folded.text == text:
            continue
        marked += [_mark(text, folded, row) for row in _spell_every_way(folded.text, list_known)]
    return rows + marked + [row for folded in readings for row in _spell_parts(text, folded, list_known)]


def _spell_parts(text: str, folded: Folded, list_known: Callable[[], KnownWords]) -> Iterator[Row]:
    """Rows for blocked terms alone: the parts between signs and beside digits, letters far apart.

    `you@goose`, `goose%20you` and `1goose` have the part `goose`; in `can't` there is no part `can`.
    """
    parts = folded.edit(Edit(*sign.span(), " " * len(sign[0])) for sign in _SIGNS.finditer(folded.text))
    if parts is not folded:
        yield from (_mark(text, parts, row) for row in _spell_every_way(parts.text, list_known))
    if _FAR_LETTERS.search(folded.text):
        found = sorted(_find_spaced(folded.text, list_known(), _FAR_LETTERS), key=lambda token: token.span)
        yield _mark(text, folded, tuple(found))


def _cut_out_loose(row: Row) -> Iterator[Row]:
    """The stretches in which a term with a loose key may stand; the rest has been read as it is."""
    begin = end = 0
    for place in (place for place, token in enumerate(row) if token.loose):
        if place - _REACH >= end:
            if end:
                yield row[begin:end]
            begin = place - _REACH
        end = place + _REACH
    if end:
        yield row[begin:end]


def _mark(text: str, folded: Folded, row: Row) -> Row:
    """The row of a folded text with all its keys, each token a mark in the original `text`."""
    begins, ends = folded.begins, folded.ends
    return tuple(
        Token(
            _find_mark(text, begins[token.span.begin], ends[token.span.end - 1]),
            token.keys | token.loose if token.loose else token.keys,
            token.is_stop,
        )
        for token in row
    )


def _find_mark(text: str, begin: int, end: int) -> Span:
    """One character of a longer word: tells whether the word is still open, and is too little to permit it.

    Never the last one, so that many marks are too little as well. None in a word without two plain letters.
    """
    found = _TWO_LETTERS.search(text, begin, end)
    return Span(found.start(), found.start() + 1) if found else Span(begin, begin)


def _spell_every_way(text: str, list_known: Callable[[], KnownWords]) -> list[Row]:
    """A row for each disguise.

    A word that stands in the same place in several rows has the keys of all of them, so that each word of a
    term may be disguised in its own way.
    """
    shown = (
        _EMPHASIS.sub(lambda marked: f"{' ' * len(marked[1])}{marked[2]}{' ' * len(marked[1])}", text)
        if "*" in text
        else text
    )
    known = list_known() if _NEEDS_KNOWN.search(shown) else None
    rows = spell(text)
    keys: dict[Span, set[str]] = {}
    for folded in _read(shown, known):
        if folded.text != text.lower() or not text.isascii():
            rows += _make_rows(_split_folded(folded, word) for word in split_words(folded.text))
        for begin, end, terms in find_masked(folded.text, known.vocabulary) if known else ():
            keys.setdefault(folded.original_span(begin, end), set()).update(map(stem, terms))
    if known and (spaced := sorted(_find_spaced(shown, known), key=lambda token: token.span)):
        rows.append(_put_into(rows[0], spaced))
    return _share_keys(rows, keys)


def spell_word(word: Word) -> list[Span]:
    """The parts of a word that carry meaning, as places in the text it stands in."""
    parts, _ = _split_word(word)
    return [part.span for part in parts if not part.is_stop] or [part.span for part in parts]


def _read(text: str, known: KnownWords | None) -> Iterator[Folded]:
    yield from variants(text, vocabulary=known.vocabulary if known else None)
    if _INNER_MARKS.search(text):
        plain = plainly(text)
        yield plain.edit(Edit(*mark.span(), "") for mark in _INNER_MARKS.finditer(plain.text))


def _find_spaced(text: str, known: KnownWords, letters_apart: re.Pattern[str] = _LETTERS) -> Iterator[Token]:
    """Known words among letters that stand alone, however the letters around them are meant."""
    plain = plainly(text)
    for run in letters_apart.finditer(plain.text):
        places = [place for place in range(*run.span()) if plain.text[place].isalnum()]
        while places and _JOINED.match(plain.text, places[-1] + 1):
            places.pop()
        letters = read_signs("".join(plain.text[place] for place in places))
        for begin, end in known.find_in(letters):
            span = plain.original_span(places[begin], places[end - 1] + 1)
            yield Token(span, frozenset({stem(letters[begin:end])}))


def _put_into(row: Row, tokens: Sequence[Token]) -> Row:
    """The row with `tokens` in place of those that they overlap."""
    begins = [token.span.begin for token in tokens]

    def is_free(token: Token) -> bool:
        last = bisect_left(begins, token.span.end) - 1
        return last < 0 or tokens[last].span.end <= token.span.begin

    return tuple(sorted([*filter(is_free, row), *tokens], key=lambda token: token.span))


def _share_keys(rows: Iterable[Row], keys: dict[Span, set[str]]) -> list[Row]:
    rows = dict.fromkeys(rows)  # most texts read the same in every way
    if len(rows) == 1 and not keys:
        return list(rows)
    loose: dict[Span, frozenset[str]] = {}
    for token in (token for row in rows for token in row):
        keys.setdefault(token.span, set()).update(token.keys)
        if token.loose:
            loose[token.span] = loose.get(token.span, _NONE) | token.loose
    shared = {span: frozenset(each) for span, each in keys.items()}
    return [
        tuple(
            Token(token.span, shared[token.span], token.is_stop, loose.get(token.span, _NONE))
            for token in row
        )
        for row in rows
    ]


Parts = tuple[list[Token], list[Token]]
"""A word cut at its hyphens, and uncut."""


def _make_rows(words: Iterable[Parts]) -> list[Row]:
    words = list(words)
    cut = tuple(part for parts, _ in words for part in parts)
    uncut = tuple(part for _, parts in words for part in parts)
    return [cut] if cut == uncut else [cut, uncut]


def _split_word(word: Word) -> Parts:
    if _is_simple(word):
        return _take_simple(word, word.span)
    plain = plainly(word.text)
    begin = word.span.begin
    begins, ends = [begin + place for place in plain.begins], [begin + place for place in plain.ends]
    return _split_parts(word, Folded(plain.text, begins, ends))


def _split_folded(folded: Folded, word: Word) -> Parts:
    span = word.span
    if _is_simple(word):
        return _take_simple(word, folded.original_span(span.begin, span.end))
    begins, ends = folded.begins[span.begin : span.end], folded.ends[span.begin : span.end]
    return _split_parts(word, Folded(word.text, begins, ends))


def _is_simple(word: Word) -> bool:
    """Most words need no closer look."""
    return word.text.isascii() and word.text.isalpha()


def _take_simple(word: Word, span: Span) -> Parts:
    token = [_make_token(word.text.lower(), span, is_stop=is_stop_word(word.text))]
    return token, token


def _split_parts(word: Word, plain: Folded) -> Parts:
    found = [(part[0], plain.original_span(*part.span())) for part in _PART.finditer(plain.text)]
    if len(found) < 2:
        text, span = found[0] if found else (word.text, word.span)
        token = [_make_token(text, span, is_stop=is_stop_word(word.text))]
        return token, token
    cut = [_make_token(text, span, is_stop=is_stop_word(text)) for text, span in found]
    if UNSPACED.search(plain.text):
        return cut, cut
    letters = "".join(text for text, _ in found)
    begin = min(part.span.begin for part in cut)  # the first and the last where text was turned round
    uncut = [_make_token(letters, Span(begin, max(part.span.end for part in cut)), is_stop=False)]
    return (uncut if all(part.is_stop for part in cut) else cut), uncut


def _make_token(text: str, span: Span, *, is_stop: bool) -> Token:
    if is_stop:
        return Token(span, frozenset({text}), is_stop)
    keys, loose = _make_keys(text)
    return Token(span, keys, is_stop, loose)


@lru_cache(maxsize=20_000)
def _make_keys(text: str) -> tuple[frozenset[str], frozenset[str]]:
    bare = (_DRESS.sub("", text) or text)[:LONGEST_WORD]
    numbered = _NUMBERED.fullmatch(_DRESS.sub("", text))
    loose = {numbered[1][:LONGEST_WORD]} if numbered else {name_other_number(bare)}
    return frozenset({stem(bare)}), frozenset(stem(word) for word in loose if word)
