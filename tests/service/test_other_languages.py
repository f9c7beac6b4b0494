"""Rude sentences in ten languages, of our own: on no surface is one of them called harmless."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.hostile_upstream import HostileUpstream
from tests.service.conftest import Run
from tests.service.guarding import ASK, set_policy
from tests.service.guarding import PATH as CHAT

MakeClient = Callable[..., TestClient]
RUDE = {
    "ar": "أنت شخص غبي ولا أحد يحبك.",
    "da": "Du er en rigtig dum person, og ingen kan lide dig.",
    "de": "Du bist ein dummer Mensch, und niemand mag dich.",
    "el": "Είσαι ηλίθιος και κανείς δεν σε θέλει.",
    "fr": "Tu es un imbécile et personne ne t'aime.",
    "ko": "너는 바보야, 아무도 널 좋아하지 않아.",
    "pl": "Jesteś głupi i nikt cię nie lubi.",
    "pt": "Você é uma pessoa burra e ninguém gosta de você.",
    "tr": "Sen aptalın tekisin ve kimse seni sevmiyor.",
    "zh": "你是个白痴，没有人喜欢你。",
}
LANGUAGE = "This text is in a language that the model does not know."


@pytest.fixture
def client(make_client: MakeClient, upstream: HostileUpstream) -> TestClient:
    return make_client(upstream=upstream.url)


def test_the_guard_shows_none_of_them_and_says_why(client: TestClient, upstream: HostileUpstream) -> None:
    for text in RUDE.values():
        upstream.reply(text)
        choice = client.post(CHAT, json=ASK).json()["choices"][0]
        assert text not in json.dumps(choice, ensure_ascii=False)
        note = choice["sayso"]
        assert (note["decision"], note["cause"], note["reason"]) == ("replaced", "unjudged", "language")
        assert "in a language that the model here does not know" in choice["message"]["content"]


def test_a_stream_lets_none_of_them_out(client: TestClient, upstream: HostileUpstream) -> None:
    for text in RUDE.values():
        upstream.stream(*(f"{word} " for word in text.split()))
        answer = client.post(CHAT, json=ASK | {"stream": True}).text
        assert "in a language that the model here does not know" in answer
        assert not any(f'"{word} ' in answer for word in text.split()[2:])


def test_the_judge_shows_none_of_them_unless_the_policy_shows_what_is_unjudged(client: TestClient) -> None:
    for shows, decision in ((False, "replaced"), (True, "shown")):
        set_policy(client, shows_unjudged=shows)
        for text in RUDE.values():
            note = client.post("/api/v1/guard/judge", json={"reply": text}).json()["sayso"]
            assert (note["decision"], note["reason"]) == (decision, "language")


def test_moderations_flag_all_of_them_unless_the_policy_shows_what_is_unjudged(client: TestClient) -> None:
    for shows in (False, True):
        set_policy(client, shows_unjudged=shows)
        answer = client.post("/v1/moderations", json={"input": list(RUDE.values())})
        assert answer.headers["x-sayso-unjudged"] == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9"
        assert {(one["flagged"], one["unjudged"]) for one in answer.json()["results"]} == {
            (not shows, "language")
        }


def test_perspectives_addresses_refuse_all_of_them(client: TestClient) -> None:
    for code, text in RUDE.items():
        body: dict[str, Any] = {"comment": {"text": text}, "requestedAttributes": {"TOXICITY": {}}}
        error = client.post("/v1alpha1/comments:analyze", json=body).json()["error"]
        assert error["details"][0]["errorType"] == "LANGUAGE_NOT_SUPPORTED_BY_ATTRIBUTE", code


def test_a_caller_who_says_that_it_is_english_is_told_that_it_is_unjudged(client: TestClient) -> None:
    body: dict[str, Any] = {
        "comment": {"text": RUDE["de"]},
        "requestedAttributes": {"TOXICITY": {}},
        "languages": ["en"],
    }
    answer = client.post("/v1alpha1/comments:analyze", json=body).json()
    assert answer["sayso"] == {"unjudged": [{"begin": 0, "end": len(RUDE["de"]), "reason": "language"}]}


def test_our_own_address_has_no_scores_for_them(client: TestClient) -> None:
    answer = client.post("/api/v1/analyze", json={"texts": list(RUDE.values())}).json()
    assert {(len(one["scores"]), one["unjudged"]) for one in answer["results"]} == {(0, "language")}


def test_a_draft_in_one_of_them_is_unjudged(client: TestClient) -> None:
    for text in RUDE.values():
        draft = client.post("/api/v1/author/draft", json={"text": text}).json()
        assert (draft["unjudged"], draft["refused"]["code"], draft["words"]) == ("language", "language", [])


def test_the_command_has_an_error_and_no_scores_for_them(run: Run) -> None:
    result = run("score", "-", "--scorer", "linear", "--format", "jsonl", input="\n".join(RUDE.values()))
    assert result.exit_code == 1
    lines = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    assert [line.get("error") for line in lines] == [LANGUAGE] * len(RUDE)
    assert not any("scores" in line for line in lines)
