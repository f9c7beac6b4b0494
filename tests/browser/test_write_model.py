"""The page to write on with the shipped model behind it: RECAST's nine comments, and what an author does.

The comments are those of the paper's appendix (Wright et al. 2021), short ones whole, long ones in part.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.write_page import WritePage, open_write
from tests.live import MakeLive

from sayso.core import Scorer
from sayso.scoring.embedded import load_embedded
from sayso.scoring.weight_files import ENCODER

RUDE = [
    "Would you both shut up, you don't run wikipedia, especially a stupid kid.",
    "you are the chapest person on the earth. Bloody ignorant fool. Check sources before spreading rumors",
    "HELLO HOW DO I GET SOMEBODY TO FIX SHIT AROUND HERE?",
    "I guarantee you didn't do any research before opening your ignorant trap.",
    "Keep dreaming scumbag",
    "you have been a fucking douchebag during this whole pandemic. Go invent something useful",
]
MILD = [
    "It is not redundant. You are redundant.",
    "Lol what rubbish ! Yes I think you're the only one mate",
]


@pytest.fixture(scope="module")
def scorer() -> Scorer:
    return load_embedded(ENCODER.find("", None))


@pytest.fixture
def write(page: Page, make_live: MakeLive, scorer: Scorer) -> Iterator[WritePage]:
    write = open_write(page, make_live(scorer).url, canned=False)
    yield write
    assert write.faults == []


def put(write: WritePage, text: str) -> Any:
    """Pastes the text and gives the answer that the page got for it, with alternatives."""

    def is_answer(response: Any) -> bool:
        body = response.request.post_data_json if response.url.endswith("/author/draft") else None
        return bool(body and body["text"] == text and body.get("alternatives", True))

    with write.page.expect_response(is_answer) as caught:
        write.editor.click()
        write.page.keyboard.press("ControlOrMeta+A")
        write.page.keyboard.insert_text(text)
    answer = caught.value.json()
    expect(write.bar).to_have_attribute("aria-valuenow", str(round(answer["scores"]["TOXICITY"] * 100)))
    return answer


def test_the_papers_rude_comments_have_highlights_and_the_mild_ones_stay_low(write: WritePage) -> None:
    for text in RUDE:
        answer = put(write, text)
        assert answer["scores"]["TOXICITY"] >= 0.5, text
        assert answer["refused"] is None, text
        highlighted = [word["text"] for word in answer["words"] if word["highlighted"]]
        assert highlighted, text
        for word in highlighted[:1]:
            expect(write.editor.get_by_text(word, exact=True).first).to_be_visible()
    for text in MILD:
        assert put(write, text)["scores"]["TOXICITY"] < 0.5, text


def test_a_suggestion_lowers_the_bar_and_undo_brings_it_back(write: WritePage) -> None:
    text = "Keep dreaming scumbag"
    before = round(put(write, text)["scores"]["TOXICITY"] * 100)
    write.marked.get_by_role("button", name=re.compile("scumbag")).click()
    write.choices.first.click()
    expect(write.bar).not_to_have_attribute("aria-valuenow", str(before))
    assert int(write.bar.get_attribute("aria-valuenow") or 100) < before
    write.page.keyboard.press("ControlOrMeta+Z")
    expect(write.bar).to_have_attribute("aria-valuenow", str(before))
    assert write.read_text() == text


def test_hate_against_a_group_is_refused_with_the_reason(write: WritePage) -> None:
    answer = put(write, "All immigrants are vermin and should be thrown out.")
    assert answer["refused"]["code"] == "group"
    assert not any(word["alternatives"] for word in answer["words"])
    expect(write.page.get_by_text("attack on people for the group they belong to").first).to_be_visible()
