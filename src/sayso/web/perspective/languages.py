"""Which language a comment is in, by its author's word or by its looks, and whether it can be scored."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sayso.scoring.known_languages import LanguageCheck
from sayso.web.perspective.checks import Wanted
from sayso.web.perspective.errors import refuse, refuse_languages, refuse_request

MOST_LANGUAGES = 10
CODE_SHAPE = re.compile(r"[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,4}")
"""A language and its subtags. Codes are kept in the ledger, so nothing that could be a text may pass."""


@dataclass(frozen=True, slots=True)
class Languages:
    """What the request says, and what was detected, most likely first."""

    requested: tuple[str, ...]
    detected: tuple[str, ...]
    unsupported: tuple[str, ...]

    @property
    def effective(self) -> tuple[str, ...]:
        return self.requested or self.detected[:1]


def read_languages(text: str, requested: Sequence[str], check: LanguageCheck) -> Languages:
    _check_codes(requested)
    detected = tuple(check.detector.detect(text))
    if not detected and not requested:
        raise refuse("LANGUAGE_DETECTION_FAILED", "Unable to detect language")
    effective = requested or detected[:1]
    unsupported = tuple(code for code in effective if not check.knows_code(code))
    return Languages(tuple(requested), detected, unsupported)


def keep_supported(wanted: list[Wanted], languages: Languages, *, drop_unsupported: bool) -> list[Wanted]:
    """All attributes if every language can be scored; else none, or a refusal."""
    if not wanted or not languages.unsupported:
        return wanted
    if drop_unsupported:
        return []
    raise refuse_languages(
        wanted[0].name,
        languages.unsupported,
        detected=languages.detected,
        requested=languages.requested,
    )


def _check_codes(codes: Sequence[str]) -> None:
    """The refusal says which one, not what it holds: it may be the comment, in the wrong field."""
    if len(codes) > MOST_LANGUAGES:
        raise refuse_request(f"At most {MOST_LANGUAGES} languages can be given, not {len(codes)}")
    for index, code in enumerate(codes):
        if not CODE_SHAPE.fullmatch(code):
            raise refuse_request(f"languages[{index}] is not a language code such as en or pt-BR")
