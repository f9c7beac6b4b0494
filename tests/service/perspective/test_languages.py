"""Languages: what is said counts, then what is detected; only English can be scored."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from sayso.scoring.known_languages import LanguageCheck
from sayso.web.app import create_app
from sayso.web.service import Service

Ask = Callable[..., Any]

GERMAN = "Das ist ein sehr schöner Tag, und ich freue mich auf den Abend mit meinen Freunden."
ENGLISH = "What a lovely day this is, and how good it is to see all of you here."


@pytest.mark.parametrize("code", ["en", "EN", "en-GB", "en_US"])
def test_the_language_given_is_believed_and_repeated(analyze: Ask, code: str) -> None:
    answer = analyze(GERMAN, languages=[code]).json()
    assert (answer["languages"], answer["detectedLanguages"][0]) == ([code], "de")


def test_a_comment_detected_as_another_language_is_refused(analyze: Ask) -> None:
    answer = analyze(GERMAN, "INSULT", "TOXICITY")
    detected = answer.json()["error"]["details"][0]["languageNotSupportedByAttributeError"][
        "detectedLanguages"
    ]
    assert detected[0] == "de"
    assert answer.status_code == 400
    assert answer.json() == {
        "error": {
            "code": 400,
            "message": "Attribute INSULT does not support request languages: de",
            "status": "INVALID_ARGUMENT",
            "details": [
                {
                    "@type": "type.googleapis.com/google.commentanalyzer.v1alpha1.Error",
                    "errorType": "LANGUAGE_NOT_SUPPORTED_BY_ATTRIBUTE",
                    "languageNotSupportedByAttributeError": {
                        "detectedLanguages": detected,
                        "attribute": "INSULT",
                    },
                }
            ],
        }
    }


def test_every_language_given_must_be_supported(analyze: Ask) -> None:
    error = analyze(ENGLISH, languages=["en", "fr", "de"]).json()["error"]
    assert error["message"] == "Attribute TOXICITY does not support request languages: fr, de"
    assert error["details"][0]["languageNotSupportedByAttributeError"] == {
        "detectedLanguages": ["en"],
        "requestedLanguages": ["en", "fr", "de"],
        "attribute": "TOXICITY",
    }


@pytest.mark.parametrize(
    "code",
    ["MY SECRET TEXT", "", "e", "en\n", "en-", "en GB", "englishes", "en-US-a-b-c-d", "ën", "zh-Hans-CN!"],
)
@pytest.mark.parametrize("method", ["analyze", "suggestscore"])
def test_what_is_no_language_code_is_refused_and_not_repeated(
    analyze: Ask, suggest: Ask, method: str, code: str
) -> None:
    ask = analyze if method == "analyze" else suggest
    answer = ask(ENGLISH, languages=["en", code])
    error = answer.json()["error"]
    assert (answer.status_code, error["details"][0]["errorType"]) == (400, "INVALID_REQUEST")
    assert error["message"] == "languages[1] is not a language code such as en or pt-BR"


@pytest.mark.parametrize("code", ["en", "deu", "zh-Hant-TW", "ar_Latn", "sl-rozaj-biske-1994", "enochian"])
def test_every_shape_of_code_may_be_given_with_a_suggestion(suggest: Ask, code: str) -> None:
    assert suggest(ENGLISH, languages=[code]).json()["requestedLanguages"] == [code]


def test_more_than_ten_languages_are_refused(suggest: Ask) -> None:
    assert suggest(ENGLISH, languages=["en"] * 10).status_code == 200
    error = suggest(ENGLISH, languages=["en"] * 11).json()["error"]
    assert error["message"] == "At most 10 languages can be given, not 11"


def test_attributes_that_do_not_support_the_language_can_be_dropped(analyze: Ask) -> None:
    answer = analyze(GERMAN, dropUnsupportedAttributes=True)
    assert (answer.status_code, answer.json()["attributeScores"]) == (200, {})
    assert answer.json()["languages"] == ["de"]


@pytest.mark.parametrize("text", ["\U0001f600\U0001f600\U0001f600", "lol", "yo hamburger", "???", "k"])
def test_what_is_too_short_to_tell_is_taken_as_the_fallback_language(analyze: Ask, text: str) -> None:
    assert analyze(text).json()["languages"] == ["en"]


@dataclass(frozen=True)
class FixedDetector:
    codes: Sequence[str]

    def detect(self, text: str, *, least: float = 0.0) -> Sequence[str]:
        return self.codes


@pytest.mark.parametrize(
    ("codes", "languages", "expected"),
    [
        ((), [], ("LANGUAGE_DETECTION_FAILED", "Unable to detect language")),
        (
            ("und",),
            [],
            (
                "LANGUAGE_NOT_SUPPORTED_BY_ATTRIBUTE",
                "Attribute TOXICITY does not support request languages: und",
            ),
        ),
    ],
)
def test_a_detector_without_an_answer(
    make_service: Callable[..., Service],
    codes: Sequence[str],
    languages: list[str],
    expected: tuple[str, str],
) -> None:
    service = replace(make_service(), languages=LanguageCheck(frozenset({"en"}), FixedDetector(codes)))
    body: dict[str, Any] = {"comment": {"text": "Hm"}, "requestedAttributes": {"TOXICITY": {}}}
    with TestClient(create_app(service)) as client:
        error = client.post("/v1alpha1/comments:analyze", json=body).json()["error"]
        told = client.post("/v1alpha1/comments:analyze", json=body | {"languages": ["en"]}).json()
    assert (error["details"][0]["errorType"], error["message"]) == expected
    assert told["languages"] == ["en"]
