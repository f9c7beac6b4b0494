"""The writing system of a text."""

import pytest

from sayso.scoring.language import LANGUAGES, find_script


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("plain words", "LATIN"),
        ("déjà vu", "LATIN"),
        ("", "LATIN"),
        ("это идея", "CYRILLIC"),
        ("黙れ", "JAPANESE"),
        ("ありがとう", "JAPANESE"),
        ("闭嘴", "CJK"),
        ("입 닥쳐", "HANGUL"),
        ("तुम हो", "DEVANAGARI"),
        ("уоu аrе", "LATIN"),
        ("ツ", "LATIN"),
        ("ಠಠ", "LATIN"),
        ("hello world это", "LATIN"),
        ("ok это очень плохая", "CYRILLIC"),
        ("ᚠᚢ ᚦᚨ", "LATIN"),
    ],
)
def test_the_script_of_most_letters_is_told(text: str, script: str) -> None:
    assert find_script(text) == script


def test_no_language_is_listed_under_two_scripts() -> None:
    languages = [language for several in LANGUAGES.values() for language in several]
    assert len(languages) == len(set(languages))
