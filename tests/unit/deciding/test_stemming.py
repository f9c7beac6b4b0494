import pytest

from sayso.deciding.stemming import stem


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("idiot", "idiots"),
        ("idiot", "idiot's"),
        ("idiot", "idiots'"),
        ("silly", "sillier"),
        ("silly", "silliest"),
        ("silly", "sillies"),
        ("damn", "damned"),
        ("damn", "damning"),
        ("gay", "gays"),
        ("bitch", "bitches"),
        ("stupid", "stupidly"),
        ("hate", "hating"),
        ("lie", "lying"),
        ("ship", "shipping"),
        ("dumb", "dumber"),
        ("dumb", "dumbest"),
        ("fat", "fatter"),
        ("rude", "rudest"),
        ("woman", "women"),
        ("policeman", "policemen"),
        ("businesswoman", "businesswomen"),
        ("goose", "geese"),
        ("mouse", "mice"),
        ("louse", "lice"),
        ("foot", "feet"),
        ("tooth", "teeth"),
        ("ox", "oxen"),
        ("child", "children's"),
        ("grandchild", "grandchildren"),
        ("person", "people"),
        ("person", "peoples"),
        ("salesperson", "salespeople"),
        ("wife", "wives"),
        ("housewife", "housewives"),
        ("knife", "knives"),
        ("wolf", "wolves"),
        ("elf", "elves"),
        ("leave", "leaves"),
        ("live", "lives"),
        ("specimen", "specimens"),
        ("celebrate", "celebrated"),
        ("witness", "witnesses"),
        ("soldier", "soldiers"),
    ],
)
def test_inflections_of_a_word_have_one_stem(word: str, form: str) -> None:
    assert stem(word) == stem(form)


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("numb", "number"),
        ("ass", "assess"),
        ("ass", "as"),
        ("import", "important"),
        ("wit", "witness"),
        ("open", "openness"),
        ("pry", "priest"),
        ("hook", "hooker"),
        ("even", "evening"),
        ("new", "news"),
        ("anal", "analysis"),
        ("organ", "organization"),
        ("moron", "moronic"),
        ("hell", "hello"),
        ("die", "dice"),
        ("life", "lives"),
        ("omen", "oman"),
        ("self", "shelf"),
        ("louse", "police"),
        ("person", "personal"),
    ],
)
def test_other_words_have_other_stems(word: str, other: str) -> None:
    assert stem(word) != stem(other)


@pytest.mark.parametrize("word", ["дурак", "傻", "👍", "24/7", "a" * 500, "", "'s", "s"])
def test_what_is_no_english_word_stays(word: str) -> None:
    assert stem(word) == word
