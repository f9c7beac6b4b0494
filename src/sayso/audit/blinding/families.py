"""Families of disguise. Each turns a text into another one, the same every time."""

import base64
import codecs
import re
import urllib.parse
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "invisible",
    "filler",
    "confusable",
    "decorated",
    "markup",
    "direction",
    "spacing",
    "leet",
    "split",
    "encoding",
]
Apply = Callable[[str], str]

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_WORD = re.compile(r"[A-Za-z]{2,}")


@dataclass(frozen=True, slots=True)
class Family:
    """`looks_same`: on a screen a person reads the same text, and so should a scorer."""

    name: str
    kind: Kind
    apply: Apply
    looks_same: bool = False


def _in_each_word(character: str) -> Apply:
    """After the first letter of each word: `i·diot`."""
    return lambda text: _WORD.sub(lambda word: word[0][0] + character + word[0][1:], text)


def _after_each_word(character: str) -> Apply:
    return lambda text: _WORD.sub(lambda word: word[0] + character, text)


def _between_letters(character: str) -> Apply:
    return lambda text: _WORD.sub(lambda word: character.join(word[0]), text)


def _after_each_letter(mark: str) -> Apply:
    return lambda text: re.sub("[A-Za-z]", lambda letter: letter[0] + mark, text)


def _for_spaces(blank: str) -> Apply:
    return lambda text: text.replace(" ", blank)


def _map_letters(lower: str, upper: str = "") -> Apply:
    """A form for each letter from a to z; a space keeps the letter."""
    pairs = [*zip(_LETTERS, lower, strict=True), *zip(_LETTERS.upper(), upper or lower, strict=True)]
    table = {ord(letter): form for letter, form in pairs if form != " "}
    return lambda text: text.translate(table)


def _shift(lower: int, upper: int) -> Apply:
    """Alphabets that Unicode has in order."""
    return _map_letters(
        "".join(chr(lower + place) for place in range(26)), "".join(chr(upper + place) for place in range(26))
    )


def _replace(pairs: dict[str, str]) -> Apply:
    table = str.maketrans(pairs | {letter.upper(): form for letter, form in pairs.items()})
    return lambda text: text.translate(table)


def _cut(word: str, gap: str) -> str:
    return word if len(word) < 4 else word[: len(word) // 2] + gap + word[len(word) // 2 :]


def _reference(text: str, form: str) -> str:
    return "".join(form.format(ord(character)) if character.isalpha() else character for character in text)


def _override(text: str, begin: str, end: str) -> str:
    """Written backwards, and turned round by the mark: a screen shows it forwards."""
    return f"{begin}{text[::-1]}{end}"


_MORSE = dict(
    zip(
        _LETTERS,
        [
            ".-",
            "-...",
            "-.-.",
            "-..",
            ".",
            "..-.",
            "--.",
            "....",
            "..",
            ".---",
            "-.-",
            ".-..",
            "--",
            "-.",
            "---",
            ".--.",
            "--.-",
            ".-.",
            "...",
            "-",
            "..-",
            "...-",
            ".--",
            "-..-",
            "-.--",
            "--..",
        ],
        strict=True,
    )
)
_UPSIDE_DOWN = "ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍxʎz"
_SMALL_CAPITALS = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡ ʏᴢ"
_CYRILLIC = "а сԁе  һіј ӏ  орԛ ѕ   ԝху "
_GREEK = "α   ε   ι κ  ηορ   τυν χγ "
_SUPERSCRIPT = "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖ ʳˢᵗᵘᵛʷˣʸᶻ"
_ARMENIAN = "       հ  ӏ  ոօ զ   ս     "
_LISU_UPPER = "ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑ ꓣꓢꓔꓴꓦꓪꓫꓬꓜ"
_CHEROKEE_UPPER = "ᎪᏴᏟᎠᎬ ᏀᎻᎥᎫᏦᏞᎷ  Ꮲ ᎡᏚᎢ ᏙᎳ  Ꮓ"

_HIDDEN = {
    "zero width space": "\u200b",
    "zero width non-joiner": "\u200c",
    "zero width joiner": "\u200d",
    "word joiner": "\u2060",
    "byte order mark": "\ufeff",
    "soft hyphen": "\u00ad",
    "unassigned U+2065": "\u2065",
    "unassigned U+FFF0": "\ufff0",
    "unassigned U+FFF8": "\ufff8",
    "unassigned U+E0002": "\U000e0002",
    "unassigned U+E0080": "\U000e0080",
    "unassigned U+E01F0": "\U000e01f0",
    "unassigned U+E0FFF": "\U000e0fff",
    "tag letter": "\U000e0061",
    "variation selector 16": "\ufe0f",
    "variation selector 17": "\U000e0100",
    "combining grapheme joiner": "\u034f",
    "Arabic letter mark": "\u061c",
    "Mongolian vowel separator": "\u180e",
    "function application": "\u2061",
    "inhibit symmetric swapping": "\u206a",
    "musical begin beam": "\U0001d173",
    "Khmer inherent vowel": "\u17b5",
    "shorthand overlap": "\U0001bca0",
    "interlinear annotation": "\ufff9",
    "left-to-right mark": "\u200e",
    "bell": "\x07",
    "delete": "\x7f",
}
_BLANKS = {
    "Hangul filler": "\u3164",
    "Hangul choseong filler": "\u115f",
    "Hangul jungseong filler": "\u1160",
    "half-width Hangul filler": "\uffa0",
    "no-break space": "\u00a0",
    "em space": "\u2003",
    "Braille blank": "\u2800",
    "ideographic space": "\u3000",
    "Ogham space": "\u1680",
    "line separator": "\u2028",
}


def list_families() -> tuple[Family, ...]:
    """All of them, by kind."""
    return (
        *(
            Family(f"{name}, in each word", "invisible", _in_each_word(each), True)
            for name, each in _HIDDEN.items()
        ),
        Family("zero width space, everywhere", "invisible", _between_letters("\u200b"), True),
        Family("unassigned U+2065, everywhere", "invisible", _between_letters("\u2065"), True),
        *(Family(f"{name}, for spaces", "filler", _for_spaces(each), True) for name, each in _BLANKS.items()),
        *_confusable(),
        *_decorated(),
        *_markup(),
        *_direction(),
        *_spacing(),
        *_leet_and_split(),
        *_encodings(),
    )


def _confusable() -> Iterable[Family]:
    yield Family("Cyrillic lookalikes", "confusable", _map_letters(_CYRILLIC), True)
    yield Family("one Cyrillic letter in each word", "confusable", _replace({"o": "о"}), True)
    yield Family("Greek lookalikes", "confusable", _map_letters(_GREEK))
    yield Family("Armenian lookalikes", "confusable", _map_letters(_ARMENIAN))
    yield Family("Lisu lookalikes", "confusable", _map_letters(_LISU_UPPER), True)
    yield Family("Cherokee lookalikes", "confusable", _map_letters(_CHEROKEE_UPPER), True)
    yield Family("full-width", "confusable", _shift(0xFF41, 0xFF21), True)
    yield Family("mathematical bold", "confusable", _shift(0x1D41A, 0x1D400), True)
    yield Family("mathematical Fraktur, bold", "confusable", _shift(0x1D586, 0x1D56C), True)
    yield Family("mathematical double-struck, sans", "confusable", _shift(0x1D5BA, 0x1D5A0), True)
    yield Family("monospace", "confusable", _shift(0x1D68A, 0x1D670), True)
    yield Family("circled", "confusable", _shift(0x24D0, 0x24B6), True)
    yield Family("squared", "confusable", _shift(0x1F130, 0x1F130), True)
    yield Family("negative squared", "confusable", _shift(0x1F170, 0x1F170), True)
    yield Family("in parentheses", "confusable", _shift(0x249C, 0x249C))
    yield Family("small capitals", "confusable", _map_letters(_SMALL_CAPITALS), True)
    yield Family("superscript", "confusable", _map_letters(_SUPERSCRIPT), True)
    yield Family("upside down", "confusable", _map_letters(_UPSIDE_DOWN))


def _decorated() -> Iterable[Family]:
    yield Family("struck out", "decorated", _after_each_letter("\u0336"), True)
    yield Family("underlined", "decorated", _after_each_letter("\u0332"), True)
    yield Family("piled-up marks", "decorated", _after_each_letter("\u0301\u0325\u0310"), True)
    yield Family("enclosing circle", "decorated", _after_each_letter("\u20dd"), True)
    yield Family("accents", "decorated", _replace({"a": "á", "e": "ê", "i": "ï", "o": "ö", "u": "ù"}), True)
    yield Family("modifier prime after each word", "decorated", _after_each_word("\u02b9"), True)
    yield Family("saltillo after each word", "decorated", _after_each_word("\ua78c"), True)
    yield Family("degree sign after each word", "decorated", _after_each_word("\u02da"), True)


def _markup() -> Iterable[Family]:
    yield Family("decimal references", "markup", lambda text: _reference(text, "&#{};"), True)
    yield Family("hexadecimal references", "markup", lambda text: _reference(text, "&#x{:x};"), True)
    yield Family("padded references", "markup", lambda text: _reference(text, "&#00000{};"), True)
    yield Family("references inside words", "markup", _in_each_word("&shy;"), True)
    yield Family("zero width reference inside words", "markup", _in_each_word("&#8203;"), True)
    yield Family("empty tags inside words", "markup", _in_each_word("<b></b>"), True)
    yield Family("tags around letters", "markup", lambda text: re.sub("([A-Za-z])", r"<i>\1</i>", text), True)
    yield Family("comments inside words", "markup", _in_each_word("<!-- -->"), True)
    yield Family("Markdown bold inside words", "markup", lambda text: _WORD.sub(r"**\g<0>**", text), True)
    yield Family(
        "Markdown links", "markup", lambda text: _WORD.sub(r"[\g<0>](https://example.org)", text), True
    )


def _direction() -> Iterable[Family]:
    yield Family(
        "right-to-left override", "direction", lambda text: _override(text, "\u202e", "\u202c"), True
    )
    yield Family("override without an end", "direction", lambda text: _override(text, "\u202e", ""), True)
    yield Family(
        "override word by word",
        "direction",
        lambda text: _WORD.sub(lambda word: _override(word[0], "\u202e", "\u202c"), text),
        True,
    )
    yield Family(
        "embeddings around words", "direction", lambda text: _WORD.sub("\u202a\\g<0>\u202c", text), True
    )
    yield Family(
        "isolates around words", "direction", lambda text: _WORD.sub("\u2066\\g<0>\u2069", text), True
    )
    yield Family("backwards", "direction", lambda text: text[::-1])


def _spacing() -> Iterable[Family]:
    for name, gap in {
        "spaces": " ",
        "full stops": ".",
        "hyphens": "-",
        "underscores": "_",
        "tildes": "~",
    }.items():
        yield Family(f"{name} between letters", "spacing", _between_letters(gap))
    yield Family("a letter a line", "spacing", "\n".join)
    yield Family("a word a line", "spacing", _for_spaces("\n"), True)
    yield Family("many spaces between words", "spacing", _for_spaces("     "), True)
    yield Family("words run together", "spacing", _for_spaces(""))
    yield Family("signs for spaces", "spacing", _for_spaces("@"))


def _leet_and_split() -> Iterable[Family]:
    yield Family("figures for vowels", "leet", _replace({"a": "4", "e": "3", "i": "1", "o": "0"}))
    yield Family("signs for letters", "leet", _replace({"a": "@", "s": "$", "i": "!"}))
    yield Family(  # the first that is not a word's first or last letter
        "a star for a vowel",
        "leet",
        lambda text: re.sub(r"\b([A-Za-z]+?)[aeiou](?=[A-Za-z])", r"\1*", text),
    )
    yield Family(
        "letters drawn out", "leet", lambda text: _WORD.sub(lambda word: word[0] + word[0][-1] * 4, text)
    )
    yield Family(
        "capitals and small letters",
        "leet",
        lambda text: "".join(
            character.upper() if place % 2 else character.lower() for place, character in enumerate(text)
        ),
        True,
    )
    yield Family(  # the second and third letter of long words: `stpuid`
        "letters swapped",
        "split",
        lambda text: re.sub(r"\b([A-Za-z])([A-Za-z])([A-Za-z])(?=[A-Za-z]{2})", r"\1\3\2", text),
    )
    yield Family("words cut in two", "split", lambda text: _WORD.sub(lambda word: _cut(word[0], " "), text))
    yield Family(
        "hyphen inside words", "split", lambda text: _WORD.sub(lambda word: _cut(word[0], "-"), text)
    )
    yield Family("letters in brackets", "split", lambda text: re.sub("([A-Za-z])", r"[\1]", text))


def _encodings() -> Iterable[Family]:
    yield Family("base64", "encoding", lambda text: base64.b64encode(text.encode()).decode())
    yield Family("rot13", "encoding", lambda text: codecs.encode(text, "rot13"))
    yield Family("hexadecimal", "encoding", lambda text: text.encode().hex(" "))
    yield Family("percent signs", "encoding", urllib.parse.quote)
    yield Family("percent signs, every letter", "encoding", lambda text: _reference(text, "%{:02x}"))
    yield Family("escapes", "encoding", lambda text: _reference(text, "\\u{:04x}"))
    yield Family("Morse", "encoding", lambda text: " ".join(_MORSE.get(each, each) for each in text.lower()))
