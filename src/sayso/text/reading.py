"""A text as a model that knows words reads it: in plain letters, its disguises undone, its emoji spelled out.

`fold` (in `disguise`) serves term lists and reads eagerly; this changes only what a `Lexicon` confirms, keeps
case and marks, and tells for every character where it stood in the original.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from sayso.text.folded import Edit, Folded
from sayso.text.letters import PLAIN_FORMS
from sayso.text.lexicon import Lexicon
from sayso.text.seen import undo_lookalikes

_LEET = str.maketrans("01345789@$!|+€£", "oieastbgasiltel")
_LEET_L = str.maketrans("01345789@$!|+€£", "oleastbgaslltel")
_TOKEN = re.compile(r"[A-Za-z0-9@$!|+€£*#]+(?:[_-]+[A-Za-z*#]+)*")
_MARK = re.compile("[*#_-]")
# Possessive, so that each run is gone through once; how far it goes is settled by `_NO_END`.
_SPACED = re.compile(r"(?<![A-Za-z0-9*#])[A-Za-z0-9@$!](?:[ .\-_*~,]{1,2}[A-Za-z0-9@$!])++")
_SPACED_LETTER = re.compile(r"[A-Za-z0-9@$!]")
_NO_END = re.compile("[A-Za-z0-9'’*#]")
_THRICE = re.compile(r"(.)\1\1")
_STRETCH = re.compile(r"(?i)(.)\1+")
_AMOUNT = re.compile(r"(?i)[1-9]\d*(?:st|nd|rd|th|am|pm|s|[kmg]b?|[cmk]m|ft|in|[km]g|lbs?|hz|h|p)")
# Letters in circles and squares, full-width ones, small capitals, i without its dot.
_DRAWN = re.compile("LATIN (?:LETTER SMALL CAPITAL|(?:(CAPITAL)|SMALL) LETTER(?: DOTLESS| SCRIPT)?) ([A-Z])$")
_NAME_NOISE = re.compile(r"\b(?:FACE|SIGN|SYMBOL|EMOJI|WITH|PERSON)\b")
_SKIN = {"🏻": "light", "🏼": "light", "🏽": "medium", "🏾": "dark", "🏿": "dark"}
# Older signs are named by how they are printed: ❤ is a "heavy black heart", whatever its colour.
_INK = re.compile(r"\b(?:HEAVY|BLACK|WHITE)\b")
_FIRST_COLOURED = 0x1F000
_ROW = re.compile(r"([^\w\s\x00-\x7f\ud800-\udfff])\1{3,}")
_HIDDEN = "\u200b"
_FIRST_FLAG, _LAST_FLAG = 0x1F1E6, 0x1F1FF
MOST_OF = 0.6
"""So many of the words in another alphabet must be English ones before any of them is read so."""


def read_plain(text: str, lexicon: Lexicon) -> Folded:
    """What a person would read, word by word."""
    is_typed = text.isascii() and (
        text.isprintable() or not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", text)
    )
    letters = Folded.unchanged(text) if is_typed else _spell_out(text, lexicon)
    joined = letters.edit(_join_spaced(letters.text, lexicon))
    return joined.edit(_rewrite(joined.text, lexicon))


def _spell_out(text: str, lexicon: Lexicon) -> Folded:
    # More than three of the same sign in a row say no more than three: the rest is hidden.
    shown = _ROW.sub(lambda row: row[1] * 3 + _HIDDEN * (len(row[0]) - 3), text)
    pieces = [(_spell(character), place) for place, character in enumerate(shown)]
    begins = [place for piece, place in pieces for _ in piece]
    folded = Folded("".join(piece for piece, _ in pieces), begins, [place + 1 for place in begins])
    if folded.text.isascii():
        return folded
    folded = folded.edit(undo_lookalikes(folded.text))
    return folded if folded.text.isascii() else folded.edit(_undo_alphabet(folded.text, lexicon))


@lru_cache(maxsize=4096)
def _spell(character: str) -> str:
    """Nothing for what shows nothing, words for an emoji, letters without marks for the rest."""
    code = ord(character)
    category = unicodedata.category(character)
    if category in ("Mn", "Me", "Cf") or (category == "Cc" and character not in "\n\t\r"):
        return ""
    if character in _SKIN:
        return f" {_SKIN[character]} skin "
    if _FIRST_FLAG <= code <= _LAST_FLAG:
        return chr(code - _FIRST_FLAG + ord("a"))
    if category == "Cs":
        return "\ufffd"
    if code > 127 and (letter := _DRAWN.search(unicodedata.name(character, ""))):
        return letter[2] if letter[1] else letter[2].lower()
    if category in ("So", "Sk") and code >= 0x2190:
        return _describe(character)
    forms = unicodedata.normalize("NFKD", character)
    return "".join(form for form in forms if unicodedata.category(form) not in ("Mn", "Me"))


def _describe(symbol: str) -> str:
    name = unicodedata.name(symbol, "")
    if ord(symbol) < _FIRST_COLOURED:
        name = _INK.sub(" ", name)
    words = _NAME_NOISE.sub(" ", name).lower().replace("-", " ").split()
    return f" {' '.join(words) or 'symbol'} "


def _undo_alphabet(text: str, lexicon: Lexicon) -> Iterator[Edit]:
    """Words wholly in letters of another script that look like English ones, if most of them are known.

    `ꓬꓳꓴ ꓲꓓꓲꓳꓔ` is read as `you idiot`; Russian has words that look like English ones too, but not one after
    the other.
    """
    words = [match for match in re.finditer(r"[^\W\d_]{3,}", text) if not match[0].isascii()]
    plain = [match[0].translate(PLAIN_FORMS) for match in words]
    known = [form if form.isascii() and form in lexicon else None for form in plain]
    if sum(form is not None for form in known) < MOST_OF * len(words):
        return
    for match in re.finditer(r"[^\W\d_]+", text):
        form = match[0].translate(PLAIN_FORMS)
        if not match[0].isascii() and form.isascii() and len(form) == len(match[0]):
            yield Edit(*match.span(), form)


def _join_spaced(text: str, lexicon: Lexicon) -> Iterator[Edit]:
    """`i d i o t` to one word, `y o u i d i o t` to two."""
    for run in _SPACED.finditer(text):
        places = [run.start() + match.start() for match in _SPACED_LETTER.finditer(run[0])]
        while places and _NO_END.match(text, places[-1] + 1):
            places.pop()
        joined = "".join(text[place] for place in places)
        if len(joined) < 3 or sum(character.isalpha() for character in joined) < 2:
            continue
        plain = joined if joined.isalpha() else joined.translate(_LEET)
        ends = lexicon.cut(plain) if plain.isalpha() else ()
        yield from _close_gaps(places, ends, plain if len(ends) > 1 else joined)


def _close_gaps(places: Sequence[int], ends: Sequence[int], letters: str) -> Iterator[Edit]:
    for number, place in enumerate(places):
        yield Edit(place, place + 1, letters[number])
        if number + 1 < len(places):
            yield Edit(place + 1, places[number + 1], " " if number + 1 in ends else "")


def _rewrite(text: str, lexicon: Lexicon) -> Iterator[Edit]:
    for match in _TOKEN.finditer(text):
        word, begin = match[0], match.start()
        if reading := _read_signs(word, lexicon):
            lead, plain = reading
            yield Edit(begin + lead, begin + lead + len(plain), plain)
        elif (bare := word.rstrip("!")).isalpha():
            is_name = word[0].isupper() and text[begin - 1 : begin] == " " if begin else False
            if (full := _complete(bare, lexicon, is_name=is_name)) is not None:
                yield Edit(begin, begin + len(bare), full)


def _read_signs(word: str, lexicon: Lexicon) -> tuple[int, str] | None:
    """Where the letters begin that signs or figures in the word stand for, and those letters."""
    if len(word) < 3 or word.isalpha() or not re.search("[A-Za-z]", word):
        return None
    return _unmask(word, lexicon) if _MARK.search(word, 1) else _unleet(word, lexicon)


def _complete(word: str, lexicon: Lexicon, *, is_name: bool) -> str | None:
    """A letter put back, or a stretched word shortened."""
    low = word.lower()
    if low in lexicon:
        return None
    careful = is_name or not (word[1:].islower() and len(word) > 4)
    if (full := lexicon.complete(low, charged_only=careful)) is not None:
        return full
    if len(low) > 4 and _THRICE.search(low):
        shorter = (_STRETCH.sub(lambda run: run[0][:keep], word) for keep in (2, 1))  # noqa: B023 - used at once
        return next((guess for guess in shorter if guess.lower() in lexicon), None)
    return None


def _unmask(word: str, lexicon: Lexicon) -> tuple[int, str] | None:
    core = word.strip("*#")
    lead = word.index(core) if core else 0
    if not core or not core[0].isalpha() or _is_compound(core, lexicon):
        return None
    tail = word[lead:]
    plain = lexicon.unmask(tail) if "**" in tail and core.lower() not in lexicon else None
    if plain is None and _MARK.search(core):
        plain = lexicon.unmask(core)
    return None if plain is None else (lead, plain)


def _is_compound(word: str, lexicon: Lexicon) -> bool:
    """Words joined by a hyphen, such as so-called or e-mail, not one with a letter struck out."""
    parts = re.split("[_-]+", word.lower())
    return "-" in word and all(part in lexicon or (len(part) < 2 and part in "aoextu") for part in parts)


def _unleet(word: str, lexicon: Lexicon) -> tuple[int, str] | None:
    if _is_as_meant(word.rstrip("!"), lexicon):
        return None
    for table in (_LEET, _LEET_L):
        for piece in (word, word.rstrip("!|+")):
            if len(piece) < 3 or piece.isalpha() or piece.lower() in lexicon:
                continue
            plain = piece.translate(table)
            low = plain.lower()
            if plain.isalpha() and (low in lexicon or (low.endswith("s") and low[:-1] in lexicon)):
                return 0, plain
    return None


def _is_as_meant(word: str, lexicon: Lexicon) -> bool:
    """Numbers with their unit, and words before an exclamation mark: `5am` is no Sam, `tax!` no taxi."""
    if word.isalpha():
        return len(word) < 3 or word.lower() in lexicon
    return _AMOUNT.fullmatch(word) is not None
