"""The shipped phrasebook, by a table of cases, with people's table and the n-gram model."""

from pathlib import Path

import pytest

from sayso.core import Span
from sayso.core.errors import BadWeights
from sayso.explaining.people_edits import load_people_edits
from sayso.explaining.phrasebook import load_phrasebook
from sayso.explaining.rewording import Flag, Rewriter
from sayso.predicting.ngrams import load_ngrams


@pytest.fixture(scope="module")
def rewriter() -> Rewriter:
    return Rewriter(phrasebook=load_phrasebook(), people=load_people_edits(), fluency=load_ngrams())


def reword(rewriter: Rewriter, text: str, *words: str) -> list[str]:
    flags = [Flag(Span(text.index(word), text.index(word) + len(word)), 0.9, is_rude=True) for word in words]
    whole = Span(0, len(text))
    return [
        one.text
        for one in rewriter.reword(text, whole, flags, rewriter.find_edits(text, whole, flags), count=3)
    ]


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("Who the hell approved this?", ["hell"], "Who approved this?"),
        ("Would you both shut up now?", [], "Would you both be quiet now?"),
        ("Stop it, you silly fool.", ["fool"], "Stop it."),
        ("He is such an idiot.", ["idiot"], "He is wrong."),
        ("You are hypocrites.", ["hypocrites"], "You are inconsistent."),
        ("It was a damn good show.", ["damn"], "It was a good show."),
        ("These idiots cannot drive.", ["idiots"], "These people cannot drive."),
        ("Only an idiot believes that.", ["idiot"], "Only an unreasonable person believes that."),
        ("I don't give a damn about it.", ["damn"], "I don't really care about it."),
        ("This game sucks.", ["sucks"], "This game is bad."),
        ("That is a stupid idea.", ["stupid"], "That is a bad idea."),
        ("Quit bitching about the rain.", ["bitching"], "Quit complaining about the rain."),
        ("The doofus husband left.", ["doofus"], "The husband left."),
        ("We screwed everything up.", ["screwed"], "We messed everything up."),
        ("FIX THIS CRAP NOW", ["CRAP"], "FIX THIS NOW"),
        ("They will be a bitch to store.", ["bitch"], "They will be hard to store."),
    ],
)
def test_the_first_wording(rewriter: Rewriter, text: str, words: list[str], expected: str) -> None:
    assert reword(rewriter, text, *words)[0] == expected


@pytest.mark.parametrize(
    ("text", "word"),
    [("The queer bookshop opens today.", "queer"), ("Fool!", "Fool"), ("He is from Israel.", "Israel")],
)
def test_who_is_meant_stays_and_a_bare_insult_has_no_wording(
    rewriter: Rewriter, text: str, word: str
) -> None:
    assert reword(rewriter, text, word) == []


@pytest.mark.parametrize("content", [None, "rules: [", "words: {}\nrules: [{find: '{gone}', say: ['']}]"])
def test_a_lost_or_damaged_phrasebook_is_named_with_its_repair(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "phrases.yaml"
    if content is not None:
        path.write_text(content)
    with pytest.raises(BadWeights, match=r"phrases\.yaml is missing or damaged") as caught:
        load_phrasebook(path)
    assert caught.value.hint
