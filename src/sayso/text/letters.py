"""Characters that look like, or decorate, plain letters; and characters that show nothing at all.

Most of it is Unicode's own data: compatibility forms (full-width, mathematical, circled letters),
marks (accents, struck-out or piled-up ones) and the names of Latin letters (small capitals, hooks,
strokes). `LOOKALIKES` adds what no Unicode property says: letters of other scripts drawn like Latin
ones. See docs/decisions/0003.
"""

import re
import unicodedata

from sayso.text.screen import see

# Latin letter: letters of other scripts that are drawn like it, in most fonts.
LOOKALIKES: dict[str, str] = {
    "a": "аАαΑⲀᎪꓮɑ",
    "b": "вВЬьβΒᏏᏴꓐⲂ",
    "c": "сСϲϹⲥⲤᏟꓚҫҪ¢",
    "d": "ԁԀᎠᏧꓓꓒ",
    "e": "еЕεΕєЄҽᎬꓰⲉ℮",
    "f": "ϝϜғҒꓝք",
    "g": "ԍԌցᏀᏳꓖɡ",
    "h": "һҺнНΗհᎻᏂꓧⲎⲏңҢ",
    "i": "іІιΙᎥꓲⲓⲒɩ",
    "j": "јЈյᎫꓙϳ",
    "k": "кКκΚᏦꓗⲕⲔқҚ",
    "l": "ӀӏᏞꓡⳐǀ",
    "m": "мМΜϺᎷꓟⲙⲘ",
    "n": "ηΝոռꓠⲛⲚпП",
    "o": "оОοΟօՕσѳѲⲟⲞꓳ",
    "p": "рРρΡᏢꓑⲣⲢþÞ",
    "q": "ԛԚզգ",
    "r": "гГᎡᏒꓣꭇꭈᴦⲅ",
    "s": "ѕЅՏꓢᏚᏕς",
    "t": "тТτΤᎢꓔⲧⲦ",
    "u": "υսμꓴՍ",
    "v": "νѵѴꓦᏙ",
    "w": "ԝԜшШωᎳᏔꓪѡѠⲱա",
    "x": "хХχΧꓫⲭⲬ×",
    "y": "уУΥϒγүҮꓬᎩᎽⲨɣ",
    "z": "ΖᏃꓜⲌ",
    "ae": "æÆӕӔ",
    "oe": "œŒ",
    "ss": "ẞ",
    "'": "’‘ʼʻ＇´′",
    '"': "“”„‟″",
    "-": "‐‑",
}
_OWN = {ord(form): plain for plain, forms in LOOKALIKES.items() for form in forms}

_NAMED = re.compile(
    "LATIN (?:SMALL LETTER|CAPITAL LETTER|LETTER SMALL CAPITAL) "
    "(?:DOTLESS |TURNED |REVERSED |OPEN |SIDEWAYS |SCRIPT |BARRED )?([A-Z])(?: WITH .*)?$"
)
# Marks that go with any script; those of one script (Hebrew points, Indic vowels) are part of its words.
_MARK = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")


def plain_form(character: str) -> str:
    """What a reader sees in `character`, in lower-case letters: "" if that is nothing."""
    form = _simplify(character)
    while form != (simpler := "".join(map(_simplify, form))):
        form = simpler
    return form


def _simplify(character: str) -> str:
    if _MARK.match(character) or not (character.isspace() or see(character).text.strip()):
        return ""  # a mark of its own, or nothing that shows
    own = _OWN.get(ord(character))
    return _decompose(character) if own is None else own


def _decompose(character: str) -> str:
    """Compatibility form without marks; a letter known by its Unicode name, as that letter."""
    forms = unicodedata.normalize("NFKD", character)
    if len(forms) > 1 and (unicodedata.category(character) == "So" or forms[0] == " "):
        forms = character  # ™ is not "tm", and a free-standing ¨ is no space
    named = _NAMED.search(unicodedata.name(character, ""))
    if named and not forms.isascii():
        return named[1].lower()
    bare = "".join(_OWN.get(ord(form), form) for form in _MARK.sub("", forms))
    return unicodedata.normalize("NFC", bare.casefold())


class PlainForms(dict[int, str]):
    """A table for `str.translate` that fills itself, up to a size that texts in other scripts
    cannot push it over."""

    def __missing__(self, code: int) -> str:
        plain = plain_form(chr(code))
        if len(self) < 50_000:
            self[code] = plain
        return plain


PLAIN_FORMS = PlainForms()
