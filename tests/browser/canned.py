"""Answers of the draft address worked out by hand: tests of the page are quick and know what to expect.

A word's harm is in a list; the score of a text is 1 - 0.96 * the product of (1 - harm) over its words.
"""

import json
import re
from collections.abc import Callable, Mapping
from math import prod
from typing import Any

from playwright.sync_api import Page, Request, Route

DRAFT = "**/api/v1/author/draft"
FEEDBACK = "**/api/v1/author/feedback"
HARM: Mapping[str, float] = {"stupid": 0.7, "idiot": 0.8, "quiet": 0.25, "kid": 0.3}
SECOND: Mapping[str, float] = {**HARM, "stoopid": 0.72}
"""The second opinion is not taken in by a changed letter."""

OTHER_WORDS: Mapping[str, tuple[str, ...]] = {
    "stupid": ("naive", "careless", "young", "stubborn", "spoiled", "noisy", "tired"),
    "idiot": ("beginner", "stranger"),
}
WORD = re.compile(r"[^\W_]+")

Answer = dict[str, Any]


def score(text: str, harm: Mapping[str, float] = HARM) -> float:
    return 1 - 0.96 * prod(1 - harm.get(word.lower(), 0.0) for word in WORD.findall(text))


def answer(question: Mapping[str, Any]) -> Answer:
    """As the service would answer; offsets in code points, as Python counts."""
    text = question["text"]
    refused = _refuse(text)
    offers = question.get("alternatives", True) and not refused
    first = score(text)
    return {
        "scores": {"TOXICITY": first, "INSULT": round(first * 0.97, 3), "PROFANITY": 0.11, "THREAT": 0.02},
        "words": [_read_word(text, found, offers=offers) for found in _find(text)],
        "rewordings": _reword(text) if offers else [],
        "selection": _read_selection(text, question.get("selection")),
        "refused": refused,
        "second_opinion": {"model": "second.v1", "score": score(text, SECOND)},
        "model": "canned.v1",
    }


def _reword(text: str) -> list[Answer]:
    """All words with harm left out, and in their place "unwise"; none where there are none."""
    found = _find(text)
    if not found:
        return []

    def soften(said: str) -> str:
        return re.sub(r" +", " ", WORD.sub(lambda word: _soften(word[0], said), text))

    texts = [soften(said) for said in ("", "unwise")]
    return [
        {
            "begin": 0,
            "end": len(text),
            "text": said,
            "score_after": score(said),
            "reads": 0.5,
            "keeps_meaning": 0.8,
            "second_opinion_after": score(said, SECOND),
        }
        for said in texts
    ]


def _soften(word: str, said: str) -> str:
    return said if word.lower() in HARM else word


def _find(text: str) -> list[re.Match[str]]:
    return [found for found in WORD.finditer(text) if found[0].lower() in HARM]


def _read_word(text: str, found: re.Match[str], *, offers: bool) -> Answer:
    others = OTHER_WORDS.get(found[0].lower(), ()) if offers else ()
    begin, end = found.span()
    texts = [*others, ""] if others else []
    return {
        "begin": begin,
        "end": end,
        "text": found[0],
        "weight": HARM[found[0].lower()],
        "flagged": True,
        "highlighted": bool(others),
        "alternatives": [_offer(text, begin, end, wording) for wording in texts],
    }


def _offer(text: str, begin: int, end: int, wording: str) -> Answer:
    after = text[:begin] + wording + text[end:]
    return {
        "text": wording,
        "score_after": score(after),
        "own_score": score(wording),
        "reads": 0.8,
        "keeps_meaning": 0.3 if wording == "noisy" else 0.7,
        "second_opinion_after": score(after, SECOND),
        "source": "neighbour" if wording else "omission",
    }


def _read_selection(text: str, selection: Mapping[str, int] | None) -> Answer | None:
    if not selection:
        return None
    begin, end = selection["begin"], selection["end"]
    phrase = text[begin:end]
    milder = [WORD.sub(lambda found: OTHER_WORDS.get(found[0].lower(), (found[0],))[0], phrase)]
    wordings = [wording for wording in milder if wording != phrase]
    return {"score": score(phrase), "alternatives": [_offer(text, begin, end, one) for one in wordings]}


def _refuse(text: str) -> Answer | None:
    if "vermin" in text:
        message = (
            "This reads as an attack on people for who they are. Say what somebody did, not what they are."
        )
        return {"code": "group", "message": message}
    if "want to die" in text:
        return {"code": "self_harm", "message": "Please talk to somebody now. Call 000."}
    if "nicht" in text:
        return {
            "code": "language",
            "message": "This is in a language that the model does not know, so it has no score.",
        }
    return None


def serve_answers(
    page: Page, think: Callable[[Mapping[str, Any]], Answer] = answer
) -> list[Mapping[str, Any]]:
    """Answers in place of the service; the list holds what was asked so far."""
    asked: list[Mapping[str, Any]] = []

    def reply(route: Route, request: Request) -> None:
        question = json.loads(request.post_data or "{}")
        asked.append(question)
        route.fulfill(json=think(question))

    page.route(DRAFT, reply)
    return asked
