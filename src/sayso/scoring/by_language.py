"""Scorers for other languages than English: `language:de` for one, `languages` for all there are.

Each is small and linear, trained on texts of its language, and knows explicit words, not what is implied. A
file `language-CODE.vN.npz` among the weights, shipped or trained here, is a language more.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Lock

from sayso.core import Attribute, LanguageDetector, Scorer, Scores, UnjudgedReason
from sayso.core.errors import BadInput, UnknownName
from sayso.scoring.calibration import PerspectiveMap
from sayso.scoring.linear import LinearScorer, load_linear
from sayso.scoring.optional_roles import close_scorer
from sayso.scoring.registry import ScorerContext, refuse_argument
from sayso.scoring.weight_files import ENGLISH, SHIPPED_DIR, WeightsCatalogue

_FILE = re.compile(r"language-([a-z]{2,3})\.v\d+\.npz")
SHARED = Attribute.TOXICITY
"""The one attribute that every language's texts were judged for."""


def catalogue_of(language: str) -> WeightsCatalogue:
    return WeightsCatalogue(
        f"language-{language}", ".npz", f"sayso train language --lang {language} --data FILE"
    )


def list_languages(models_dir: Path | None) -> list[str]:
    """The languages with weights, shipped or trained here."""
    folders = [folder for folder in (models_dir, SHIPPED_DIR) if folder and folder.is_dir()]
    found = {
        match[1] for folder in folders for path in folder.iterdir() if (match := _FILE.fullmatch(path.name))
    }
    return sorted(found)


class ByLanguageScorer:
    """A text is scored by the model of its language, for TOXICITY, which all of them know.

    Texts in a language without a model are unjudged. A language's weights are read when its first text comes.
    """

    attributes: frozenset[Attribute] = frozenset({SHARED})
    scale_map: PerspectiveMap | None = None
    """Each part's own is used: the answers on Perspective's scale stand beside the scores."""

    def __init__(
        self,
        main: Scorer,
        others: Mapping[str, Path],
        detector: LanguageDetector,
        *,
        main_language: str = "en",
    ) -> None:
        self._main, self._files, self._detector = main, dict(others), detector
        self._main_language = main_language
        self._lock, self._loaded = Lock(), dict[str, LinearScorer]()
        self.name = f"languages({'+'.join([main.name, *(path.stem for path in others.values())])})"
        self.languages: frozenset[str] = frozenset({main_language, *others})

    def score(self, texts: Sequence[str]) -> Scores:
        codes = [self._detector.detect(text)[0] for text in texts]
        column = [0.0] * len(texts)
        answers = [0.0] * len(texts)
        unjudged: dict[int, UnjudgedReason] = {
            row: "language" for row, code in enumerate(codes) if code not in self.languages
        }
        for code in dict.fromkeys(codes):
            if code not in self.languages:
                continue
            rows = [row for row, one in enumerate(codes) if one == code]
            found = self.find(code).score([texts[row] for row in rows])
            theirs = found.perspective or found.columns
            for place, row in enumerate(rows):
                column[row] = float(found.columns[SHARED][place])
                answers[row] = float(theirs[SHARED][place])
            unjudged |= {rows[place]: reason for place, reason in found.unjudged.items()}
        return Scores(self.name, {SHARED: column}, unjudged, {SHARED: answers})

    def find(self, language: str) -> Scorer:
        """The scorer of a language; its weights are read once."""
        if language == self._main_language:
            return self._main
        with self._lock:
            if language not in self._loaded:
                self._loaded[language] = load_linear(self._files[language])
            return self._loaded[language]

    def close(self) -> None:
        close_scorer(self._main)


@cache
def _load_detector() -> LanguageDetector:
    from sayso.scoring.language import FastTextDetector

    return FastTextDetector()


def build(argument: str, context: ScorerContext, create: Callable[[str], Scorer]) -> ByLanguageScorer:
    """What the registry calls for `languages`: the embedded model for English, and all others there are."""
    refuse_argument("languages", argument, hint="Write languages, or language:de for one alone.")
    codes = [code for code in list_languages(context.models_dir) if code not in ENGLISH]
    files = {code: catalogue_of(code).find("", context.models_dir) for code in codes}
    return ByLanguageScorer(create("embedded"), files, _load_detector())


def build_one(argument: str, context: ScorerContext, create: Callable[[str], Scorer]) -> LinearScorer:  # noqa: ARG001 - the registry's shape
    """What the registry calls for `language:CODE`."""
    known = list_languages(context.models_dir)
    if not argument:
        raise BadInput(
            "The scorer 'language' needs a language.", hint=f"Write language:{(known or ['de'])[0]}"
        )
    if argument not in known:
        hint = f"Train it: sayso train language --lang {argument} --data FILE"
        raise UnknownName("language", argument, known, hint=hint)
    return load_linear(catalogue_of(argument).find(context.version, context.models_dir))
