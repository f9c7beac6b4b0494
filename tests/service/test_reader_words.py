"""A reader's word bank over HTTP: read, add, remove, undo, share, take along and bring back."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.reader_actor import ME, ReaderActor, arrive, make_key

from sayso.core import Term
from sayso.web.http.logs import configure_logs


@pytest.fixture
def ana(client: TestClient) -> ReaderActor:
    return arrive(client)


def send_file(ana: ReaderActor, content: str | bytes, media: str = "text/csv", **parameters: str) -> Any:
    headers = {**ana.headers, "content-type": media}
    return ana.client.post(f"{ME}/words/import", content=content, headers=headers, params=parameters)


def test_a_word_bank_begins_empty(ana: ReaderActor) -> None:
    assert ana.get("/words").json() == {"words": [], "total": 0}


def test_a_ruling_is_kept_as_it_was_said(ana: ReaderActor) -> None:
    word = ana.rule(" silly goose ", "permit", "talk")
    assert word.pop("created_at")
    assert len(word.pop("id")) == 16
    assert word == {
        "text": "silly goose",
        "ruling": "permit",
        "scope": "conversation",
        "conversation": "talk",
        "source": "hand",
    }


def test_the_last_ruling_on_the_same_words_counts(ana: ReaderActor) -> None:
    ana.rule("silly", "permit")
    ana.rule("Silly", "block")
    assert [(text.lower(), ruling) for text, ruling, _ in ana.words()] == [("silly", "block")]
    ana.rule("silly", "ask", "talk")
    assert len(ana.words()) == 2


def test_words_are_listed_newest_first_page_by_page(ana: ReaderActor) -> None:
    ana.store.terms.rule(ana.reader.id, [Term(f"word {number}", "permit") for number in range(7)])
    pages = [ana.get("/words", limit=3, offset=offset).json() for offset in (0, 3, 6, 9)]
    texts = [[word["text"] for word in page["words"]] for page in pages]
    assert texts == [["word 6", "word 5", "word 4"], ["word 3", "word 2", "word 1"], ["word 0"], []]
    assert {page["total"] for page in pages} == {7}


def test_words_are_found_by_ruling_scope_and_conversation(ana: ReaderActor) -> None:
    ana.rule("silly", "permit")
    ana.rule("rubbish", "block", "talk")
    ana.rule("damn", "permit", "other")
    assert ana.words(ruling="permit") == [
        ("damn", "permit", "conversation"),
        ("silly", "permit", "always"),
    ]
    assert ana.words(scope="always") == [("silly", "permit", "always")]
    assert ana.words(scope="conversation", ruling="block") == [("rubbish", "block", "conversation")]
    assert ana.words(conversation="talk") == [
        ("rubbish", "block", "conversation"),
        ("silly", "permit", "always"),
    ]
    assert ana.get("/words", scope="always").json()["total"] == 1


@pytest.mark.parametrize(
    "parameters", [{"limit": 0}, {"limit": 1001}, {"offset": -1}, {"ruling": "maybe"}, {"scope": "ever"}]
)
def test_a_page_that_cannot_be_is_refused(ana: ReaderActor, parameters: dict[str, Any]) -> None:
    assert ana.get("/words", **parameters).status_code == 422


def test_ten_thousand_entries_can_be_taken_in_read_and_taken_out(ana: ReaderActor) -> None:
    rows = "\n".join(f"goose {number},permit,always" for number in range(10_000))
    answer = send_file(ana, f"text,ruling,scope\n{rows}\n")
    assert answer.json() == {"imported": 10_000, "total": 10_000}
    page = ana.get("/words", limit=1000, offset=9_500).json()
    assert (len(page["words"]), page["total"]) == (500, 10_000)
    full = ana.post("/words", {"text": "one more", "ruling": "permit"})
    assert (full.status_code, full.json()["code"]) == (400, "bad-input")
    assert "at most 10,000 entries" in full.json()["message"]
    assert ana.delete("/words").json() == {"removed": 10_000}
    assert ana.get("/words").json()["total"] == 0


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"text": "", "ruling": "permit"}, 422),
        ({"text": "  ", "ruling": "permit"}, 422),
        ({"text": "x" * 201, "ruling": "permit"}, 422),
        ({"text": "...", "ruling": "permit"}, 400),
        ({"text": "silly", "ruling": "maybe"}, 422),
        ({"text": "silly"}, 422),
        ({"text": ["silly"], "ruling": "permit"}, 422),
        ({"text": "silly", "ruling": "permit", "conversation": ""}, 422),
        ({"text": "silly", "ruling": "permit", "conversation": "x" * 201}, 422),
        ({"text": "silly", "ruling": "permit", "scope": "always"}, 422),
    ],
)
def test_what_is_no_ruling_is_refused(ana: ReaderActor, body: object, status: int) -> None:
    answer = ana.post("/words", body)
    assert answer.status_code == status
    assert set(answer.json()) == {"code", "message", "hint", "docs"}
    assert "silly" not in answer.text
    assert ana.words() == []


def test_an_entry_is_removed_by_its_id(ana: ReaderActor) -> None:
    silly = ana.rule("silly")
    ana.rule("rubbish")
    assert ana.delete(f"/words/{silly['id']}").json() == {"removed": 1}
    assert [text for text, _, _ in ana.words()] == ["rubbish"]
    again = ana.delete(f"/words/{silly['id']}")
    assert (again.status_code, again.json()["code"]) == (404, "not-found")


def test_nobody_removes_or_shares_the_words_of_others(ana: ReaderActor) -> None:
    word = ana.rule("silly")
    bea = arrive(ana.client, "bea")
    assert bea.delete(f"/words/{word['id']}").status_code == 404
    assert bea.post(f"/words/{word['id']}/share").status_code == 404
    assert len(ana.words()) == 1


def test_changes_are_taken_back_one_by_one(ana: ReaderActor) -> None:
    ana.rule("silly", "permit")
    ana.rule("silly", "block")
    ana.rule("rubbish", "block")
    ana.delete("/words")
    steps = [(ana.post("/words/undo").json(), sorted(ana.words())) for _ in range(5)]
    banks = [[(text, ruling) for text, ruling, _ in words] for _, words in steps]
    assert banks == [
        [("rubbish", "block"), ("silly", "block")],
        [("silly", "block")],
        [("silly", "permit")],
        [],
        [],
    ]
    assert [step["undone"] for step, _ in steps] == [True, True, True, True, False]
    assert [step["total"] for step, _ in steps] == [2, 1, 1, 0, 0]
    assert steps[0][0]["message"] == "Brought back: 2 entries."
    assert steps[1][0]["message"] == "Taken back: what was ruled about 1 entry."
    assert steps[4][0]["message"].startswith("There is nothing left to take back")


@pytest.mark.parametrize(("file_format", "media"), [("json", "application/json"), ("csv", "text/csv")])
def test_what_is_exported_can_be_imported_by_another(ana: ReaderActor, file_format: str, media: str) -> None:
    for text, ruling in (("silly goose", "permit"), ('say "damn", say', "block"), ("=1+1", "ask")):
        ana.rule(text, ruling)
    ana.rule("rubbish", "permit", "talk")
    file = ana.get("/words/export", format=file_format)
    assert file.headers["content-type"].startswith(media)
    assert file.headers["content-disposition"] == f'attachment; filename="sayso-words.{file_format}"'
    assert "rubbish" not in file.text
    bea = arrive(ana.client, "bea")
    assert send_file(bea, file.content, media).json() == {"imported": 3, "total": 3}
    assert bea.words() == [word for word in ana.words() if word[2] == "always"]


def test_what_holds_in_a_conversation_goes_along_if_it_is_named(ana: ReaderActor) -> None:
    ana.rule("rubbish", "permit", "talk")
    file = ana.get("/words/export", conversation="talk")
    assert [word["scope"] for word in file.json()["words"]] == ["conversation"]
    bea = arrive(ana.client, "bea")
    assert send_file(bea, file.content, "application/json").status_code == 400
    assert send_file(bea, file.content, "application/json", conversation="other").json()["imported"] == 1
    assert bea.words(conversation="other") == [("rubbish", "permit", "conversation")]


@pytest.mark.parametrize(
    ("media", "parameters"),
    [
        ("text/csv; charset=utf-8", {}),
        ("TEXT/CSV", {}),
        ("application/octet-stream", {"format": "csv"}),
        ("application/json", {"format": "csv"}),
    ],
)
def test_the_content_type_or_the_address_says_what_a_file_is(
    ana: ReaderActor, media: str, parameters: dict[str, str]
) -> None:
    assert send_file(ana, "text,ruling\nsilly,permit\n", media, **parameters).json()["imported"] == 1


@pytest.mark.parametrize(
    ("content", "media", "place"),
    [
        (
            "text,ruling,scope\nsilly,permit,always\nrubbish,maybe,always\n",
            "text/csv",
            "Row 3: column ruling",
        ),
        ("text,ruling,scope\nsilly,permit,always\n,block,always\n", "text/csv", "Row 3: column text"),
        ('text,ruling,scope\nsilly,permit,always\n"rubbish,permit\n', "text/csv", "Row 3"),
        ("words,ruling\nsilly,permit\n", "text/csv", "no column 'text'"),
        ("", "text/csv", "no column 'text'"),
        (b"text,ruling\nsilly\xff,permit\n", "text/csv", "byte 18"),
        ('{"format": "sayso-words", "version": 1, "words": [{"text"', "application/json", "line 1, column"),
        ("[]", "application/json", "no word bank of Sayso"),
        ('{"format": "sayso-words", "version": 2, "words": []}', "application/json", "version 1"),
        (
            '{"format": "sayso-words", "version": 1, "words": [{"text": "silly", "ruling": "permit"}, 7]}',
            "application/json",
            "Entry 2",
        ),
    ],
)
def test_a_file_that_is_broken_half_way_changes_nothing_and_says_where(
    ana: ReaderActor, content: str | bytes, media: str, place: str
) -> None:
    ana.rule("damn", "permit")
    answer = send_file(ana, content, media)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-input")
    assert place in answer.json()["message"]
    assert "silly" not in answer.text
    assert "rubbish" not in answer.text
    assert ana.words() == [("damn", "permit", "always")]


def test_an_import_is_one_change_to_take_back(ana: ReaderActor) -> None:
    ana.rule("silly", "block")
    send_file(ana, "text,ruling\nsilly,permit\nrubbish,permit\n")
    ana.post("/words/undo")
    assert ana.words() == [("silly", "block", "always")]


def test_a_word_is_proposed_to_the_community_once(ana: ReaderActor) -> None:
    word = ana.rule("silly", "permit")
    first, again = (ana.post(f"/words/{word['id']}/share") for _ in range(2))
    assert (first.status_code, first.json()["state"]) == (201, "proposed")
    assert (first.json()["text"], first.json()["ruling"]) == ("silly", "permit")
    assert again.json() == first.json()
    bea = arrive(ana.client, "bea")
    bea.put("/agreement", {"records": False, "joins_list": True})
    assert bea.words() == []
    ana.store.shared_terms.approve(first.json()["id"])
    assert bea.words() == [("silly", "permit", "always")]
    (shared,) = bea.get("/words").json()["words"]
    assert shared["source"] == "community"
    assert bea.delete(f"/words/{shared['id']}").status_code == 404
    assert bea.post(f"/words/{shared['id']}/share").status_code == 404


def test_what_is_to_be_asked_again_cannot_be_shared(ana: ReaderActor) -> None:
    answer = ana.post(f"/words/{ana.rule('silly', 'ask')['id']}/share")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-input")


def test_a_platform_may_act_for_its_reader(ana: ReaderActor) -> None:
    headers = ana.headers | make_key(ana.client)
    answer = ana.client.post(f"{ME}/words", json={"text": "silly", "ruling": "permit"}, headers=headers)
    assert answer.status_code == 201


@pytest.mark.usefixtures("restored_loggers")
def test_words_reach_no_log(ana: ReaderActor, capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(level="debug", form="json")
    word = ana.rule("codswallop")
    ana.post(f"/words/{word['id']}/share")
    ana.delete(f"/words/{word['id']}")
    ana.post("/words", {"text": "codswallop " * 30, "ruling": "permit"})
    send_file(ana, "text,ruling\ncodswallop,codswallop\n")
    send_file(ana, "codswallop,codswallop\n", conversation="codswallop")
    printed = capsys.readouterr().err
    routes = [json.loads(line)["route"] for line in printed.splitlines()]
    assert f"{ME}/words/{{word_id}}/share" in routes
    assert "codswallop" not in printed
    assert word["id"] not in printed
    assert ana.token not in printed
