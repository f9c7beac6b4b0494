"""Which texts are in a language that their scorer does not know: nobody may take those for harmless.

A scorer says what it knows in `languages` (`optional_roles.find_languages`); one that says nothing is taken
at its word in any language. docs/decisions/0036 has the rule for mixed texts.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sayso.core import LanguageDetector, Scorer, Scores, UnjudgedReason
from sayso.scoring.language import LATIN, find_script
from sayso.scoring.optional_roles import find_languages
from sayso.text.sentences import split_sentences
from sayso.text.words import split_words

LEAST_SENTENCE = 4
"""Words that a foreign sentence must have to count in a text that is not foreign as a whole; two in letters
other than Latin."""
SURE = 0.7
"""How sure the detector must be of such a sentence."""
LONGEST_QUOTE = 6
"""Words: a longer quotation counts like any other sentence."""
_QUOTED = re.compile(r"“[^”]*”|«[^»]*»|„[^“”]*[“”]|\"[^\"]*\"|\*[^*\n]+\*|_[^_\n]+_")
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`", re.DOTALL)
_CODE_SIGNS = re.compile(r"[^\w\s.,;:!?'’\"“”«»()…-]|[()]{2}|\w\(|;\s*$|_")


@dataclass(frozen=True, slots=True)
class LanguageCheck:
    """`languages` are those that are known, without region; None: all of them."""

    languages: frozenset[str] | None
    detector: LanguageDetector

    @classmethod
    def of(cls, scorer: Scorer, detector: LanguageDetector) -> "LanguageCheck":
        return cls(find_languages(scorer), detector)

    def knows_code(self, code: str) -> bool:
        """Any kind of a language is that language: `en`, `en-GB`."""
        return self.languages is None or code.replace("_", "-").partition("-")[0].lower() in self.languages

    def knows(self, text: str) -> bool:
        """Whether the text as a whole is in a known language, and each longer sentence of it as well.

        A few foreign words in an English sentence, a short quotation and code change nothing.
        """
        if self.languages is None or not text.strip():
            return True
        if not self.knows_code(self.detector.detect(text)[0]):
            return False
        found = (self.detector.detect(one, least=SURE)[0] for one in _list_long_sentences(text))
        return all(map(self.knows_code, found))

    def mark(self, texts: Sequence[str], scores: Scores) -> Scores:
        """The scores with the rows that mean nothing marked; what could not be read stays so."""
        if self.languages is None:
            return scores
        unknown: dict[int, UnjudgedReason] = {
            row: "language" for row, text in enumerate(texts) if not self.knows(text)
        }
        return replace(scores, unjudged={**unknown, **scores.unjudged}) if unknown else scores


def _list_long_sentences(text: str) -> Iterator[str]:
    """The sentences that count for themselves; none, if there is only one."""
    prose = _CODE.sub(" ", text)
    spans = split_sentences(prose)
    if len(spans) < 2 and len(prose) == len(text):
        return
    for span in spans:
        sentence = _QUOTED.sub(_leave_out_short, prose[span.begin : span.end])
        least = LEAST_SENTENCE if find_script(sentence) == LATIN else 2
        if len(split_words(sentence)) >= least and not _CODE_SIGNS.search(sentence):
            yield sentence


def _leave_out_short(quotation: re.Match[str]) -> str:
    return " " if len(split_words(quotation[0])) <= LONGEST_QUOTE else quotation[0]
