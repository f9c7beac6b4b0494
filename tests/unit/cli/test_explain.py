"""`sayso explain`: how an answer is drawn."""

from dataclasses import replace

from sayso.cli.explain import LEGEND, draw
from sayso.core import Alternative, Attribute, Draft, DraftWord, Opinion, Refusal, Rewording

SILLY = Alternative("silly", 0.31, 0.1, 0.5, 0.8, 0.2, "neighbour")
GONE = Alternative("", 0.02, 0.0, 0.5, 0.8, 0.2, "omission")


def make_draft(
    *words: DraftWord, refused: Refusal | None = None, rewordings: tuple[Rewording, ...] = ()
) -> Draft:
    return Draft(
        scores={Attribute.TOXICITY: 0.85},
        words=words,
        rewordings=rewordings,
        selection=None,
        refused=refused,
        second_opinion=Opinion("second.v1", 0.4),
        model="fake.v1",
    )


def make_word(begin: int, text: str, weight: float, *alternatives: Alternative) -> DraftWord:
    return DraftWord(
        begin, begin + len(text), text, weight, weight > 0.2, bool(alternatives), tuple(alternatives)
    )


def test_words_are_underlined_and_listed_heaviest_first() -> None:
    you = make_word(0, "you", 0.3)
    stupid = make_word(4, "stupid", 0.8, SILLY, GONE)
    light = make_word(11, "thing", 0.1)
    assert draw("you stupid thing", make_draft(you, stupid, light)).splitlines() == [
        " 85 [##################################......] fake.v1",
        "you stupid thing",
        "^^^ ======",
        "Readers would likely mark:",
        "  stupid (80): silly → 31, (leave it out) → 2",
        "  you (30)",
        LEGEND,
        "Second opinion (second.v1): 40",
    ]


def test_on_a_terminal_the_words_are_coloured_and_the_text_is_the_same() -> None:
    words = [make_word(0, "you", 0.3), make_word(4, "stupid", 0.8, SILLY)]
    line = draw("you stupid \x1bthing", make_draft(*words), has_colour=True).splitlines()[1]
    assert line == "\x1b[31m\x1b[1myou\x1b[0m \x1b[33m\x1b[1mstupid\x1b[0m \ufffdthing"


def test_a_text_that_could_not_be_judged_has_no_number() -> None:
    refused = Refusal("language", "This is in a language that the model does not know.")
    drawn = draw("x", replace(make_draft(refused=refused), unjudged="language")).splitlines()
    assert drawn[0] == "  – [                no score                ] fake.v1"
    assert drawn[-1] == refused.message


def test_suggestions_for_the_whole_sentence_are_listed() -> None:
    mild = Rewording(0, 16, "you thing", 0.02, 0.5, 0.8, 0.1)
    gone = Rewording(0, 16, "", 0.01, 0.0, 0.0, 0.1)
    assert draw("you stupid thing", make_draft(rewordings=(mild, gone))).splitlines()[2:5] == [
        "Another way to say it:",
        "  2: you thing",
        "  1: (leave out: you stupid thing)",
    ]


def test_each_line_of_a_text_has_its_own_underlines() -> None:
    stupid = make_word(4, "stupid", 0.8)
    assert draw("so\n\nstupid", make_draft(stupid)).splitlines()[1:5] == ["so", "", "stupid", "^^^^^^"]


def test_a_refusal_is_said() -> None:
    drawn = draw("x", make_draft(refused=Refusal("group", "The model reads this as an attack.")))
    assert "The model reads this as an attack." in drawn


def test_signs_that_would_steer_the_terminal_are_not_printed() -> None:
    drawn = draw("a\x1b[31mb\u202ec", make_draft())
    assert "\x1b" not in drawn
    assert "\u202e" not in drawn
    assert "a\ufffd[31mb\ufffdc" in drawn
