"""Which writing system a text is in: outside Latin, that alone often tells the language."""

import unicodedata
from collections import Counter
from collections.abc import Mapping

LATIN = "LATIN"
HAN = "CJK"
KANA = frozenset({"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"})

LANGUAGES: Mapping[str, tuple[str, ...]] = {
    "ARABIC": ("ar", "arz", "azb", "ckb", "dv", "fa", "mzn", "pnb", "ps", "sd", "ug", "ur"),
    "ARMENIAN": ("hy",),
    "BENGALI": ("bn", "as", "bpy"),
    "CJK": ("zh",),
    "CYRILLIC": (
        "ru",
        *("av", "ba", "be", "bg", "bxr", "ce", "cv", "kk", "kv", "ky", "lez", "mhr", "mk", "mn", "mrj"),
        *("myv", "os", "rue", "sah", "sr", "tg", "tt", "tyv", "uk", "xal"),
    ),
    "DEVANAGARI": ("hi", "bh", "dty", "gom", "mai", "mr", "ne", "new", "sa"),
    "ETHIOPIC": ("am",),
    "GEORGIAN": ("ka", "xmf"),
    "GREEK": ("el",),
    "GUJARATI": ("gu",),
    "GURMUKHI": ("pa",),
    "HANGUL": ("ko",),
    "HEBREW": ("he", "yi"),
    "JAPANESE": ("ja",),
    "KANNADA": ("kn",),
    "KHMER": ("km",),
    "LAO": ("lo",),
    "MALAYALAM": ("ml",),
    "MYANMAR": ("my",),
    "ORIYA": ("or",),
    "SINHALA": ("si",),
    "TAMIL": ("ta",),
    "TELUGU": ("te",),
    "THAI": ("th",),
    "TIBETAN": ("bo",),
}
"""Languages written in a script, the most widely read first."""


def find_script(text: str) -> str:
    """The script of most letters; Latin where none has more than half or nothing can be told.

    A word with a single Latin letter counts as Latin (look-alike letters are a disguise, not a language), and
    one letter alone counts for nothing (faces such as those drawn with a Japanese or Kannada letter).
    """
    if text.isascii():
        return LATIN
    letters: Counter[str] = Counter()
    for word in text.split():
        scripts = _scripts(word)
        letters[_of_word(scripts)] += scripts.total() if _varied(word) else 0
    script, count = max(letters.items(), key=lambda item: item[1], default=(LATIN, 0))
    return script if script in LANGUAGES and 2 * count > letters.total() else LATIN


def _scripts(word: str) -> Counter[str]:
    return Counter(unicodedata.name(letter, "?").split()[0] for letter in word if letter.isalpha())


def _varied(word: str) -> bool:
    return len({letter for letter in word if letter.isalpha()}) > 1


def _of_word(scripts: Counter[str]) -> str:
    if LATIN in scripts:
        return LATIN
    if not KANA.isdisjoint(scripts):
        return "JAPANESE"
    return next(iter(scripts)) if len(scripts) == 1 else "?"
