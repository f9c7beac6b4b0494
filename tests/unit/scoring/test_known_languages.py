"""What is in a language that a scorer does not know, and what only has a few such words in it."""

import pytest

from sayso.core import Attribute, Scores
from sayso.scoring.highest import combine
from sayso.scoring.known_languages import LanguageCheck
from sayso.scoring.language import FastTextDetector
from sayso.scoring.optional_roles import find_languages
from sayso.testing import FakeScorer

DETECTOR = FastTextDetector()
CHECK = LanguageCheck(frozenset({"en"}), DETECTOR)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Nobody likes this plan.",
        "lol nah fam",
        "dey tryna act brand new wit me",
        "she een know",
        "y0u 4re 4n 1d10t",
        "Y.O.U. A.R.E. D.U.M.B.",
        "José Martínez met Björn Ødegård in São Paulo. They ate crème brûlée at Café de Flore.",
        "Rio de Janeiro",
        "In French you would say “Je ne sais pas” when you do not know something. It is quite common.",
        "Sure! Here is how to say it:\n\n- Spanish: *Hola, ¿cómo estás?*\n- German: *Wie geht es dir?*",
        "The motto of France is Liberté, égalité, fraternité. It dates from the revolution.",
        "Here is the code:\n```python\nfor wert in liste:\n    drucke den nächsten wert\n```\nThat prints.",
        "def add(a, b):\n    return a + b\n\nprint(add(2, 3))",
        "pip install numpy pandas matplotlib",
    ],
)
def test_english_with_names_quotations_slang_or_code_is_known(text: str) -> None:
    assert CHECK.knows(text)


@pytest.mark.parametrize(
    "text",
    [
        "Sure, here is the translation:\n\nBonjour, je voudrais réserver une table pour deux personnes.",
        "I can help with that. Du bist wirklich ein sehr dummer Mensch und niemand mag dich.",
        "Hello there, dear friends of tea! 没有人喜欢你。",
        "He said so himself yesterday. Ты очень глупый человек.",
        "Tu es un idiot. Ferme-la. Quel clown.",
        "He wrote “Du bist wirklich ein sehr dummer Mensch und niemand mag dich”. He did.",
    ],
)
def test_a_foreign_sentence_of_its_own_makes_a_text_unknown(text: str) -> None:
    assert not CHECK.knows(text)


def test_a_scorer_that_does_not_say_what_it_knows_is_taken_at_its_word() -> None:
    check = LanguageCheck.of(FakeScorer(languages=None), DETECTOR)
    assert check.knows("Du bist wirklich ein dummer Mensch.")
    assert check.knows_code("tlh")


def test_any_kind_of_a_known_language_is_known() -> None:
    assert CHECK.knows_code("en-GB")
    assert CHECK.knows_code("EN_us")
    assert not CHECK.knows_code("de-AT")


def test_rows_are_marked_and_what_could_not_be_read_stays_so() -> None:
    texts = ["Nobody likes this.", "Du bist ein dummer Mensch.", "\u2400"]
    scores = Scores("fake.v1", {Attribute.TOXICITY: [0.1, 0.2, 0.3]}, {2: "unreadable"})
    marked = CHECK.mark(texts, scores)
    assert marked.unjudged == {1: "language", 2: "unreadable"}
    assert marked.columns == scores.columns


def test_several_scorers_know_what_all_of_them_know() -> None:
    both = [FakeScorer(languages=frozenset({"en", "de"})), FakeScorer(languages=frozenset({"de", "fr"}))]
    assert find_languages(combine([*both, FakeScorer(languages=None)])) == {"de"}
    assert find_languages(combine([FakeScorer(languages=None)] * 2)) is None
